import BackIcon from '@mui/icons-material/ArrowBack'
import Button from '@mui/material/Button'
import { Link, useNavigate } from 'react-router-dom'
import { PageHead } from '../client/parts/PageHead.tsx'
import { CompanyForm } from './CompanyForm.tsx'

/** A new company and its first person. */
export function CompanyCreate() {
  const navigate = useNavigate()
  return (
    <>
      <Button component={Link} to="/admin/companies" size="small" startIcon={<BackIcon />} sx={{ ml: -1, mb: 1 }}>
        Empresas
      </Button>
      <PageHead title="Nova empresa" />
      <CompanyForm onSaved={({ id }) => navigate(`/admin/companies/${id}?aba=users`)} />
    </>
  )
}
