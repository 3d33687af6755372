import Box from '@mui/material/Box'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useUser } from '../client/access.ts'
import { rereadUser } from '../client/account.ts'
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
import { useMay } from './permissions.ts'

/** Nothing tells this area of changed rights, so it looks on return; by itself it does not, as that would be taken for a person. */
function useRights(): void {
  useEffect(() => {
    const look = () => void rereadUser()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])
}

/** The frame of every page of the staff's area, and of their profile. */
export function StaffLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const may = useMay()
  // Whoever must set up a second factor first can open nothing else.
  const held = useUser()?.secondFactor === 'required'
  const groups = useMemo(() => (held ? [] : staffMenu(may)), [held, may])
  const commands = useMemo(() => staffCommands(groups, may), [groups, may])
  useRights()

  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineBanner />
      <TopBar commands={commands} home="/admin" area="Equipe" />
      <Box sx={{ display: 'flex' }}>
        {groups.length > 0 && <SideMenu groups={groups} />}
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
      {groups.length > 0 && <BottomMenu groups={groups} />}
    </Box>
  )
}
