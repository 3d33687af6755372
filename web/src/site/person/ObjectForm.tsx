import { type FormEvent, useState } from 'react'
import controls from '../parts/controls.module.css'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import styles from './person.module.css'

const check = (name: string, value: string): string | undefined =>
  name === 'details' && !value.trim() ? 'Diga a que você se opõe.' : undefined

type Props = {
  company: string
  onSend: (path: string, body: object, done: string) => Promise<boolean>
  onBack: () => void
}

/** The reader's objection in their own words; the company decides and answers. */
export function ObjectForm({ company, onSend, onBack }: Props) {
  const { form, errors, events, show, values } = useFieldErrors(check)
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = values()
    const failed = failures(typed, ['details'], check)
    if (failed) return show(failed)
    setBusy(true)
    await onSend('/requests', { kind: 'objection', details: typed.details?.trim() }, 'Pedido de oposição enviado')
    setBusy(false)
  }

  return (
    <form ref={form} className={`${styles.form} ${styles.box}`} noValidate onSubmit={send} {...events}>
      <h2>Opor-me a um uso dos meus dados</h2>
      <p>
        Você pode se opor a um uso dos seus dados com que não concorda (LGPD, art. 18, § 2º): receber ofertas, por
        exemplo, ou a pontuação do seu cadastro. {company} recebe o pedido e tem um prazo para responder. Os seus dados
        continuam guardados; para apagá-los, peça a exclusão.
      </p>
      <Field name="details" label="A que você se opõe e por quê?" error={errors.details} required>
        {control => <textarea {...control} rows={4} maxLength={2000} />}
      </Field>
      <div className={styles.buttons}>
        <button className={`${controls.button} ${controls.primary}`} type="submit" aria-disabled={busy || undefined}>
          {busy ? 'Enviando...' : 'Enviar oposição'}
        </button>
        <button className={`${controls.button} ${controls.secondary}`} type="button" onClick={onBack}>
          Voltar
        </button>
      </div>
    </form>
  )
}
