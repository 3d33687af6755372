import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { homeOf } from '../../../services/account/auth/rules.ts'
import { user } from '../core/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { useDocumentTitle } from '../ui/PageHead.tsx'

export function NotFound() {
  const person = user()
  useDocumentTitle('Página não encontrada')
  return (
    <Notice heading="h1" title="Página não encontrada" text="O endereço não existe ou mudou de lugar.">
      <Button variant="outlined" component={Link} to={person ? homeOf(person) : '/dashboard'}>
        Ir para o painel
      </Button>
    </Notice>
  )
}
