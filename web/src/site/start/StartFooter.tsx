import { Brand } from '../parts/Brand.tsx'
import styles from './start.module.css'

export const StartFooter = () => (
  <footer className={styles.footer}>
    <Brand />
    <nav aria-label="Rodapé">
      <a href="/leads/new">Enviar mensagem a uma empresa</a>
      <a href="/contact">Contato</a>
      <a href="/privacy">Privacidade</a>
      <a href="/terms">Termos de uso</a>
      <a href="/employee-login">Área do funcionário</a>
    </nav>
  </footer>
)
