import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { bottomMenuHeight, pageEnd } from '../ui/frame.ts'
import { contentId } from '../ui/SkipLink.tsx'
import { MissingReads } from './MissingReads.tsx'
import { PageBoundary } from './PageBoundary.tsx'

type Props = {
  /** Above every page. */
  banner?: ReactNode
  /** Remounts the page when it changes; the address by default. */
  place?: string
  children: ReactNode
}

/** Where the pages of either area stand; one that fails or is on its way leaves the frame as it is. */
export function PageMain({ banner, place, children }: Props) {
  const { pathname } = useLocation()
  return (
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
        pb: { xs: `calc(${bottomMenuHeight + pageEnd}px + env(safe-area-inset-bottom))`, md: 11 }
      }}
    >
      {banner}
      <MissingReads />
      <PageBoundary key={place ?? pathname}>{children}</PageBoundary>
    </Box>
  )
}
