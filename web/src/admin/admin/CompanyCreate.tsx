import { useNavigate } from 'react-router-dom'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { CompanyForm } from './CompanyForm.tsx'

/** A new company and its first person. */
export default function CompanyCreate() {
  const navigate = useNavigate()
  return (
    <>
      <Breadcrumb to="/admin/companies" list="Empresas" current="Nova empresa" recent={false} />
      <PageHead title="Nova empresa" />
      <CompanyForm onSaved={({ id }) => navigate(`/admin/companies/${id}?aba=users`)} />
    </>
  )
}
