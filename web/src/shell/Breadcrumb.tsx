import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useRecent } from './command/recent.ts'

const Way = styled('ol')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minWidth: 0,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  color: theme.palette.text.secondary,
  '& li': { display: 'flex', alignItems: 'center', minWidth: 0 },
  '& li:first-of-type': { flexShrink: 0 },
  '& svg': { flexShrink: 0, fontSize: 18, color: theme.tokens.textFaint },
  '& a': {
    padding: '6px 4px',
    marginLeft: -4,
    borderRadius: 6,
    fontWeight: 600,
    color: theme.palette.primary.main,
    textDecoration: 'none',
    '@media (pointer: coarse)': { paddingBlock: 12 }
  },
  '& a:hover': { textDecoration: 'underline' },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
}))

type Props = {
  /** The list that the page belongs to. */
  to: string
  list: string
  /** The name of the record on the page, once it is loaded. */
  current?: string | undefined
  /** Records are found again among the recent items of the palette; a form for something new is not. */
  recent?: boolean
}

/** Above a detail page: where it belongs, and the way back there. */
export function Breadcrumb({ to, list, current, recent = true }: Props) {
  return (
    <Box component="nav" aria-label="Você está em" sx={{ mb: 0.75 }}>
      <Way>
        <li>
          <Link to={to}>{list}</Link>
        </li>
        {current && (
          <li>
            <NextIcon aria-hidden />
            <span aria-current="page">{current}</span>
            {recent && <Remembered label={current} detail={list} />}
          </li>
        )}
      </Way>
    </Box>
  )
}

function Remembered({ label, detail }: { label: string; detail: string }) {
  const { pathname } = useLocation()
  const [, remember] = useRecent()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is a new one at each rendering.
  useEffect(() => remember({ to: pathname, label, detail }), [pathname, label, detail])
  return null
}
