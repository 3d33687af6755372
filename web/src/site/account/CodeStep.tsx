import { type FormEvent, useEffect, useState } from 'react'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { BackIcon } from '../parts/icons.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { showToast } from '../parts/toasts.ts'
import styles from './account.module.css'
import { checkCode } from './checks.ts'
import { loginProblem, sessionProblem } from './problems.ts'

const wrongCode = 'Código incorreto ou já usado.'

const kinds = {
  app: {
    label: 'Código de verificação',
    text: 'Digite o código do seu aplicativo autenticador.',
    other: 'Usar um código de recuperação'
  },
  recovery: {
    label: 'Código de recuperação',
    text: 'Digite um dos códigos que você guardou ao ativar a verificação. Cada um vale uma vez.',
    other: 'Usar o aplicativo autenticador'
  }
}

type CodeStepProps = {
  /** Signs in with the code; throws where that fails. */
  onCode: (code: string) => Promise<void>
  isWrong: (error: unknown) => boolean
  onBack: () => void
}

/** The second step of a sign-in: a code of the app, or a recovery code in its place. */
export function CodeStep({ onCode, isWrong, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { form, errors, events, setErrors, show, values } = useFieldErrors(checkCode)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { label, text, other } = kinds[kind]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code is another field
  useEffect(() => form.current?.querySelector('input')?.focus(), [form, kind])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { code = '' } = values()
    const failed = failures({ code }, ['code'], checkCode)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    try {
      await onCode(code.trim())
    } catch (error) {
      setBusy(false)
      if (isWrong(error)) return show({ code: wrongCode })
      setProblem(loginProblem(error))
      showToast({ tone: 'error', title: 'Erro no login', text: sessionProblem(error) })
    }
  }

  return (
    <>
      <button className={styles.back} type="button" onClick={onBack}>
        <BackIcon />
        Voltar
      </button>
      <div className={styles.heading}>
        <h1>Verificação em duas etapas</h1>
        <p>{text}</p>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <form ref={form} className={styles.form} noValidate onSubmit={send} {...events}>
        <Field key={kind} name="code" label={label} error={errors.code} required>
          {control => (
            <input
              {...control}
              autoComplete="one-time-code"
              inputMode={kind === 'app' ? 'numeric' : 'text'}
              autoCapitalize={kind === 'app' ? 'none' : 'characters'}
              spellCheck={false}
              maxLength={kind === 'app' ? 12 : 40}
            />
          )}
        </Field>
        <Submit label="Verificar" busyLabel="Verificando..." busy={busy} />
      </form>
      <button
        className={styles.linkButton}
        type="button"
        onClick={() => {
          setErrors({})
          setKind(kind === 'app' ? 'recovery' : 'app')
        }}
      >
        {other}
      </button>
    </>
  )
}
