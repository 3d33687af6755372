import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type CarrierKind, campaignLimits, quietHours } from '../../../../services/marketing/campaigns/rules.ts'
import {
  CampaignChange,
  MessageCampaignChange,
  NewCampaign,
  NewMessageCampaign
} from '../../../../services/marketing/campaigns/schema.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { useApproved } from '../../messaging/templates/api.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useTemplates } from '../mailTemplates/api.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { type Campaign, useCampaignSave } from './api.ts'
import { bodyOf, type Draft, faultsOf, messageBodyOf } from './draft.ts'
import { MessageFields, NoTemplates } from './MessageFields.tsx'
import { SubjectField } from './SubjectField.tsx'
import { TestFields } from './TestFields.tsx'

type Props = {
  id: string | null
  carrier: CarrierKind
  version: number
  initial: Draft
  /** Whether what was typed before, and not saved, comes back. */
  restores?: boolean
  onSaved: (campaign: Campaign) => void
}

const shapes = {
  email: { New: NewCampaign, Change: CampaignChange, title: '1. O e-mail' },
  whatsapp: { New: NewMessageCampaign, Change: MessageCampaignChange, title: '1. A mensagem' }
} as const

/** The form of a campaign: text, recipients, time. */
export const CampaignForm = (props: Props) =>
  props.carrier === 'email' ? <MailForm {...props} /> : <MessageForm {...props} />

function MailForm(props: Props) {
  const templates = useTemplates()
  return (
    <Steps {...props} template={undefined}>
      {draft => (
        <>
          <TemplateField
            templates={templates}
            none={
              <Box>
                <Button component={Link} to="/email?aba=templates">
                  Escrever o primeiro modelo
                </Button>
              </Box>
            }
          />
          <SubjectField
            name="subject"
            ofTemplate={templates.data?.find(each => each.id === draft.templateId)?.subject}
          />
          <TestFields tests={draft.tests} share={draft.share} />
        </>
      )}
    </Steps>
  )
}

function MessageForm(props: Props) {
  const templates = useApproved('')
  const [templateId, setTemplateId] = useState(props.initial.templateId)
  const template = templates.data?.find(each => each.id === templateId)
  return (
    <Steps {...props} template={template} onTemplate={setTemplateId}>
      {({ values }, change) => (
        <>
          <TemplateField templates={templates} none={<NoTemplates />} />
          {template && <MessageFields template={template} values={values} onValues={next => change('values', next)} />}
        </>
      )}
    </Steps>
  )
}

type Templates = {
  data: { id: string; name: string }[] | undefined
  error: Error | null
  refetch: () => unknown
}

/** The choice of a template; `none` stands below it where there is none. */
const TemplateField = ({ templates: { data, error, refetch }, none }: { templates: Templates; none: ReactNode }) =>
  error && !data ? (
    <Failure title="Falha ao carregar os modelos" error={error} onRetry={() => void refetch()} />
  ) : (
    <>
      <Field
        kind="choice"
        required
        name="templateId"
        label="Modelo"
        options={(data ?? []).map(({ id: value, name }) => ({ value, label: name.replaceAll('_', ' ') }))}
      />
      {data?.length === 0 && none}
    </>
  )

type StepsProps = Props & {
  /** The template of a message, whose variables are filled. */
  template: Template | undefined
  onTemplate?: (id: string) => void
  /** The fields of the text. */
  children: (draft: Draft, change: (field: 'values', values: Draft['values']) => void) => ReactNode
}

function Steps({
  id,
  carrier,
  version,
  initial,
  restores = true,
  onSaved,
  template,
  onTemplate,
  children
}: StepsProps) {
  const zone = useTimeZone()
  const { New, Change, title } = shapes[carrier]
  const form = useForm(
    id === null ? New : Change,
    // The version belongs to what was read: a change of somebody else is noticed at saving.
    { ...initial, version },
    useCampaignSave(id, carrier, { onDone: onSaved }),
    {
      toBody: draft => ({
        ...(carrier === 'email' ? bodyOf(draft, zone) : messageBodyOf(draft, zone, template)),
        ...(id !== null && { version: draft.version })
      }),
      check: draft => faultsOf(draft, zone, carrier),
      keep: `${carrier === 'email' ? 'campaign' : 'message campaign'} ${id ?? 'new'}`,
      restores
    }
  )
  const draft = form.values
  useEffect(() => onTemplate?.(draft.templateId), [onTemplate, draft.templateId])
  return (
    <Form {...form} sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={title}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Field
            required
            name="name"
            label="Nome da campanha"
            help="Só a sua equipe vê."
            longest={campaignLimits.name}
          />
          {children(draft, form.change)}
        </Box>
      </Panel>
      <Panel title="2. O público">
        <AudienceFields
          carrier={carrier}
          filter={draft.filter}
          quietHours={draft.quietHours}
          templateId={draft.templateId || null}
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
