import { maskCep, maskTaxId } from '../../../../services/leads/forms/rules.ts'
import { applyMask } from '../../core/mask.ts'
import { type Control, Field, FieldNote, Star } from '../parts/Field.tsx'
import { PhoneInput } from '../parts/PhoneInput.tsx'
import { Select } from '../parts/Select.tsx'
import { Choices } from './Choices.tsx'
import type { LeadField } from './fields.ts'
import styles from './lead.module.css'

const completions = { name: 'name', email: 'email', phone: 'tel', message: 'off' }
const lengths = { name: 200, email: 254, phone: 40, message: 5000 }

type LeadInputProps = {
  field: LeadField
  /** False while the answer that it depends on is another one. */
  shown?: boolean
  value: string | undefined
  error: string | undefined
}

/** One field of the company's form. */
export function LeadInput({ field, shown = true, value, error }: LeadInputProps) {
  if (field.type === 'hidden') return <input type="hidden" name={field.name} value={value ?? ''} />
  return (
    <div className={styles.waiting} data-field={field.id} hidden={!shown}>
      {field.type === 'radio' ? (
        <Choices field={field} value={value} error={error} />
      ) : field.type === 'checkbox' ? (
        <Tick field={field} value={value} error={error} />
      ) : (
        <Field name={field.name} label={field.label} hint={field.help} required={field.required} error={error}>
          {control => inputOf(field, control, value)}
        </Field>
      )}
    </div>
  )
}

const Tick = ({ field, value, error }: Omit<LeadInputProps, 'shown'>) => (
  <div>
    <label className={styles.tick}>
      <input
        type="checkbox"
        name={field.name}
        value="true"
        defaultChecked={value === 'true'}
        required={field.required}
        aria-invalid={error !== undefined}
        aria-describedby={error || field.help ? `${field.id}-about` : undefined}
      />
      <span>
        {field.label}
        {field.required && <Star />}
      </span>
    </label>
    <FieldNote id={`${field.id}-about`} error={error} hint={field.help} />
  </div>
)

function inputOf(field: LeadField, control: Control, value = '') {
  const { type, role, placeholder, options = [] } = field
  if (type === 'select')
    return (
      <Select control={control} value={value} placeholder={placeholder ?? 'Selecione uma opção'}>
        {options.map(option => ({ value: option, label: option }))}
      </Select>
    )

  const longest = role ? lengths[role] : type === 'textarea' ? 5000 : 500
  const common = {
    ...control,
    placeholder,
    defaultValue: value,
    autoComplete: role && completions[role],
    maxLength: type === 'number' ? 30 : Math.min(longest, field.max ?? longest)
  }
  if (type === 'textarea') return <textarea {...common} rows={4} />
  if (type === 'email' || role === 'email')
    return <input {...common} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
  if (type === 'phone' || role === 'phone') return <PhoneInput {...common} />
  if (type === 'number') return <input {...common} type="text" inputMode="decimal" />
  if (type === 'date') return <input {...common} type="date" maxLength={undefined} />
  if (type === 'taxId' || type === 'cep')
    return (
      <input
        {...common}
        type="text"
        inputMode={type === 'cep' ? 'numeric' : 'text'}
        autoComplete={type === 'cep' ? 'postal-code' : 'off'}
        maxLength={type === 'cep' ? 9 : 18}
        placeholder={placeholder ?? (type === 'cep' ? '00000-000' : undefined)}
        onInput={event => applyMask(event.currentTarget, type === 'cep' ? maskCep : maskTaxId)}
      />
    )
  return <input {...common} type="text" />
}
