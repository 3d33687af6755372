import CssBaseline from '@mui/material/CssBaseline'
import type { ReactNode } from 'react'
import { AdminContext, CoreAdminUI } from 'react-admin'
import { dataProvider } from './admin/admin/dataProvider.ts'
import { StaffLayout } from './admin/admin/StaffLayout.tsx'
import { forgetOtherPersonsViews, store } from './admin/admin/store.ts'
import { contextParts, screenParts } from './shell/areaParts.ts'
import { authProvider } from './shell/authProvider.ts'
import { FeaturesProvider } from './shell/features.ts'
import { newQueryClient } from './shell/queryClient.ts'
import { screensOf } from './shell/screens.tsx'
import { staffFeatures } from './staffFeatures.ts'
import { Toasts } from './ui/Toasts.tsx'

forgetOtherPersonsViews()

const queryClient = newQueryClient()

const screens = screensOf(staffFeatures)

/** The frame of this area, which stands around a member of staff's profile too. */
export const StaffFrame = ({ children }: { children: ReactNode }) => (
  <StaffLayout features={staffFeatures}>{children}</StaffLayout>
)

/** The area of the provider's staff: an application of its own, with its own store and cache. */
export default function StaffArea() {
  return (
    <FeaturesProvider value={staffFeatures}>
      <AdminContext
        basename="/admin"
        authProvider={authProvider}
        dataProvider={dataProvider}
        queryClient={queryClient}
        store={store}
        {...contextParts}
      >
        <CssBaseline enableColorScheme />
        <CoreAdminUI layout={StaffFrame} {...screenParts}>
          {screens}
        </CoreAdminUI>
        <Toasts />
      </AdminContext>
    </FeaturesProvider>
  )
}
