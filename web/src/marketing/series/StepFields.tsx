import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { SeriesKind } from '../../../../services/marketing/series/rules.ts'
import { Step } from '../../ui/Step.tsx'
import { SubjectField } from '../campaigns/SubjectField.tsx'
import type { MailTemplateRow } from '../mailTemplates/api.ts'
import { type Errors, hoursOf, type StepDraft, type Unit } from './draft.ts'
import { whenText } from './words.ts'

type Props = {
  n: number
  kind: SeriesKind
  step: StepDraft
  templates: MailTemplateRow[] | undefined
  errors: Errors
  onChange: (part: Partial<StepDraft>) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}

/** One step as it is written: how long it waits, and what it sends. */
export function StepFields({ n, kind, step, templates, errors, onChange, onRemove }: Props) {
  const title = useId()
  const { amount, unit, before, templateId, subject } = step
  const template = templates?.find(({ id }) => id === templateId)
  const [waitError, templateError] = [errors[`steps.${n}.waitHours`], errors[`steps.${n}.templateId`]]
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
        <TextField
          label={ofDate ? 'Dias' : 'Espera'}
          value={amount}
          error={Boolean(waitError)}
          helperText={waitError}
          onChange={event => onChange({ amount: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
        />
        {!ofDate && (
          <TextField
            select
            label="Unidade"
            value={unit}
            onChange={event => onChange({ unit: event.target.value as Unit })}
          >
            <MenuItem value="hours">horas</MenuItem>
            <MenuItem value="days">dias</MenuItem>
          </TextField>
        )}
        {ofDate && (
          <TextField
            select
            label="Da data"
            value={before ? 'before' : 'after'}
            onChange={event => onChange({ before: event.target.value === 'before' })}
          >
            <MenuItem value="before">antes</MenuItem>
            <MenuItem value="after">depois</MenuItem>
          </TextField>
        )}
      </Box>
      <TextField
        select
        required
        label="Modelo"
        value={template ? templateId : ''}
        error={Boolean(templateError)}
        helperText={templateError}
        onChange={event => onChange({ templateId: event.target.value })}
      >
        {(templates ?? []).map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {templates?.length === 0 && (
        <Box>
          <Button component={Link} to="/email?aba=templates">
            Escrever o primeiro modelo
          </Button>
        </Box>
      )}
      <SubjectField value={subject} ofTemplate={template?.subject} onChange={text => onChange({ subject: text })} />
      {step.id !== null && (
        <Box>
          <Button size="small" component={Link} to={`/email/campaigns/${step.id}`}>
            Enviar um teste desta etapa
          </Button>
        </Box>
      )}
    </Box>
  )
}
