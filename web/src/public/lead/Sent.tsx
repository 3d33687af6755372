import { type FormEvent, useEffect, useRef } from 'react'
import controls from '../parts/controls.module.css'
import { CheckIcon } from '../parts/icons.tsx'
import styles from './lead.module.css'
import { formTexts } from './texts.ts'

/** Thanks the visitor; the heading takes the focus so that it is read out. */
export function Sent({ address, onAgain }: { address: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function again(event: FormEvent) {
    event.preventDefault()
    onAgain()
  }

  const [path, query] = address.split('?')
  return (
    <div className={styles.sent}>
      <CheckIcon size={56} />
      <h1 ref={heading} tabIndex={-1}>
        {formTexts.sent}
      </h1>
      <p>{formTexts.sentText}</p>
      <form action={path} method="get" onSubmit={again}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className={`${controls.button} ${controls.secondary}`} type="submit">
          Enviar outro lead
        </button>
      </form>
    </div>
  )
}
