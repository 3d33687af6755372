import { useId, useState } from 'react'
import { keyTexts } from '../../../../services/assistant/integrations/rules.ts'
import styles from './chat.module.css'
import { reasonOf, storeKey, testKey } from './key.ts'
import { Modal } from './Modal.tsx'

type Props = {
  /** Where the provider answers, if not at its usual address. */
  baseUrl?: string | null
  onClose: () => void
  /** Called with the news once the key is stored. */
  onSaved: (text: string) => void
}

type State = { step: 'editing' | 'testing' | 'saving' } | { step: 'succeeded' | 'failed'; message: string }

/** Asks for the provider's key, which must work before it is stored. */
export function KeyDialog({ baseUrl, onClose, onSaved }: Props) {
  const id = useId()
  const [key, setKey] = useState('')
  const [error, setError] = useState('')
  const [toast, setToast] = useState('')
  const [state, setState] = useState<State>({ step: 'editing' })
  const busy = state.step === 'testing' || state.step === 'saving'

  async function test(): Promise<boolean> {
    setState({ step: 'testing' })
    const { success, message } = await testKey(key.trim(), baseUrl)
    setState({ step: success ? 'succeeded' : 'failed', message })
    return success
  }

  function tryKey(): void {
    setToast('')
    if (key.trim() === '') setToast(keyTexts.emptyTest)
    else void test()
  }

  async function save(): Promise<void> {
    setToast('')
    if (key.trim() === '') return setError(keyTexts.blank)
    if (!(await test())) return
    setState({ step: 'saving' })
    try {
      await storeKey(key.trim())
      onSaved(keyTexts.saved)
    } catch (failure) {
      setState({ step: 'editing' })
      setToast(reasonOf(failure, 'Não foi possível salvar a chave de API. Tente novamente.'))
    }
  }

  return (
    <Modal label="Configurar a chave de API da OpenAI" className={styles.key} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!busy && state.step !== 'failed') void save()
        }}
      >
        <h2>Configurar a chave de API da OpenAI</h2>
        <p>
          A chave é testada antes de ser salva, fica cifrada e não pode ser lida depois. Você a cria em{' '}
          <a href="https://platform.openai.com/api-keys" target="_blank" rel="noopener noreferrer">
            platform.openai.com
          </a>
          .
        </p>
        <label htmlFor={id}>Chave de API</label>
        <input
          id={id}
          type="password"
          value={key}
          placeholder="sk-..."
          autoComplete="off"
          spellCheck={false}
          maxLength={400}
          disabled={busy}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
          onChange={event => {
            setKey(event.target.value)
            setError('')
            setState({ step: 'editing' })
          }}
          data-autofocus
        />
        <p id={`${id}-error`} className={styles.fault}>
          {error}
        </p>
        <div role="status" className={styles.outcome}>
          {state.step === 'testing' && <p className={styles.info}>Testando conexão...</p>}
          {state.step === 'saving' && <p className={styles.info}>Salvando...</p>}
          {state.step === 'succeeded' && <p className={styles.success}>{state.message}</p>}
          {state.step === 'failed' && <p className={styles.error}>{state.message}</p>}
        </div>
        <div role="alert">{toast && <p className={styles.error}>{toast}</p>}</div>
        <div className={styles.choices}>
          <button type="button" className={styles.plain} onClick={onClose}>
            Cancelar
          </button>
          <button type="button" className={styles.plain} disabled={busy} onClick={tryKey}>
            Testar conexão
          </button>
          <button type="submit" className={styles.primary} disabled={busy || state.step === 'failed'}>
            Salvar
          </button>
        </div>
      </form>
    </Modal>
  )
}
