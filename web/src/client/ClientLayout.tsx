import Box from '@mui/material/Box'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { NewLeadHost } from '../leads/NewLeadHost.tsx'
import { BottomMenu } from './BottomMenu.tsx'
import { useClientCommands } from './clientCommands.tsx'
import { EmailBanner } from './EmailBanner.tsx'
import { useLive } from './live.ts'
import { MaintenanceBanner } from './MaintenanceBanner.tsx'
import { NewLeadToast } from './NewLeadToast.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { bottomMenuHeight } from './parts/frame.ts'
import { contentId, SkipLink } from './parts/SkipLink.tsx'
import { SideMenu } from './SideMenu.tsx'
import { Spinner } from './Spinner.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of every page. */
export function ClientLayout({ children }: { children: ReactNode }) {
  const reconnecting = useLive()
  const commands = useClientCommands()
  const { pathname } = useLocation()

  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineBanner />
      <TopBar commands={commands} reconnecting={reconnecting} />
      <Box sx={{ display: 'flex' }}>
        <SideMenu />
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
          <EmailBanner />
          <PageBoundary key={pathname}>
            <Suspense fallback={<Spinner />}>{children}</Suspense>
          </PageBoundary>
        </Box>
      </Box>
      <BottomMenu />
      <NewLeadToast />
      <NewLeadHost />
    </Box>
  )
}
