import { type PageProps, queryOf } from '../page.ts'
import { Frame } from '../parts/Frame.tsx'
import { BackIcon } from '../parts/icons.tsx'
import { AskForLink } from './AskForLink.tsx'
import styles from './account.module.css'
import { NewPassword } from './NewPassword.tsx'

/** A forgotten password: asks for a link, or takes the new password that the link in the address is good for. */
export function ResetPage({ page }: PageProps) {
  const token = queryOf(page).get('token')
  return (
    <Frame width="narrow">
      <a className={styles.back} href="/login">
        <BackIcon />
        Voltar
      </a>
      {token ? <NewPassword token={token} /> : <AskForLink />}
    </Frame>
  )
}
