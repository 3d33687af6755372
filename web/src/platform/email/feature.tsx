import MailsIcon from '@mui/icons-material/ForwardToInboxOutlined'
import type { Feature } from '../../shell/features.ts'
import { MailList } from './MailList.tsx'
import { MailPage } from './MailPage.tsx'

export const email: Feature = {
  name: 'email',
  resources: [{ name: 'mails', list: MailList, edit: MailPage, recordRepresentation: 'subject' }],
  menu: [{ under: 'Testes', to: '/mails', label: 'Caixa de saída de teste', shortLabel: 'Saída', icon: <MailsIcon /> }]
}
