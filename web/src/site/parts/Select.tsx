import styles from './controls.module.css'
import type { Control } from './Field.tsx'
import { ChevronIcon } from './icons.tsx'

type SelectProps = {
  control: Control
  value?: string
  placeholder: string
  children: readonly { value: string; label: string }[]
}

/** A native choice; the placeholder is its empty option. */
export const Select = ({ control, value = '', placeholder, children }: SelectProps) => (
  <div className={styles.select}>
    <select {...control} defaultValue={value}>
      <option value="">{placeholder}</option>
      {children.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronIcon />
  </div>
)
