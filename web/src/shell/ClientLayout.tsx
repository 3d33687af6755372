import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { NewLeadHost } from '../leads/new/NewLeadHost.tsx'
import { NewLeadToast } from '../leads/new/NewLeadToast.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { BottomMenu } from './BottomMenu.tsx'
import { useClientCommands } from './clientCommands.tsx'
import { EmailBanner } from './EmailBanner.tsx'
import { useLive } from './live.ts'
import { MaintenanceBanner } from './MaintenanceBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageMain } from './PageMain.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of every page. */
export function ClientLayout({ children }: { children: ReactNode }) {
  const reconnecting = useLive()
  const commands = useClientCommands()

  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default', '@media print': { minHeight: 0, bgcolor: '#fff' } }}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineBanner />
      <TopBar commands={commands} reconnecting={reconnecting} />
      <Box sx={{ display: 'flex' }}>
        <SideMenu />
        <PageMain banner={<EmailBanner />}>{children}</PageMain>
      </Box>
      <BottomMenu />
      <NewLeadToast />
      <NewLeadHost />
    </Box>
  )
}
