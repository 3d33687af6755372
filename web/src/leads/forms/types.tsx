import EmailIcon from '@mui/icons-material/AlternateEmail'
import SelectIcon from '@mui/icons-material/ArrowDropDownCircleOutlined'
import TaxIdIcon from '@mui/icons-material/BadgeOutlined'
import CheckboxIcon from '@mui/icons-material/CheckBoxOutlined'
import DateIcon from '@mui/icons-material/EventOutlined'
import TextareaIcon from '@mui/icons-material/Notes'
import NumberIcon from '@mui/icons-material/Numbers'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import CepIcon from '@mui/icons-material/PinDrop'
import RadioIcon from '@mui/icons-material/RadioButtonChecked'
import TextIcon from '@mui/icons-material/ShortText'
import HiddenIcon from '@mui/icons-material/VisibilityOffOutlined'
import type { ReactElement } from 'react'
import { nameFor } from '../../../../services/leads/forms/drafts/rules.ts'
import {
  type FieldType,
  type FormField,
  fieldTypes,
  requiredRoles,
  roleOf
} from '../../../../services/leads/forms/rules.ts'

export const typeLabels: Record<FieldType, string> = {
  text: 'Texto curto',
  email: 'E-mail',
  phone: 'Telefone',
  textarea: 'Texto longo',
  select: 'Lista de opções',
  radio: 'Escolha única',
  checkbox: 'Caixa de seleção',
  number: 'Número',
  date: 'Data',
  taxId: 'CPF ou CNPJ',
  cep: 'CEP',
  hidden: 'Campo oculto'
}

export const typeIcons: Record<FieldType, ReactElement> = {
  text: <TextIcon />,
  email: <EmailIcon />,
  phone: <PhoneIcon />,
  textarea: <TextareaIcon />,
  select: <SelectIcon />,
  radio: <RadioIcon />,
  checkbox: <CheckboxIcon />,
  number: <NumberIcon />,
  date: <DateIcon />,
  taxId: <TaxIdIcon />,
  cep: <CepIcon />,
  hidden: <HiddenIcon />
}

export const palette = fieldTypes

/** Without name, e-mail and phone there is no lead: they stay, and stay required. */
export function isLocked(field: FormField, fields: readonly FormField[]): boolean {
  const role = roleOf(field.name)
  if (!role || !requiredRoles.includes(role)) return false
  return fields.find(({ name }) => roleOf(name) === role) === field
}

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => byte.toString(36)).join('')

export function newField(type: FieldType, fields: readonly FormField[]): FormField {
  const label = typeLabels[type]
  return {
    id: newId(),
    name: nameFor(label, fields),
    label,
    type,
    required: false,
    ...((type === 'select' || type === 'radio') && { options: ['Opção 1', 'Opção 2'] })
  }
}

export const copyOf = (field: FormField, fields: readonly FormField[]): FormField => ({
  ...field,
  id: newId(),
  label: `${field.label} (cópia)`,
  name: nameFor(field.label, fields)
})

/** A field that is renamed takes along the conditions that ask for it. */
export function renamed(fields: readonly FormField[], field: FormField, change: Partial<FormField>): FormField[] {
  const changed = { ...field, ...change }
  // Undefined properties are removed: the server takes no empty ones.
  const clean = JSON.parse(JSON.stringify(changed)) as FormField
  return fields.map(other => {
    if (other === field) return clean
    const asks = other.showIf?.field === field.name && change.name !== undefined
    return asks && other.showIf ? { ...other, showIf: { ...other.showIf, field: clean.name } } : other
  })
}
