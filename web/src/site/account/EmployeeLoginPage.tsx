import { productName } from '../../../../services/core/rules.ts'
import { Frame } from '../parts/Frame.tsx'
import { Leaving } from '../parts/Leaving.tsx'
import { useHomeIfSignedIn } from '../parts/signedIn.ts'
import { SignIn } from './SignIn.tsx'

/** Signs the provider's staff in. Other people who sign in here still reach their own area. */
export function EmployeeLoginPage() {
  const leaving = useHomeIfSignedIn({ returning: true })
  if (leaving) return <Leaving />
  return (
    <Frame width="narrow" footer={<a href="/login">Entrar como cliente</a>}>
      <SignIn
        title="Área do funcionário"
        text={`Acesso da equipe da ${productName}.`}
        action="/employee-login"
        links={<a href="/reset-password">Esqueceu a senha?</a>}
      />
    </Frame>
  )
}
