import CssBaseline from '@mui/material/CssBaseline'
import { lazy, type ReactNode } from 'react'
import { AdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import type { Permission } from '../../../services/auth/rules.ts'
import { productName } from '../../../services/core/rules.ts'
import { AccessDenied } from '../client/AccessDenied.tsx'
import { authProvider } from '../client/authProvider.ts'
import { i18nProvider } from '../client/i18n.ts'
import { NotFound } from '../client/NotFound.tsx'
import { BrokenPage } from '../client/PageBoundary.tsx'
import { Spinner } from '../client/Spinner.tsx'
import { Toasts } from '../client/Toasts.tsx'
import { darkTheme, lightTheme } from '../client/theme.ts'
import { AccountMailList } from './AccountMailList.tsx'
import { AccountMailPage } from './AccountMailPage.tsx'
import { AdminDashboard } from './AdminDashboard.tsx'
import { queryClient } from './api.ts'
import { CompanyCreate } from './CompanyCreate.tsx'
import { CompanyList } from './CompanyList.tsx'
import { CompanyPage } from './CompanyPage.tsx'
import { dataProvider } from './dataProvider.ts'
import { useMay } from './permissions.ts'
import { StaffLayout } from './StaffLayout.tsx'
import { forgetOtherPersonsViews, store } from './store.ts'

const EmployeesPage = lazy(() => import('./EmployeesPage.tsx'))
const SettingsPage = lazy(() => import('./SettingsPage.tsx'))
const LogsPage = lazy(() => import('./LogsPage.tsx'))
const IntegrationsPage = lazy(() => import('../integrations/IntegrationsPage.tsx'))
const ArticleList = lazy(() => import('../articles/ArticleList.tsx'))
const ConversationList = lazy(() => import('../conversations/ConversationList.tsx'))
const ConversationPage = lazy(() => import('../conversations/ConversationPage.tsx'))
const ArticlePage = lazy(() => import('../articles/ArticlePage.tsx'))

forgetOtherPersonsViews()

/** Who is staff may open the area; which pages of it, their permissions say, and what they see the API. */
const staffAuthProvider = { ...authProvider, canAccess: async () => true }

const Allowed = ({ to, children }: { to: Permission; children: ReactNode }) =>
  useMay()(to) ? children : <AccessDenied />

const Articles = () => (
  <Allowed to="edit_system_settings">
    <ArticleList />
  </Allowed>
)
const ArticleOfList = () => (
  <Allowed to="edit_system_settings">
    <ArticlePage />
  </Allowed>
)

const Mails = () => (
  <Allowed to="read_account_mails">
    <AccountMailList />
  </Allowed>
)
const Mail = () => (
  <Allowed to="read_account_mails">
    <AccountMailPage />
  </Allowed>
)

/** The area of the provider's staff: an application of its own, with its own store and cache. */
export default function StaffAdmin() {
  return (
    <AdminContext
      basename="/admin"
      authProvider={staffAuthProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
    >
      <CssBaseline enableColorScheme />
      <CoreAdminUI
        title={productName}
        layout={StaffLayout}
        loading={Spinner}
        catchAll={NotFound}
        accessDenied={AccessDenied}
        authenticationError={BrokenPage}
        error={BrokenPage}
        requireAuth
        disableTelemetry
      >
        <CustomRoutes>
          <Route path="/" element={<AdminDashboard />} />
          <Route
            path="/companies/new"
            element={
              <Allowed to="manage_companies">
                <CompanyCreate />
              </Allowed>
            }
          />
          <Route
            path="/employees"
            element={
              <Allowed to="manage_employees">
                <EmployeesPage />
              </Allowed>
            }
          />
          <Route
            path="/settings"
            element={
              <Allowed to="edit_system_settings">
                <SettingsPage />
              </Allowed>
            }
          />
          <Route
            path="/logs"
            element={
              <Allowed to="view_logs">
                <LogsPage />
              </Allowed>
            }
          />
          <Route path="/articles/new" element={<ArticleOfList />} />
          <Route
            path="/integrations"
            element={
              <Allowed to="manage_integrations">
                <IntegrationsPage />
              </Allowed>
            }
          />
        </CustomRoutes>
        <Resource name="companies" list={CompanyList} edit={CompanyPage} />
        <Resource name="conversations" list={ConversationList} edit={ConversationPage} />
        <Resource name="articles" list={Articles} edit={ArticleOfList} />
        <Resource name="account-mails" list={Mails} edit={Mail} />
      </CoreAdminUI>
      <Toasts />
    </AdminContext>
  )
}
