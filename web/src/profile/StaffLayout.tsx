import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense } from 'react'
import { productName } from '../../../services/core/rules.ts'
import { Mark } from '../client/Mark.tsx'
import { PageBoundary } from '../client/PageBoundary.tsx'
import { topBarHeight } from '../client/parts/frame.ts'
import { Spinner } from '../client/Spinner.tsx'
import { ThemeButton } from '../client/ThemeButton.tsx'
import { UserMenu } from '../client/UserMenu.tsx'

/** The frame of the profile of the provider's staff: nothing of a company's area is theirs. */
export const StaffLayout = ({ children }: { children: ReactNode }) => (
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
