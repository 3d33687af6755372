import type { PageProps } from '../page.ts'
import { Frame } from '../parts/Frame.tsx'
import { Leaving } from '../parts/Leaving.tsx'
import { useHomeIfSignedIn } from '../parts/signedIn.ts'
import { SignIn } from './SignIn.tsx'

/** Signs a company's people in. */
export function LoginPage({ page }: PageProps) {
  const leaving = useHomeIfSignedIn({ returning: true })
  if (leaving) return <Leaving />
  return (
    <Frame width="narrow" footer={<a href="/employee-login">Área do funcionário</a>}>
      <SignIn
        title="Entrar"
        action="/login"
        demonstration={page.demonstration}
        links={
          <>
            <a href="/reset-password">Esqueceu a senha?</a>
            <a href="/signup">Criar conta</a>
          </>
        }
      />
    </Frame>
  )
}
