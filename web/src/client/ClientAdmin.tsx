import { Admin, CustomRoutes, Resource } from 'react-admin'
import { Navigate, Route } from 'react-router-dom'
import { MailList } from '../email/MailList.tsx'
import { MailPage } from '../email/MailPage.tsx'
import { LeadList } from '../leads/LeadList.tsx'
import { authProvider } from './authProvider.ts'
import { ClientLayout } from './ClientLayout.tsx'
import { dataProvider } from './dataProvider.ts'
import { i18nProvider } from './i18n.ts'
import { NotFound } from './NotFound.tsx'
import { DashboardPage } from './pages/DashboardPage.tsx'
import { LeadPage } from './pages/LeadPage.tsx'
import { queryClient } from './queryClient.ts'
import { Spinner } from './Spinner.tsx'
import { forgetOtherPersonsViews, store } from './store.ts'
import { Toasts } from './Toasts.tsx'
import { darkTheme, lightTheme } from './theme.ts'

forgetOtherPersonsViews()

/**
 * The area of a company's own people. These pages together are smaller than one round trip is worth; a page that
 * brings a library of its own is better imported with `lazy`.
 */
export default function ClientAdmin() {
  return (
    <Admin
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      layout={ClientLayout}
      notification={Toasts}
      loading={Spinner}
      catchAll={NotFound}
      loginPage={false}
      authCallbackPage={false}
      requireAuth
      disableTelemetry
    >
      <CustomRoutes>
        <Route path="/" element={<Navigate to="/dashboard" replace />} />
        <Route path="/dashboard" element={<DashboardPage />} />
      </CustomRoutes>
      <Resource name="leads" list={LeadList} edit={LeadPage} recordRepresentation="name" />
      <Resource name="mails" list={MailList} edit={MailPage} recordRepresentation="subject" />
    </Admin>
  )
}
