import ShareIcon from '@mui/icons-material/CampaignOutlined'
import { Notice } from '../client/parts/Notice.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ShareLink } from './ShareLink.tsx'

/** For a company that has no lead yet: how to get the first one. */
export const NoLeads = () => (
  <Notice
    icon={<ShareIcon />}
    title="Nenhum lead ainda"
    text="Compartilhe o link do seu formulário. Cada envio aparece aqui na hora."
  >
    <ShareLink />
    <ShareButton text="QR code, site e redes sociais" />
  </Notice>
)
