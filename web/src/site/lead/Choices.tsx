import { useId } from 'react'
import controls from '../parts/controls.module.css'
import { FieldNote, Star } from '../parts/Field.tsx'
import type { LeadField } from './fields.ts'
import styles from './lead.module.css'

type ChoicesProps = { field: LeadField; value: string | undefined; error: string | undefined }

/** One of a few answers, all of them in sight. */
export function Choices({ field, value, error }: ChoicesProps) {
  const id = useId()
  const about = `${id}-about`
  return (
    <fieldset className={controls.field} aria-describedby={error || field.help ? about : undefined}>
      <legend className={`${controls.label} ${styles.question}`}>
        {field.label}
        {field.required && <Star />}
      </legend>
      <div className={styles.radios}>
        {field.options?.map((option, place) => (
          <label key={option} className={styles.choice}>
            <input
              type="radio"
              name={field.name}
              value={option}
              defaultChecked={value === option}
              required={field.required}
              aria-invalid={(error !== undefined && place === 0) || undefined}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
      <FieldNote id={about} error={error} hint={field.help} />
    </fieldset>
  )
}
