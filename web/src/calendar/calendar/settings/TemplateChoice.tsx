import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import {
  fillTemplate,
  type ReminderFact,
  type ReminderTemplate,
  reminderFactLabels,
  reminderFacts,
  suggestFacts
} from '../../../../../services/calendar/appointments/rules.ts'
import type { CalendarSettings, ReminderTemplates } from '../../../../../services/calendar/appointments/schema.ts'
import { channelRules } from '../../../../../services/messaging/channels/rules.ts'
import { counted } from '../../../core/format.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useReminderTemplates, useSettingsSave } from '../api.ts'

const examples: Record<ReminderFact, string> = {
  name: 'Ana',
  service: 'Corte de cabelo',
  date: 'quarta-feira, 05/06/2030',
  time: '14:00',
  person: 'Bruno Lima',
  company: 'sua empresa'
}

/** Which template of WhatsApp reminds guests, and what stands for each of its variables. */
export function TemplateChoice({ settings: { reminderTemplate } }: { settings: CalendarSettings }) {
  const { data, error, refetch } = useReminderTemplates()
  if (error) return <Failure title="Falha ao ler os modelos do WhatsApp" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={56} aria-label="Carregando os modelos do WhatsApp" />
  if (!data.connected)
    return (
      <Box sx={{ color: 'text.secondary' }}>
        {reminderTemplate
          ? 'O WhatsApp está desligado, e os lembretes vão por e-mail. '
          : 'Para lembrar também pelo WhatsApp, '}
        <Link component={RouterLink} to={`${channelRules.whatsapp.page}?aba=configuracao`}>
          {reminderTemplate ? 'Ligar o WhatsApp' : 'conecte o número da empresa'}
        </Link>
        .
      </Box>
    )
  return <Choice key={reminderTemplate?.id ?? ''} list={data} stored={reminderTemplate} />
}

const none = ''

function Choice({ list, stored }: { list: ReminderTemplates; stored: ReminderTemplate | null }) {
  const save = useSettingsSave('Lembretes salvos')
  const [id, setId] = useState(stored?.id ?? none)
  const [values, setValues] = useState(stored?.values ?? [])
  const template = list.templates.find(each => each.id === id)
  const gone = stored !== null && !list.templates.some(each => each.id === stored.id)
  const body = template?.body ?? (id === stored?.id ? stored.body : undefined)
  const changed = id !== (stored?.id ?? none) || JSON.stringify(values) !== JSON.stringify(stored?.values ?? [])

  function choose(next: string): void {
    setId(next)
    setValues(
      next === stored?.id ? stored.values : suggestFacts(list.templates.find(each => each.id === next)?.variables ?? [])
    )
  }
  return (
    <Box
      component="form"
      onSubmit={event => {
        event.preventDefault()
        if (!save.isPending) save.mutate({ reminderTemplate: id === none ? null : { id, values } })
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <TextField
        select
        label="Modelo do WhatsApp"
        value={id}
        onChange={event => choose(event.target.value)}
        helperText={
          id === none
            ? 'Sem modelo, os lembretes vão só por e-mail.'
            : 'Vai a quem autorizou mensagens por WhatsApp. Os outros são lembrados por e-mail.'
        }
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={none}>Só e-mail</MenuItem>
        {gone && <MenuItem value={stored.id}>{stored.name}</MenuItem>}
        {list.templates.map(({ id, name, language }) => (
          <MenuItem key={id} value={id}>
            {name}
            {language !== 'pt_BR' && ` (${language})`}
          </MenuItem>
        ))}
      </TextField>
      {gone && id === stored.id && (
        <Alert severity="warning">
          Este modelo não está mais aprovado, e os lembretes vão por e-mail. Escolha outro.
        </Alert>
      )}
      {body && (
        <>
          {values.map(({ variable, fact }, n) => (
            <TextField
              key={variable}
              select
              size="small"
              label={`No lugar de {{${variable}}}`}
              value={fact}
              onChange={event => setValues(values.with(n, { variable, fact: event.target.value as ReminderFact }))}
            >
              {reminderFacts.map(each => (
                <MenuItem key={each} value={each}>
                  {reminderFactLabels[each]}
                </MenuItem>
              ))}
            </TextField>
          ))}
          <Box component="figure" sx={{ m: 0 }}>
            <Box component="figcaption" sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 0.5 }}>
              Como a pessoa recebe
            </Box>
            <Box
              sx={{
                p: 1.5,
                borderRadius: 2,
                bgcolor: 'action.hover',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere'
              }}
            >
              {fillTemplate(
                body,
                values.map(({ variable, fact }) => ({ variable, text: examples[fact] }))
              )}
            </Box>
          </Box>
        </>
      )}
      {list.templates.length === 0 && (
        <Alert severity="info">
          Nenhum modelo aprovado serve para lembretes. Crie no Gerenciador do WhatsApp um modelo da categoria Utilidade,
          só com texto.
        </Alert>
      )}
      {list.others > 0 && (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {counted(list.others, 'modelo aprovado não aparece', 'modelos aprovados não aparecem')}: só servem os da
          categoria Utilidade, sem imagem nem link que muda.
        </Box>
      )}
      {changed && (
        <Button type="submit" variant="outlined" aria-busy={save.isPending} sx={{ justifySelf: 'start' }}>
          Salvar modelo
        </Button>
      )}
    </Box>
  )
}
