import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { campaignLimits, quietHours } from '../../../../services/marketing/campaigns/rules.ts'
import { HttpError } from '../../core/http.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useUnsavedWarning } from '../../ui/unsaved.ts'
import { useTemplates } from '../mailTemplates/api.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { type Campaign, useCampaignSave } from './api.ts'
import { type Draft, readDraft } from './draft.ts'
import { SubjectField } from './SubjectField.tsx'
import { TestFields } from './TestFields.tsx'

type Props = { id: string | null; version: number; initial: Draft; onSaved: (campaign: Campaign) => void }

/** The form of a campaign: text, recipients, time. */
export function CampaignForm({ id, version, initial, onSaved }: Props) {
  const zone = useTimeZone()
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const templates = useTemplates()
  const save = useCampaignSave({
    onDone: onSaved,
    onFailure: error => {
      const refused: Record<string, string> | undefined = error instanceof HttpError ? error.body.errors : undefined
      if (refused) setErrors(refused)
      return false
    }
  })
  useUnsavedWarning(draft !== first)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const template = templates.data?.find(each => each.id === draft.templateId)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (save.isPending) return
    const read = readDraft(draft, zone)
    setErrors('errors' in read ? read.errors : {})
    if ('campaign' in read) save.mutate({ id, version, campaign: read.campaign })
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Panel title="1. O e-mail">
        <Box sx={{ display: 'grid', gap: 2 }}>
          <TextField
            required
            label="Nome da campanha"
            value={draft.name}
            error={Boolean(errors.name)}
            helperText={errors.name || 'Só a sua equipe vê.'}
            onChange={event => set({ name: event.target.value })}
            slotProps={{ htmlInput: { maxLength: campaignLimits.name } }}
          />
          {templates.error && !templates.data ? (
            <Failure
              title="Falha ao carregar os modelos"
              error={templates.error}
              onRetry={() => void templates.refetch()}
            />
          ) : (
            <TextField
              select
              required
              label="Modelo"
              value={templates.data ? draft.templateId : ''}
              error={Boolean(errors.templateId)}
              helperText={errors.templateId}
              onChange={event => set({ templateId: event.target.value })}
            >
              {(templates.data ?? []).map(({ id: key, name }) => (
                <MenuItem key={key} value={key}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          )}
          {templates.data?.length === 0 && (
            <Box>
              <Button component={Link} to="/email?aba=templates">
                Escrever o primeiro modelo
              </Button>
            </Box>
          )}
          <SubjectField value={draft.subject} ofTemplate={template?.subject} onChange={subject => set({ subject })} />
          <TestFields draft={draft} error={errors['test.subject']} onChange={set} />
        </Box>
      </Panel>
      <Panel title="2. O público">
        <AudienceFields filter={draft.filter} quietHours={draft.quietHours} onChange={filter => set({ filter })} />
      </Panel>
      <Panel title="3. Quando">
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Choice
            name="when"
            value="now"
            title="Quando eu mandar"
            checked={!draft.scheduled}
            onChange={() => set({ scheduled: false })}
          >
            Sai assim que você apertar Enviar.
          </Choice>
          <Choice
            name="when"
            value="later"
            title="Em um dia e hora"
            checked={draft.scheduled}
            onChange={() => set({ scheduled: true })}
          >
            O público é contado nessa hora, com quem chegou até lá.
          </Choice>
          {draft.scheduled && (
            <TextField
              type="datetime-local"
              label="Dia e hora"
              value={draft.when}
              error={Boolean(errors.scheduledAt)}
              helperText={errors.scheduledAt}
              onChange={event => set({ when: event.target.value })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
          <FormControlLabel
            label={`Não enviar entre ${quietHours.from}h e ${quietHours.to}h`}
            control={
              <Checkbox checked={draft.quietHours} onChange={event => set({ quietHours: event.target.checked })} />
            }
          />
        </Box>
      </Panel>
      <Box>
        <Button type="submit" variant={id === null ? 'contained' : 'outlined'} aria-busy={save.isPending}>
          {save.isPending ? 'Salvando…' : id === null ? 'Salvar e conferir' : 'Salvar mudanças'}
        </Button>
      </Box>
    </Box>
  )
}
