import { useState } from 'react'
import { detailsOf, requestOf } from '../../core/problem.ts'
import styles from './controls.module.css'
import { Frame } from './Frame.tsx'
import frame from './frame.module.css'

type Props = { text?: string | undefined; error?: Error | undefined }

/** The page for an unexpected error. */
export function BrokenPage({ text = 'Não foi possível mostrar esta página.', error }: Props) {
  const code = error && requestOf(error)
  return (
    <Frame width="narrow">
      <h1>Algo deu errado</h1>
      <p>{text} Recarregue para tentar de novo.</p>
      <div className={frame.actions}>
        <button className={`${styles.button} ${styles.primary}`} type="button" onClick={() => location.reload()}>
          Recarregar
        </button>
        {error && <CopyDetails error={error} />}
      </div>
      {code && (
        <p className={frame.code}>
          Código do erro: <code>{code}</code>
        </p>
      )}
    </Frame>
  )
}

function CopyDetails({ error }: { error: Error }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(detailsOf(error)).then(
      () => setSaid('Detalhes copiados'),
      () => setSaid('Não foi possível copiar')
    )
  return (
    <button className={`${styles.button} ${styles.secondary}`} type="button" onClick={() => void copy()}>
      <span role="status">{said || 'Copiar detalhes'}</span>
    </button>
  )
}
