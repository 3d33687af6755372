import DeniedIcon from '@mui/icons-material/LockOutlined'
import { Notice } from '../ui/Notice.tsx'
import { useDocumentTitle } from '../ui/PageHead.tsx'

export function AccessDenied() {
  useDocumentTitle('Acesso negado')
  return (
    <Notice
      heading="h1"
      icon={<DeniedIcon />}
      title="Acesso negado"
      text="Você não tem permissão para acessar esta página."
    />
  )
}
