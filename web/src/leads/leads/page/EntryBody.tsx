import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ContactChannel, ContactOutcome } from '../../../../../services/account/activities/rules.ts'
import { outcomeLabels, sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import { type MatchReason, undoDays } from '../../../../../services/leads/merges/rules.ts'
import type { TimelineItem } from '../../../../../services/leads/timeline/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { useMay } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { channelLabels } from '../labels.ts'
import { Outcomes } from '../Outcomes.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { useMergeUndo, useOutcome } from './api.ts'
import { Detail, Title } from './entryTexts.tsx'
import { useTitles } from './titles.ts'
import { durationText, valueText } from './values.ts'
import { reasonsText } from './words.ts'

/** The content of one entry of the timeline. */
export function EntryBody({ leadId, item }: { leadId: string; item: TimelineItem }) {
  const timeZone = useTimeZone()
  const { data } = item
  switch (item.kind) {
    case 'submission':
      return <Submission data={data} />
    case 'status':
      return <Status data={data} />
    case 'change':
      return <Change data={data} />
    case 'contact':
      return <Contact leadId={leadId} data={data} />
    case 'task':
      return (
        <>
          <Title>
            {data.what === 'done' ? 'Tarefa concluída' : 'Tarefa criada'}: {String(data.title)}
          </Title>
          {data.what === 'created' && <Detail>Prazo: {formatDateTime(String(data.dueAt), timeZone)}</Detail>}
        </>
      )
    case 'consent':
      return <ConsentEntry data={data} />
    case 'mail':
      return (
        <>
          <Title>
            E-mail: <Link to={`/mails/${data.mailId}`}>{String(data.subject)}</Link>
          </Title>
          <Detail>Para {String(data.to)}</Detail>
        </>
      )
    case 'merge':
      return <MergeEntry data={data} at={item.at} />
    default:
      return <Title>{operationText(data)}</Title>
  }
}

type Data = TimelineItem['data']

function Submission({ data }: { data: Data }) {
  const answers = Object.entries((data.answers ?? {}) as Record<string, unknown>)
  const matched = (data.matchedBy ?? []) as MatchReason[]
  const titleOf = useTitles()
  return (
    <>
      <Title>
        {matched.length > 0 ? 'Novo envio' : 'Chegou'} por {sourceLabel(String(data.source ?? ''))}
      </Title>
      {matched.length > 0 && <Detail>Reconhecido por: {reasonsText(matched)}</Detail>}
      {answers.length > 0 && (
        <Box component="details" sx={{ my: 0.25, fontSize: '0.875rem' }}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'primary.main', width: 'fit-content' }}>
            Ver as respostas
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 0.75,
              p: 1.25,
              borderRadius: 1,
              bgcolor: theme => theme.tokens.sunken,
              display: 'grid',
              gap: 0.75
            }}
          >
            {answers.map(([name, value]) => (
              <Box key={name}>
                <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                  {titleOf(name)}
                </Box>
                <Box component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap' }}>
                  {valueText(name, value) || 'Sem resposta'}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </>
  )
}

function Status({ data }: { data: Data }) {
  const [before, after] = [String(data.before), String(data.after)]
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mb: 0.25 }}>
        <StatusTag status={before} /> → <StatusTag status={after} />
      </Box>
      <Detail>
        {data.lostReason ? `Motivo: ${data.lostReason}. ` : ''}Ficou {durationText(Number(data.seconds))} em{' '}
        {valueText('status', before)}.
      </Detail>
    </>
  )
}

function Change({ data }: { data: Data }) {
  usePhoneText()
  const titleOf = useTitles()
  const field = String(data.field)
  if (field === 'deleted') return <Title>{data.after ? 'Lead excluído' : 'Lead restaurado'}</Title>
  const text = (value: unknown) => valueText(field, value) || 'vazio'
  return (
    <>
      <Title>{titleOf(field)}</Title>
      <Detail>
        <Box component="s" sx={{ color: 'text.secondary' }}>
          {text(data.before)}
        </Box>{' '}
        → {text(data.after)}
      </Detail>
    </>
  )
}

function Contact({ leadId, data }: { leadId: string; data: Data }) {
  const may = useMay('edit_leads')
  const say = useOutcome(leadId)
  const channel = data.channel as ContactChannel | undefined
  const outcome = data.outcome as ContactOutcome | null
  const title = channel ? `Contato por ${channelLabels[channel]}` : String(data.description)
  // Nobody was called or written to, so there is no outcome.
  if (!channel) return <Title>{title}</Title>
  return (
    <>
      <Title>{title}</Title>
      <Detail>{outcome ? outcomeLabels[outcome] : 'Sem resultado registrado'}</Detail>
      {!outcome && may && (
        <Box
          role="group"
          aria-label={`${title}: qual foi o resultado?`}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, my: 0.75 }}
        >
          <Outcomes
            busy={say.isPending}
            onSay={outcome => say.mutate({ activityId: String(data.activityId), outcome })}
          />
        </Box>
      )}
    </>
  )
}

function ConsentEntry({ data }: { data: Data }) {
  const channels = ((data.channels ?? []) as ContactChannel[]).map(channel => channelLabels[channel] ?? channel)
  return (
    <>
      <Title>
        {data.granted ? 'Consentiu' : 'Não consentiu'}: {channels.join(' e ')}
      </Title>
      <Detail>{data.evidence ? String(data.evidence) : `“${data.text}”`}</Detail>
    </>
  )
}

function MergeEntry({ data, at }: { data: Data; at: string }) {
  const notify = useNotify()
  const may = useMay('edit_leads')
  const titleOf = useTitles()
  const kept = (fields: string[]) => fields.map(titleOf).join(', ')
  const undo = useMergeUndo(({ merge }) =>
    notify(
      merge.kept.length > 0
        ? `Mesclagem desfeita. Ficou como está, porque mudou depois: ${kept(merge.kept)}.`
        : 'Mesclagem desfeita',
      { type: 'success', autoHideDuration: 8000 }
    )
  )
  const open = !data.undoneAt && Date.now() - new Date(at).getTime() < undoDays * 24 * 3600_000

  return (
    <>
      <Title>Mesclado com {String(data.otherName)}</Title>
      {data.undoneAt ? (
        <Detail>
          Desfeito{data.undoneBy ? ` por ${data.undoneBy}` : ''}.
          {(data.kept as string[]).length > 0 && ` Ficou como estava: ${kept(data.kept as string[])}.`}{' '}
          <Link to={`/leads/${data.otherId}`}>Ver {String(data.otherName)}</Link>
        </Detail>
      ) : null}
      {open && may && (
        <Button
          size="small"
          disabled={undo.isPending}
          onClick={() => undo.mutate(String(data.mergeId))}
          sx={{ ml: -1 }}
        >
          Desfazer mesclagem
        </Button>
      )}
    </>
  )
}

function operationText({ what, tags, undoneAt }: Data): string {
  const names = ((tags ?? []) as string[]).join(', ')
  const text =
    what === 'addTags'
      ? `Etiquetas adicionadas em massa: ${names}`
      : what === 'removeTags'
        ? `Etiquetas removidas em massa: ${names}`
        : 'Excluído em massa'
  return undoneAt ? `${text} (desfeito)` : text
}
