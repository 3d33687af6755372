import Box from '@mui/material/Box'
import CssBaseline from '@mui/material/CssBaseline'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense } from 'react'
import { AdminContext, CoreAdminUI, CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import { productName } from '../../../services/core/rules.ts'
import { authProvider } from '../client/authProvider.ts'
import { dataProvider } from '../client/dataProvider.ts'
import { i18nProvider } from '../client/i18n.ts'
import { Mark } from '../client/Mark.tsx'
import { NotFound } from '../client/NotFound.tsx'
import { BrokenPage, PageBoundary } from '../client/PageBoundary.tsx'
import { topBarHeight } from '../client/parts/frame.ts'
import { queryClient } from '../client/queryClient.ts'
import { Spinner } from '../client/Spinner.tsx'
import { store } from '../client/store.ts'
import { ThemeButton } from '../client/ThemeButton.tsx'
import { Toasts } from '../client/Toasts.tsx'
import { darkTheme, lightTheme } from '../client/theme.ts'
import { UserMenu } from '../client/UserMenu.tsx'
import ProfilePage from './ProfilePage.tsx'

/** The profile of the provider's staff: the same page, without what belongs to a company. */
export default function StaffProfile() {
  return (
    <AdminContext
      authProvider={authProvider}
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
        layout={Layout}
        loading={Spinner}
        catchAll={NotFound}
        authenticationError={BrokenPage}
        error={BrokenPage}
        requireAuth
        disableTelemetry
      >
        <CustomRoutes>
          <Route path="/profile" element={<ProfilePage />} />
        </CustomRoutes>
      </CoreAdminUI>
      <Toasts />
    </AdminContext>
  )
}

const Layout = ({ children }: { children: ReactNode }) => (
  <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        height: topBarHeight,
        px: { xs: 2, sm: 2.5 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper'
      }}
    >
      {/* Another document: the staff's area is an application of its own. */}
      <Link
        href="/admin"
        underline="none"
        color="text.primary"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '1.125rem', fontWeight: 750 }}
      >
        <Mark />
        {productName}
      </Link>
      <Box sx={{ flexGrow: 1 }} />
      <ThemeButton />
      <UserMenu />
    </Box>
    <Box component="main" sx={{ maxWidth: 1280, mx: 'auto', px: { xs: 2, sm: 3 }, pt: { xs: 2, sm: 3 }, pb: 4 }}>
      <PageBoundary>
        <Suspense fallback={<Spinner />}>{children}</Suspense>
      </PageBoundary>
    </Box>
  </Box>
)
