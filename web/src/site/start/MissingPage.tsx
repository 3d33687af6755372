import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'

/** Answers every address that leads nowhere. */
export const MissingPage = () => (
  <Frame width="narrow">
    <h1>Página não encontrada</h1>
    <p>O endereço pode ter mudado ou não existe mais.</p>
    <p>
      <a className={`${controls.button} ${controls.primary}`} href="/">
        Ir para o início
      </a>
    </p>
  </Frame>
)
