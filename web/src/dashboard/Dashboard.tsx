import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { PageHead } from '../client/parts/PageHead.tsx'

/** The start page: blocks that the features bring, one below the other. */
export const Dashboard = ({ children }: { children: ReactNode }) => (
  <>
    <PageHead title="Painel" />
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>{children}</Box>
  </>
)
