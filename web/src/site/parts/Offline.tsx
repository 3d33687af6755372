import { useOnline } from '../../core/online.ts'
import styles from './frame.module.css'

/** Says that the connection is gone, for as long as it is. */
export function Offline() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className={styles.announcement}>Você está sem conexão. O que você escrever continua aqui até ela voltar.</p>
      )}
    </div>
  )
}
