import { useParams } from 'react-router-dom'
import { MailCard } from '../../platform/email/MailCard.tsx'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useAccountMail } from './api.ts'

/** One mail about an account, word for word. */
export function AccountMailPage() {
  const { id = '' } = useParams()
  const reading = useAccountMail(id)
  return (
    <>
      <Breadcrumb to="/admin/account-mails" list="Caixa de saída de teste" current={reading.data?.subject} />
      <Loaded of={reading} what="o e-mail" page>
        {mail => (
          <>
            <PageHead title={mail.subject} />
            <MailCard mail={mail} />
          </>
        )}
      </Loaded>
    </>
  )
}
