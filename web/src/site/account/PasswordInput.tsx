import { useState } from 'react'
import styles from '../parts/controls.module.css'
import type { Control } from '../parts/Field.tsx'

type PasswordInputProps = {
  control: Control & { maxLength?: number }
  autoComplete: string
  onText?: (text: string) => void
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ control, autoComplete, onText }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <input
        {...control}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        onInput={event => onText?.(event.currentTarget.value)}
      />
      <button
        className={styles.reveal}
        type="button"
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Ocultar' : 'Mostrar'}
      </button>
    </div>
  )
}
