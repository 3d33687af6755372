import CssBaseline from '@mui/material/CssBaseline'
import type { ReactNode } from 'react'
import { AdminContext, CoreAdminUI } from 'react-admin'
import { internalStaff } from '../../services/account/auth/rules.ts'
import { useDesktopNotices } from './account/notifications/desktop.ts'
import { companyFeatures } from './companyFeatures.ts'
import { user } from './core/session.ts'
import { contextParts, screenParts } from './shell/areaParts.ts'
import { authProvider } from './shell/authProvider.ts'
import { ClientLayout } from './shell/ClientLayout.tsx'
import { dataProviderOf } from './shell/dataProvider.ts'
import { FeaturesProvider } from './shell/features.ts'
import { queryClient } from './shell/queryClient.ts'
import { SuspendedPage } from './shell/SuspendedPage.tsx'
import { screensOf } from './shell/screens.tsx'
import { forgetOtherPersonsViews, store } from './shell/store.ts'
import { onDemand } from './ui/onDemand.tsx'
import { Spinner } from './ui/Spinner.tsx'
import { Toasts } from './ui/Toasts.tsx'

type LayoutProps = { children: ReactNode }

const Layout = ({ children }: LayoutProps) => (
  <ClientLayout features={companyFeatures}>
    {children}
    <Notices />
  </ClientLayout>
)
/** Fetched by who wants them alone. */
const Notices = () => (useDesktopNotices().messages === 'none' ? null : <MessageNotices />)
const MessageNotices = onDemand(
  async () => (await import('./messaging/conversations/MessageNotices.tsx')).MessageNotices
)
const StaffFrame = onDemand<LayoutProps>(async () => (await import('./StaffArea.tsx')).StaffFrame, <Spinner />)

const dataProvider = dataProviderOf(companyFeatures.flatMap(({ resources = [] }) => resources))
const screens = screensOf(companyFeatures)

forgetOtherPersonsViews()

/**
 * The area of a company's own people. It is react-admin's `<Admin>` in its two parts, since the whole brings a layout,
 * a menu and a sign-in page that we replace, an eighth of the download. Its pages together are smaller than one round
 * trip is worth; a page that brings a library of its own is better fetched with `pageOnDemand`.
 */
export default function ClientArea() {
  return (
    <FeaturesProvider value={companyFeatures}>
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
    </FeaturesProvider>
  )
}

function Screens() {
  // Staff come here for their profile alone, which everybody has at the same address.
  const person = user()
  return (
    <CoreAdminUI layout={person && internalStaff(person) ? StaffFrame : Layout} {...screenParts}>
      {screens}
    </CoreAdminUI>
  )
}
