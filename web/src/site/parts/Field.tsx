import { type ReactNode, useId } from 'react'
import styles from './controls.module.css'
import { WarningIcon } from './icons.tsx'

export type Control = {
  id: string
  name: string
  className: string | undefined
  required: boolean
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type FieldProps = {
  name: string
  label: string
  error: string | undefined
  hint?: ReactNode
  /** Shown with an asterisk, and announced to assistive technology. */
  required?: boolean
  /** Follows the label. */
  mark?: ReactNode
  children: (control: Control) => ReactNode
}

/**
 * A label above a control, and under it one line that is always there: the hint, or the error in its place. So an error
 * moves nothing, and a button that is being pressed stays under the pointer.
 */
export function Field({ name, label, error, hint, required = false, mark, children }: FieldProps) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required ? <Star /> : mark}
      </label>
      {children({
        id,
        name,
        className: styles.input,
        required,
        'aria-invalid': error !== undefined,
        'aria-describedby': error || hint ? about : undefined
      })}
      <FieldNote id={about} error={error} hint={hint} />
    </div>
  )
}

/** The asterisk of a required field. */
export const Star = () => (
  <span className={styles.star} aria-hidden="true">
    {' *'}
  </span>
)

/** The line under a control. */
export function FieldNote({ id, error, hint }: { id: string; error: string | undefined; hint?: ReactNode }) {
  if (!error)
    return (
      <div id={id} className={styles.hint}>
        {hint}
      </div>
    )
  return (
    <div id={id} className={styles.error}>
      <WarningIcon size={16} />
      <span>{error}</span>
    </div>
  )
}
