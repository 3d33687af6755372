import ShareIcon from '@mui/icons-material/CampaignOutlined'
import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { useMay } from '../client/access.ts'
import { Notice } from '../client/parts/Notice.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ShareLink } from './ShareLink.tsx'

/** For a company that has no lead yet: how to get the first one. */
export function NoLeads() {
  const imports = useMay('import', 'leads')
  return (
    <Notice
      icon={<ShareIcon />}
      title="Nenhum lead ainda"
      text="Compartilhe o link do seu formulário. Cada envio aparece aqui na hora."
    >
      <ShareLink />
      <ShareButton text="QR code, site e redes sociais" />
      {imports && (
        <Button component={Link} to="/leads/import" startIcon={<ImportIcon />}>
          Importar planilha
        </Button>
      )}
    </Notice>
  )
}
