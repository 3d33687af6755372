import { type FieldWith, fieldsWith, type LeadField, leadFields } from '../../../../../services/leads/leads/fields.ts'

type Field = Exclude<FieldWith<'typed'>, 'valueCents'> | 'source'

export type Input = { field: Field; label: string; kind?: 'phone' | 'email' | 'cnpj'; max: number; wide?: boolean }

const usual: readonly Input[] = [
  { field: 'name', label: 'Nome', max: leadFields.name.longest, wide: true },
  { field: 'phone', label: 'Telefone', kind: 'phone', max: 40 },
  { field: 'email', label: 'E-mail', kind: 'email', max: 254 },
  { field: 'company', label: 'Empresa', max: leadFields.company.longest },
  { field: 'companyRole', label: leadFields.companyRole.label, max: leadFields.companyRole.longest },
  { field: 'cnpj', label: 'CNPJ', kind: 'cnpj', max: 30 },
  { field: 'source', label: 'De onde veio', max: leadFields.source.longest }
]

/** Fields that stand above, or have an input of another kind. */
const placed: readonly string[] = [...usual.map(({ field }) => field), 'message', 'valueCents']

/** The inputs of one line, in their order; a typed text that is declared in `leadFields` comes last automatically. */
export const inputs: readonly Input[] = [
  ...usual,
  ...fieldsWith('typed').flatMap(name => {
    const { label, longest }: LeadField = leadFields[name]
    return longest && !placed.includes(name) ? [{ field: name as Field, label, max: longest }] : []
  })
]

/** The values of the inputs, all text. */
export type Typed = Record<Field | 'valueCents', string>

const names: (keyof Typed)[] = [...inputs.map(({ field }) => field), 'valueCents', 'message']

export const empty = Object.fromEntries(names.map(name => [name, ''])) as Typed
