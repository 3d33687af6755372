import Box from '@mui/material/Box'
import { Fragment, type ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { SkipLink } from '../ui/SkipLink.tsx'
import { BottomMenu } from './BottomMenu.tsx'
import { useCommands } from './command/useCommands.ts'
import type { Feature } from './features.ts'
import { useLive } from './live.ts'
import { MaintenanceBanner } from './MaintenanceBanner.tsx'
import { useMenu } from './menu.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageMain } from './PageMain.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'

type Props = { features: readonly Feature[]; children: ReactNode }

/** The frame of every page of a company's people. */
export function ClientLayout({ features, children }: Props) {
  const reconnecting = useLive(features)
  const menu = useMenu(features)
  const commands = useCommands(features, menu)
  const { pathname } = useLocation()
  const steady = features.flatMap(({ pages = [] }) => pages).find(page => page.stays && matchPath(page.path, pathname))
  const each = (part: (feature: Feature) => ReactNode) =>
    features.map(feature => <Fragment key={feature.name}>{part(feature)}</Fragment>)

  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default', '@media print': { minHeight: 0, bgcolor: '#fff' } }}>
      <SkipLink />
      <MaintenanceBanner />
      <OfflineBanner />
      <TopBar commands={commands} reconnecting={reconnecting}>
        {each(({ Tool }) => Tool && <Tool />)}
      </TopBar>
      <Box sx={{ display: 'flex' }}>
        <SideMenu groups={menu} />
        <PageMain
          banner={each(({ Banner }) => Banner && <Banner />)}
          {...(steady && { place: `/${pathname.split('/')[1]}` })}
        >
          {children}
        </PageMain>
      </Box>
      <BottomMenu groups={menu} />
      {each(({ Companion }) => Companion && <Companion />)}
    </Box>
  )
}
