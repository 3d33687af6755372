import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 12px',
    padding: '10px 0'
  },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  '& > li:first-of-type': { paddingTop: 0 },
  '& > li:last-of-type': { paddingBottom: 0 }
}))

/** A short list inside a panel. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <List aria-label={label}>{children}</List>
)
