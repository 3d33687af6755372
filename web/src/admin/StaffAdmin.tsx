import CssBaseline from '@mui/material/CssBaseline'
import type { ComponentType, ReactNode } from 'react'
import { AdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import type { Permission } from '../../../services/auth/rules.ts'
import { AccessDenied } from '../shell/AccessDenied.tsx'
import { contextParts, screenParts } from '../shell/areaParts.ts'
import { authProvider } from '../shell/authProvider.ts'
import { pageOnDemand } from '../ui/pageOnDemand.tsx'
import { Toasts } from '../ui/Toasts.tsx'
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

const EmployeesPage = pageOnDemand(() => import('./EmployeesPage.tsx'))
const SettingsPage = pageOnDemand(() => import('./SettingsPage.tsx'))
const LogsPage = pageOnDemand(() => import('./LogsPage.tsx'))
const IntegrationsPage = pageOnDemand(() => import('../integrations/IntegrationsPage.tsx'))
const ArticleList = pageOnDemand(() => import('../articles/ArticleList.tsx'))
const ConversationList = pageOnDemand(() => import('../conversations/ConversationList.tsx'))
const ConversationPage = pageOnDemand(() => import('../conversations/ConversationPage.tsx'))
const ArticlePage = pageOnDemand(() => import('../articles/ArticlePage.tsx'))

forgetOtherPersonsViews()

/** Who is staff may open the area; which pages of it, their permissions say, and what they see the API. */
const staffAuthProvider = { ...authProvider, canAccess: async () => true }

const Allowed = ({ to, children }: { to: Permission; children: ReactNode }) =>
  useMay()(to) ? children : <AccessDenied />

const behind = (to: Permission, Page: ComponentType) => () => (
  <Allowed to={to}>
    <Page />
  </Allowed>
)
const Articles = behind('edit_system_settings', ArticleList)
const ArticleOfList = behind('edit_system_settings', ArticlePage)
const Mails = behind('read_account_mails', AccountMailList)
const Mail = behind('read_account_mails', AccountMailPage)
const Creation = behind('manage_companies', CompanyCreate)
const Employees = behind('manage_employees', EmployeesPage)
const Settings = behind('edit_system_settings', SettingsPage)
const Logs = behind('view_logs', LogsPage)
const Integrations = behind('manage_integrations', IntegrationsPage)

/** The area of the provider's staff: an application of its own, with its own store and cache. */
export default function StaffAdmin() {
  return (
    <AdminContext
      basename="/admin"
      authProvider={staffAuthProvider}
      dataProvider={dataProvider}
      queryClient={queryClient}
      store={store}
      {...contextParts}
    >
      <CssBaseline enableColorScheme />
      <CoreAdminUI layout={StaffLayout} {...screenParts}>
        <CustomRoutes>
          <Route path="/" element={<AdminDashboard />} />
          <Route path="/companies/new" element={<Creation />} />
          <Route path="/employees" element={<Employees />} />
          <Route path="/settings" element={<Settings />} />
          <Route path="/logs" element={<Logs />} />
          <Route path="/articles/new" element={<ArticleOfList />} />
          <Route path="/integrations" element={<Integrations />} />
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
