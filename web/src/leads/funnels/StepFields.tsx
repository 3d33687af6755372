import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { OwnField } from '../../../../services/leads/forms/schema.ts'
import { kindLabels, requirableFields, stepKinds } from '../../../../services/leads/funnels/rules.ts'
import { tagColors } from '../../../../services/leads/tags/rules.ts'
import { Field } from '../../ui/Field.tsx'
import { tagColorLabels } from '../tags/colors.ts'
import type { StepDraft } from './draft.ts'

const kinds = stepKinds.map(value => ({ value, label: kindLabels[value] }))
const colors = tagColors.map(value => ({ value, label: tagColorLabels[value] }))

type Props = {
  n: number
  count: number
  step: StepDraft
  /** It belongs to the usual funnel, whose steps stay. */
  fixed: boolean
  ownFields: readonly OwnField[]
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One step of a funnel that is edited. */
export function StepFields({ n, count, step, fixed, ownFields, onMove, onRemove }: Props) {
  const name = step.name.trim() || `etapa ${n + 1}`
  const required = [
    ...Object.entries(requirableFields).map(([value, label]) => ({ value, label })),
    ...ownFields.map(field => ({ value: `custom.${field.name}`, label: field.label }))
  ]
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 2, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'start' }}>
        <Field fullWidth name={`steps.${n}.name`} label={`Etapa ${n + 1}`} longest={60} />
        {!fixed && (
          <Box sx={{ display: 'flex', flexShrink: 0, mt: 0.5 }}>
            <IconButton size="small" aria-label={`Subir ${name}`} disabled={n === 0} onClick={() => onMove(-1)}>
              <UpIcon fontSize="small" />
            </IconButton>
            <IconButton size="small" aria-label={`Descer ${name}`} disabled={n === count - 1} onClick={() => onMove(1)}>
              <DownIcon fontSize="small" />
            </IconButton>
            <IconButton size="small" aria-label={`Excluir ${name}`} onClick={onRemove}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
        <Field kind="choice" name={`steps.${n}.kind`} label="Tipo" options={kinds} disabled={step.key !== ''} />
        <Field kind="choice" name={`steps.${n}.color`} label="Cor" options={colors} />
        {step.kind === 'open' && (
          <>
            <Field kind="number" name={`steps.${n}.chance`} label="Chance (%)" longest={3} />
            <Field kind="number" name={`steps.${n}.staleDays`} label="Parado após (dias)" longest={3} />
          </>
        )}
      </Box>
      <Field
        kind="choice"
        name={`steps.${n}.required`}
        label="Exige para entrar"
        options={required}
        none="Nenhum campo"
      />
    </Box>
  )
}
