import styles from './controls.module.css'
import { Frame } from './Frame.tsx'

/** What a person sees of an error that nobody expected. */
export function BrokenPage({ text = 'Ocorreu um erro ao mostrar esta página.' }: { text?: string }) {
  return (
    <Frame width="narrow">
      <h1>Algo deu errado</h1>
      <p>{text} Recarregue a página para tentar de novo.</p>
      <p>
        <button className={`${styles.button} ${styles.primary}`} type="button" onClick={() => location.reload()}>
          Recarregar
        </button>
      </p>
    </Frame>
  )
}
