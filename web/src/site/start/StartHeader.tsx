import { Brand } from '../parts/Brand.tsx'
import controls from '../parts/controls.module.css'
import styles from './start.module.css'

export const StartHeader = () => (
  <header className={styles.header}>
    <div className={styles.bar}>
      <a className={styles.home} href="/" aria-label="Prosa, início">
        <Brand />
      </a>
      <div className={styles.through}>
        <nav className={styles.anchors} aria-label="Nesta página">
          <a href="#recursos">Recursos</a>
          <a href="#beneficios">Benefícios</a>
          <a href="#planos">Planos</a>
        </nav>
        <button type="button" className={styles.ask} data-open-chat aria-haspopup="dialog">
          Falar com a IA
        </button>
      </div>
      <div className={styles.ways}>
        <a className={styles.enter} href="/login">
          Entrar
        </a>
        <a className={`${controls.button} ${controls.primary} ${styles.small}`} href="/signup">
          Teste grátis
        </a>
      </div>
    </div>
  </header>
)
