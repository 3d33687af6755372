import Box from '@mui/material/Box'
import { centsText, moneyText, readMoney } from '../../../../services/core/money/rules.ts'
import { monthName } from '../../../../services/leads/sales/rules.ts'
import { NewTargets, type Targets } from '../../../../services/leads/sales/schema.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useTargetsSave } from './api.ts'

type Typed = { cents: string; count: string }
type Values = Typed & { owners: (Typed & { ownerId: string })[] }

const typed = (target: { count: number | null; cents: number | null } | undefined): Typed => ({
  cents: centsText(target?.cents ?? null),
  count: target?.count ? String(target.count) : ''
})

const read = ({ cents, count }: Typed) => ({
  cents: readMoney(cents) ?? null,
  count: count.trim() ? Number(count) : null
})

/** Sets the targets of a month, of the company and of each person; an empty one is none. */
export function TargetsDialog({ month, targets, onClose }: { month: string; targets: Targets; onClose: () => void }) {
  const { data: people } = useEmployeeOptions()
  if (!people) return null
  const owners = people.map(({ id, name }) => ({
    id,
    name,
    target: targets.owners.find(({ ownerId }) => ownerId === id)
  }))
  return <Dialog month={month} targets={targets} owners={owners} onClose={onClose} />
}

type Owner = { id: string; name: string; target: Targets['owners'][number] | undefined }
type DialogProps = { month: string; targets: Targets; owners: readonly Owner[]; onClose: () => void }

function Dialog({ month, targets, owners, onClose }: DialogProps) {
  const form = useForm<Values, NewTargets>(
    NewTargets,
    { ...typed(targets), owners: owners.map(({ id, target }) => ({ ownerId: id, ...typed(target) })) },
    useTargetsSave(month, onClose),
    {
      toBody: values => ({
        ...read(values),
        owners: values.owners.map(owner => ({ ownerId: owner.ownerId, ...read(owner) }))
      }),
      check: faultsOf,
      keep: `targets ${month}`
    }
  )
  return (
    <FormDialog form={form} title={`Metas de ${monthName(month)}`} label="Salvar metas" full onClose={onClose}>
      <Pair title="Empresa" name="" />
      {owners.map(({ id, name }, n) => (
        <Pair key={id} title={name} name={`owners.${n}.`} />
      ))}
    </FormDialog>
  )
}

/** A target in value and one in number, either of which may be left empty. */
const Pair = ({ title, name }: { title: string; name: string }) => (
  <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
    <Box component="legend" sx={{ p: 0, mb: 1, fontWeight: 600 }}>
      {title}
    </Box>
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '3fr 2fr' }}>
      <Field kind="money" name={`${name}cents`} label="Valor" />
      <Field kind="number" name={`${name}count`} label="Vendas" longest={7} />
    </Box>
  </Box>
)

function faultsOf(values: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  const look = (target: Typed, prefix: string) => {
    if (readMoney(target.cents) === undefined) faults[`${prefix}cents`] = moneyText
    if (target.count.trim() && !/^\d{1,6}$/.test(target.count.trim()))
      faults[`${prefix}count`] = 'Use um número inteiro, sem pontos.'
  }
  look(values, '')
  for (const [n, owner] of values.owners.entries()) look(owner, `owners.${n}.`)
  return faults
}
