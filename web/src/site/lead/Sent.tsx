import { type FormEvent, useEffect, useRef } from 'react'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'
import controls from '../parts/controls.module.css'
import { CheckIcon } from '../parts/icons.tsx'
import styles from './lead.module.css'
import { formTexts } from './texts.ts'

type SentProps = {
  address: string
  form: PublicForm | undefined
  onAgain: () => void
}

/** Thanks the visitor; the heading takes the focus so that it is read out. */
export function Sent({ address, form, onAgain }: SentProps) {
  const settings = form?.settings
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
      <p>{settings?.success ?? formTexts.sentText}</p>
      {settings?.redirect && (
        <a className={`${controls.button} ${controls.primary}`} href={settings.redirect}>
          Continuar
        </a>
      )}
      {form && settings?.booking && (
        <a className={`${controls.button} ${controls.primary}`} href={`/agendar/${form.company.id}`}>
          Agendar um horário
        </a>
      )}
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
