import { type Control, Field } from '../parts/Field.tsx'
import { PhoneInput } from '../parts/PhoneInput.tsx'
import { Select } from '../parts/Select.tsx'
import type { LeadField } from './fields.ts'

const completions = { name: 'name', email: 'email', phone: 'tel', message: 'off' }
const lengths = { name: 200, email: 254, phone: 40, message: 5000 }

type LeadInputProps = { field: LeadField; value: string | undefined; error: string | undefined }

/** One field of the company's form. */
export function LeadInput({ field, value, error }: LeadInputProps) {
  return (
    <Field name={field.name} label={field.label} required={field.required} error={error}>
      {control => inputOf(field, control, value)}
    </Field>
  )
}

function inputOf({ type, role, placeholder, options = [] }: LeadField, control: Control, value = '') {
  if (type === 'select')
    return (
      <Select control={control} value={value} placeholder={placeholder ?? 'Selecione uma opção'}>
        {options.map(option => ({ value: option, label: option }))}
      </Select>
    )

  const common = {
    ...control,
    placeholder,
    defaultValue: value,
    autoComplete: role && completions[role],
    maxLength: role ? lengths[role] : type === 'textarea' ? 5000 : 500
  }
  if (type === 'textarea') return <textarea {...common} rows={4} />
  if (type === 'email' || role === 'email')
    return <input {...common} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
  if (type === 'phone' || role === 'phone') return <PhoneInput {...common} />
  return <input {...common} type="text" />
}
