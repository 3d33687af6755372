import Box from '@mui/material/Box'
import { type ReactNode, useEffect } from 'react'
import { useUser } from '../../shell/access.ts'
import { rereadUser } from '../../shell/account.ts'
import { BottomMenu } from '../../shell/BottomMenu.tsx'
import { useCommands } from '../../shell/command/useCommands.ts'
import type { Feature, MenuGroup } from '../../shell/features.ts'
import { useLive } from '../../shell/live.ts'
import { MaintenanceBanner } from '../../shell/MaintenanceBanner.tsx'
import { useMenu } from '../../shell/menu.ts'
import { OfflineBanner } from '../../shell/OfflineBanner.tsx'
import { PageMain } from '../../shell/PageMain.tsx'
import { SideMenu } from '../../shell/SideMenu.tsx'
import { TopBar } from '../../shell/TopBar.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'

/**
 * No event announces changed rights to this area, so it refetches on return. It does not poll, which would count as
 * activity of the person.
 */
function useRights(): void {
  useEffect(() => {
    const look = () => void rereadUser()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])
}

const none: MenuGroup[] = []

type Props = { features: readonly Feature[]; children: ReactNode }

/** The frame of every page of the staff's area, and of their profile. */
export function StaffLayout({ features, children }: Props) {
  const menu = useMenu(features)
  // A person who must set up a second factor first can open nothing else.
  const held = useUser()?.secondFactor === 'required'
  const groups = held ? none : menu
  const commands = useCommands(features, groups)
  useRights()
  const reconnecting = useLive(features, '/api/admin/events')

  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineBanner />
      <TopBar commands={commands} home="/admin" area="Equipe" reconnecting={reconnecting} />
      <Box sx={{ display: 'flex' }}>
        {groups.length > 0 && <SideMenu groups={groups} />}
        <PageMain>{children}</PageMain>
      </Box>
      {groups.length > 0 && <BottomMenu groups={groups} />}
    </Box>
  )
}
