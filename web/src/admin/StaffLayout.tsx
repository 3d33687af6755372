import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useUser } from '../shell/access.ts'
import { rereadUser } from '../shell/account.ts'
import { BottomMenu } from '../shell/BottomMenu.tsx'
import { MaintenanceBanner } from '../shell/MaintenanceBanner.tsx'
import { OfflineBanner } from '../shell/OfflineBanner.tsx'
import { PageMain } from '../shell/PageMain.tsx'
import { SideMenu } from '../shell/SideMenu.tsx'
import { TopBar } from '../shell/TopBar.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
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
        <PageMain>{children}</PageMain>
      </Box>
      {groups.length > 0 && <BottomMenu groups={groups} />}
    </Box>
  )
}
