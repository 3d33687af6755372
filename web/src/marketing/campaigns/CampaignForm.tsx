import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { campaignLimits, quietHours } from '../../../../services/marketing/campaigns/rules.ts'
import { CampaignChange, NewCampaign } from '../../../../services/marketing/campaigns/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useTemplates } from '../mailTemplates/api.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { type Campaign, useCampaignSave } from './api.ts'
import { bodyOf, type Draft, faultsOf } from './draft.ts'
import { SubjectField } from './SubjectField.tsx'
import { TestFields } from './TestFields.tsx'

type Props = {
  id: string | null
  version: number
  initial: Draft
  /** Whether what was typed before, and not saved, comes back. */
  restores?: boolean
  onSaved: (campaign: Campaign) => void
}

/** The form of a campaign: text, recipients, time. */
export function CampaignForm({ id, version, initial, restores = true, onSaved }: Props) {
  const zone = useTimeZone()
  const templates = useTemplates()
  const form = useForm(
    id === null ? NewCampaign : CampaignChange,
    // The version belongs to what was read: a change of somebody else is noticed at saving.
    { ...initial, version },
    useCampaignSave(id, { onDone: onSaved }),
    {
      toBody: draft => ({ ...bodyOf(draft, zone), ...(id !== null && { version: draft.version }) }),
      check: draft => faultsOf(draft, zone),
      keep: `campaign ${id ?? 'new'}`,
      restores
    }
  )
  const draft = form.values
  const template = templates.data?.find(each => each.id === draft.templateId)

  return (
    <Form {...form} sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title="1. O e-mail">
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Field
            required
            name="name"
            label="Nome da campanha"
            help="Só a sua equipe vê."
            longest={campaignLimits.name}
          />
          {templates.error && !templates.data ? (
            <Failure
              title="Falha ao carregar os modelos"
              error={templates.error}
              onRetry={() => void templates.refetch()}
            />
          ) : (
            <Field
              kind="choice"
              required
              name="templateId"
              label="Modelo"
              options={(templates.data ?? []).map(({ id: value, name: label }) => ({ value, label }))}
            />
          )}
          {templates.data?.length === 0 && (
            <Box>
              <Button component={Link} to="/email?aba=templates">
                Escrever o primeiro modelo
              </Button>
            </Box>
          )}
          <SubjectField name="subject" ofTemplate={template?.subject} />
          <TestFields tests={draft.tests} share={draft.share} />
        </Box>
      </Panel>
      <Panel title="2. O público">
        <AudienceFields
          filter={draft.filter}
          quietHours={draft.quietHours}
          onChange={filter => form.change('filter', filter)}
        />
      </Panel>
      <Panel title="3. Quando">
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Choice
            name="when"
            value="now"
            title="Quando eu mandar"
            checked={!draft.scheduled}
            onChange={() => form.change('scheduled', false)}
          >
            Sai assim que você apertar Enviar.
          </Choice>
          <Choice
            name="when"
            value="later"
            title="Em um dia e hora"
            checked={draft.scheduled}
            onChange={() => form.change('scheduled', true)}
          >
            O público é contado nessa hora, com quem chegou até lá.
          </Choice>
          {draft.scheduled && <Field kind="moment" name="when" as="scheduledAt" label="Dia e hora" />}
          <Field kind="check" name="quietHours" label={`Não enviar entre ${quietHours.from}h e ${quietHours.to}h`} />
        </Box>
      </Panel>
      <SaveButton
        variant={id === null ? 'contained' : 'outlined'}
        busy="Salvando…"
        label={id === null ? 'Salvar e conferir' : 'Salvar mudanças'}
      />
    </Form>
  )
}
