import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { carrierKinds } from '../../../../services/marketing/campaigns/rules.ts'
import type { SeriesKind } from '../../../../services/marketing/series/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { Field } from '../../ui/Field.tsx'
import { Step } from '../../ui/Step.tsx'
import { pageOf } from '../campaigns/api.ts'
import { MessageFields, NoTemplates } from '../campaigns/MessageFields.tsx'
import { SubjectField } from '../campaigns/SubjectField.tsx'
import { carrierNames } from '../campaigns/words.ts'
import type { MailTemplateRow } from '../mailTemplates/api.ts'
import { hoursOf, type StepDraft } from './draft.ts'
import { whenText } from './words.ts'

const units = [
  { value: 'hours', label: 'horas' },
  { value: 'days', label: 'dias' }
]
const sides = [
  { value: 'before', label: 'antes' },
  { value: 'after', label: 'depois' }
]

const ways = carrierKinds.map(value => ({ value, label: carrierNames[value] }))

type Props = {
  n: number
  kind: SeriesKind
  step: StepDraft
  templates: MailTemplateRow[] | undefined
  /** Approved templates of messages. */
  messages: Template[] | undefined
  onValues: (values: StepDraft['values']) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}

/** One step as it is written: how long it waits, and what it sends. */
export function StepFields({ n, kind, step, templates, messages, onValues, onRemove }: Props) {
  const title = useId()
  const isMail = step.carrier === 'email'
  const template = templates?.find(({ id }) => id === step.templateId)
  const message = isMail ? undefined : messages?.find(({ id }) => id === step.templateId)
  const at = (field: string) => `steps.${n}.${field}`
  const ofDate = kind === 'date' && n === 0
  const hours = hoursOf(kind, n, step)
  return (
    <Box
      component="li"
      aria-labelledby={title}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 2, display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 }}>
        <Typography variant="h3" id={title} sx={{ mr: 'auto', fontSize: '1rem' }}>
          Etapa {n + 1}
          {Number.isInteger(hours) && (
            <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
              {' '}
              · {whenText(kind, n, hours)}
            </Box>
          )}
        </Typography>
        {onRemove && (
          <Step label={`Tirar a etapa ${n + 1}`} onClick={onRemove}>
            <DeleteIcon fontSize="small" />
          </Step>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
        <Field kind="number" name={at('amount')} as={at('waitHours')} label={ofDate ? 'Dias' : 'Espera'} longest={4} />
        {!ofDate && <Field kind="choice" name={at('unit')} label="Unidade" options={units} />}
        {ofDate && <Field kind="choice" name={at('side')} label="Da data" options={sides} />}
      </Box>
      <Field kind="choice" name={at('carrier')} label="Por onde vai" options={ways} />
      <Field
        kind="choice"
        required
        name={at('templateId')}
        label="Modelo"
        options={
          (isMail ? templates : messages)?.map(({ id, name }) => ({
            value: id,
            label: isMail ? name : name.replaceAll('_', ' ')
          })) ?? []
        }
      />
      {isMail && templates?.length === 0 && (
        <Box>
          <Button component={Link} to="/email?aba=templates">
            Escrever o primeiro modelo
          </Button>
        </Box>
      )}
      {isMail && <SubjectField name={at('subject')} ofTemplate={template?.subject} />}
      {!isMail && messages?.length === 0 && <NoTemplates />}
      {message && <MessageFields template={message} values={step.values} under={`steps.${n}.`} onValues={onValues} />}
      {step.id !== null && (
        <Box>
          <Button size="small" component={Link} to={pageOf({ id: step.id, carrier: step.carrier })}>
            Enviar um teste desta etapa
          </Button>
        </Box>
      )}
    </Box>
  )
}
