import ShareIcon from '@mui/icons-material/CampaignOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { usePermitted, useUser } from '../../shell/access.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ShareLink } from './ShareLink.tsx'

/** For a company that has no lead yet: how to get the first one. A person who sees some leads only reads which ones. */
export function NoLeads() {
  const imports = usePermitted()('import_leads')
  const employee = useUser()?.companyEmployee
  if (employee && employee.role !== 'admin' && employee.leadAccess !== 'all')
    return (
      <Notice
        icon={<PersonIcon />}
        title={employee.leadAccess === 'team' ? 'Nenhum lead com a sua equipe' : 'Nenhum lead com você'}
        text={
          employee.leadAccess === 'team'
            ? 'Você vê os leads da sua equipe. Quando alguém dela receber um, ele aparece aqui na hora.'
            : 'Você vê os leads de que é responsável. Quando receber um, ele aparece aqui na hora.'
        }
      />
    )
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
