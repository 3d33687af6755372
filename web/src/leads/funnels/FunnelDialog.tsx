import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Funnel, FunnelChange, NewFunnel } from '../../../../services/leads/funnels/schema.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm, useRows } from '../../ui/form.tsx'
import { useFunnelChange, useOwnFields } from './api.ts'
import { chosenMoves, draftOf, type FunnelDraft, newStep, toStep } from './draft.ts'
import { MoveFields } from './MoveFields.tsx'
import { StepFields } from './StepFields.tsx'

type Props = { funnel: Funnel | null; funnels: readonly Funnel[]; onClose: () => void }

const goneOf = (funnel: Funnel | null, { steps }: FunnelDraft) =>
  funnel?.steps.filter(({ key }) => !steps.some(step => step.key === key)) ?? []

/** Edits a funnel, or makes one. */
export function FunnelDialog({ funnel, funnels, onClose }: Props) {
  const { data: ownFields = [] } = useOwnFields()
  const save = useFunnelChange(onClose)
  const form = useForm<FunnelDraft, NewFunnel | FunnelChange>(
    funnel ? FunnelChange : NewFunnel,
    draftOf(funnel),
    {
      ...save,
      mutateAsync: body =>
        save.mutateAsync(funnel ? { id: funnel.id, change: body as FunnelChange } : { create: body as NewFunnel })
    },
    {
      toBody: values => ({
        name: values.name.trim(),
        steps: values.steps.map(toStep),
        ...(funnel && { version: funnel.version, moves: chosenMoves(values.moves, goneOf(funnel, values)) })
      }),
      keep: `funnel ${funnel?.id ?? 'new'}`
    }
  )
  const rows = useRows(form, 'steps')
  const { steps } = form.values
  const gone = goneOf(funnel, form.values)
  // The leads of a step that goes may go to one of this funnel that stays.
  const targets = funnels.map(each =>
    each.id === funnel?.id
      ? { ...each, steps: each.steps.filter(({ key }) => steps.some(step => step.key === key)) }
      : each
  )
  const fixed = funnel?.default ?? false
  return (
    <FormDialog
      form={form}
      title={funnel ? `Funil ${funnel.name}` : 'Novo funil'}
      label="Salvar funil"
      full
      maxWidth="md"
      onClose={onClose}
    >
      <Field name="name" label="Nome do funil" longest={60} required autoFocus={!funnel} />
      <Box component="ol" aria-label="Etapas" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {rows.keys.map((key, n) => {
          const step = steps[n]
          return (
            step && (
              <StepFields
                key={key}
                n={n}
                count={rows.keys.length}
                step={step}
                fixed={fixed}
                ownFields={ownFields}
                onMove={by => rows.move(n, n + by)}
                onRemove={() => rows.remove(n)}
              />
            )
          )
        })}
      </Box>
      {!fixed && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button startIcon={<AddIcon />} onClick={() => rows.add(newStep('open'))}>
            Etapa em aberto
          </Button>
          <Button startIcon={<AddIcon />} onClick={() => rows.add(newStep('lost', '', 'slate'))}>
            Etapa de perda
          </Button>
        </Box>
      )}
      <MoveFields gone={gone} funnels={targets} />
    </FormDialog>
  )
}
