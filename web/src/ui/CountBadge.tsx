import Badge from '@mui/material/Badge'
import type { ReactNode } from 'react'
import { visuallyHidden } from './visuallyHidden.ts'

type Props = { count: number; words: string; children: ReactNode }

/** An icon of the menu with a number, which `words` say to who does not see it. */
export const CountBadge = ({ count, words, children }: Props) => (
  <>
    <Badge
      badgeContent={count}
      max={99}
      color="primary"
      aria-hidden
      sx={{ '& .MuiBadge-badge': { fontWeight: 700, whiteSpace: 'nowrap', top: 4, right: { xs: 14, md: 0 } } }}
    >
      {children}
    </Badge>
    {count > 0 && <span style={visuallyHidden}>{words} </span>}
  </>
)
