import { Frame } from '../parts/Frame.tsx'
import { BackIcon } from '../parts/icons.tsx'
import { Leaving } from '../parts/Leaving.tsx'
import { useHomeIfSignedIn } from '../parts/signedIn.ts'
import styles from './account.module.css'
import { SignIn } from './SignIn.tsx'

/** Signs a company's people in. */
export function LoginPage() {
  const leaving = useHomeIfSignedIn({ returning: true })
  if (leaving) return <Leaving />
  return (
    <Frame width="narrow" footer={<a href="/employee-login">Área do funcionário</a>}>
      <a className={styles.back} href="/">
        <BackIcon />
        Voltar
      </a>
      <SignIn title="Entrar" action="/login" />
      <p className={styles.links}>
        <a href="/reset-password">Esqueceu a senha?</a>
        <a href="/signup">Criar conta</a>
      </p>
    </Frame>
  )
}
