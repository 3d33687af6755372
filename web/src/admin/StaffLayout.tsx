import Box from '@mui/material/Box'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { BottomMenu } from '../client/BottomMenu.tsx'
import { MaintenanceBanner } from '../client/MaintenanceBanner.tsx'
import { OfflineBanner } from '../client/OfflineBanner.tsx'
import { PageBoundary } from '../client/PageBoundary.tsx'
import { bottomMenuHeight } from '../client/parts/frame.ts'
import { contentId, SkipLink } from '../client/parts/SkipLink.tsx'
import { SideMenu } from '../client/SideMenu.tsx'
import { Spinner } from '../client/Spinner.tsx'
import { TopBar } from '../client/TopBar.tsx'
import { staffCommands } from './commands.tsx'
import { staffMenu } from './menu.tsx'

/** The frame of every page of the staff's area. */
export function StaffLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [groups] = useState(staffMenu)
  const [commands] = useState(() => staffCommands(groups))

  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineBanner />
      <TopBar commands={commands} home="/admin" area="Equipe" />
      <Box sx={{ display: 'flex' }}>
        <SideMenu groups={groups} />
        <Box
          component="main"
          id={contentId}
          tabIndex={-1}
          sx={{
            flexGrow: 1,
            minWidth: 0,
            outline: 'none',
            maxWidth: 1440,
            mx: 'auto',
            px: { xs: 2, sm: 3 },
            pt: { xs: 2, sm: 3 },
            pb: { xs: `calc(${bottomMenuHeight + 88}px + env(safe-area-inset-bottom))`, md: 11 }
          }}
        >
          <PageBoundary key={pathname}>
            <Suspense fallback={<Spinner />}>{children}</Suspense>
          </PageBoundary>
        </Box>
      </Box>
      <BottomMenu groups={groups} />
    </Box>
  )
}
