import { digits, validEmail } from '../../../../services/core/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'
import { NeedsScript } from '../account/NeedsScript.tsx'
import { useLinkRequest } from '../account/useLinkRequest.ts'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { askLink } from './api.ts'
import styles from './person.module.css'

function checkContact(name: string, value: string): string | undefined {
  const trimmed = value.trim()
  if (name !== 'contact') return undefined
  if (trimmed === '') return leadFormTexts.required
  const fits = trimmed.includes('@') ? validEmail(trimmed) : digits(trimmed).length >= 8
  return fits ? undefined : 'Digite um e-mail ou um telefone com DDD.'
}

type Props = { client: string; company: string | null; problem: string | null }

/** One field, and the same answer whether the company knows the person or not. */
export function AskForLink({ client, company, problem }: Props) {
  const {
    error,
    busy,
    answer,
    problem: refused,
    formProps
  } = useLinkRequest({
    name: 'contact',
    check: checkContact,
    ask: contact => askLink(client, contact),
    explain: error => (error instanceof Error ? error.message : String(error))
  })

  if (problem)
    return (
      <>
        <div className={styles.heading}>
          <h1>Meus dados</h1>
        </div>
        <Notice tone="error">{problem}</Notice>
        <a href="/my-data">Procurar a empresa pelo CNPJ</a>
      </>
    )
  return (
    <>
      <div className={styles.heading}>
        <h1>Meus dados</h1>
        <p>
          Veja o que {company ?? 'esta empresa'} guarda sobre você, baixe, corrija, retire consentimentos ou peça a
          exclusão. Não precisa de senha: enviamos um link ao seu e-mail.
        </p>
      </div>
      <NeedsScript />
      {answer && <Notice tone="success">{answer} Confira também a caixa de spam.</Notice>}
      {refused && <Notice tone="error">{refused}</Notice>}
      <form className={styles.form} {...formProps}>
        <Field
          name="contact"
          label="E-mail ou telefone"
          error={error}
          hint="O mesmo que você informou à empresa."
          required
        >
          {control => <EmailInput {...control} type="text" />}
        </Field>
        <Submit label={answer ? 'Enviar novamente' : 'Enviar link'} busyLabel="Enviando..." busy={busy} />
      </form>
      <p className={styles.small}>
        Informou só o telefone? O link só vai para um e-mail do cadastro: peça à empresa, e ela envia um link pelo
        WhatsApp.
      </p>
    </>
  )
}
