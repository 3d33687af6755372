import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** A list of labelled values. */
export const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 210px), 1fr))',
  gap: '16px 24px',
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 138px), 1fr))',
    columnGap: 12
  },
  margin: 0,
  '& a:not([aria-label])': { color: theme.palette.primary.main }
}))

type FactProps = { label: string; wide?: boolean | 'phone'; children: ReactNode }

/** Whether a value has a line of its own: never, always, or on phones only. */
const span = { false: undefined, true: '1 / -1', phone: { xs: '1 / -1', sm: 'auto' } }

/** One labelled value; nothing where there is no value. Line breaks of the value are kept, long words wrap. */
export function Fact({ label, wide = false, children }: FactProps) {
  if (children === null || children === undefined || children === '') return null
  return (
    <Box sx={{ minWidth: 0, gridColumn: span[`${wide}`] }}>
      <Box component="dt" sx={{ mb: 0.25, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          fontSize: '0.9375rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          fontVariantNumeric: 'tabular-nums'
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
