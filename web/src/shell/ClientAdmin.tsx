import CssBaseline from '@mui/material/CssBaseline'
import { AdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin'
import { Navigate, Route } from 'react-router-dom'
import { internalStaff } from '../../../services/auth/rules.ts'
import { CompanyPage } from '../company/CompanyPage.tsx'
import { user } from '../core/session.ts'
import { DashboardPage } from '../dashboard/DashboardPage.tsx'
import { MailList } from '../email/MailList.tsx'
import { MailPage } from '../email/MailPage.tsx'
import { TeamPage } from '../employees/TeamPage.tsx'
import { InstagramPage } from '../instagram/InstagramPage.tsx'
import { LeadPage } from '../leads/LeadPage.tsx'
import { LeadList } from '../leads/list/LeadList.tsx'
import { ProfilePage } from '../profile/ProfilePage.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { pageOnDemand } from '../ui/pageOnDemand.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { contextParts, screenParts } from './areaParts.ts'
import { authProvider } from './authProvider.ts'
import { ClientLayout } from './ClientLayout.tsx'
import { dataProvider } from './dataProvider.ts'
import { queryClient } from './queryClient.ts'
import { SuspendedPage } from './SuspendedPage.tsx'
import { forgetOtherPersonsViews, store } from './store.ts'

const StaffLayout = onDemand(async () => (await import('../admin/StaffLayout.tsx')).StaffLayout, <Spinner />)

forgetOtherPersonsViews()

const FormEditorPage = pageOnDemand(() => import('../forms/FormEditorPage.tsx'))
const ImportPage = pageOnDemand(() => import('../imports/ImportPage.tsx'))
const PrivacyPage = pageOnDemand(() => import('../privacy/PrivacyPage.tsx'))
const RequestPage = pageOnDemand(() => import('../privacy/RequestPage.tsx'))
const CertificatePage = pageOnDemand(() => import('../privacy/CertificatePage.tsx'))

/**
 * The area of a company's own people. It is react-admin's `<Admin>` in its two parts, since the whole brings a layout,
 * a menu and a sign-in page that we replace, an eighth of the download. These pages together are smaller than one round
 * trip is worth; a page that brings a library of its own is better fetched with `pageOnDemand`.
 */
export default function ClientAdmin() {
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      queryClient={queryClient}
      store={store}
      {...contextParts}
    >
      <CssBaseline enableColorScheme />
      {user()?.companySuspended ? <SuspendedPage /> : <Screens />}
      <Toasts />
    </AdminContext>
  )
}

function Screens() {
  // Staff come here for their profile alone, which everybody has at the same address.
  const person = user()
  return (
    <CoreAdminUI layout={person && internalStaff(person) ? StaffLayout : ClientLayout} {...screenParts}>
      <CustomRoutes>
        <Route path="/" element={<Navigate to="/dashboard" replace />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/form-editor" element={<FormEditorPage />} />
        <Route path="/leads/import" element={<ImportPage />} />
        <Route path="/leads/import/:id" element={<ImportPage />} />
        <Route path="/company" element={<CompanyPage />} />
        <Route path="/privacy-requests" element={<PrivacyPage />} />
        <Route path="/privacy-requests/certificates/:number" element={<CertificatePage />} />
        <Route path="/privacy-requests/:id" element={<RequestPage />} />
        <Route path="/instagram-messages" element={<InstagramPage />} />
      </CustomRoutes>
      <Resource name="leads" list={LeadList} edit={LeadPage} recordRepresentation="name" />
      <Resource name="employees" list={TeamPage} recordRepresentation="name" />
      <Resource name="mails" list={MailList} edit={MailPage} recordRepresentation="subject" />
    </CoreAdminUI>
  )
}
