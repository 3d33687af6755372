import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { productName } from '../../../services/core/rules.ts'
import { fonts } from '../core/tokens.ts'
import { topBarHeight } from '../ui/frame.ts'
import { visuallyHidden } from '../ui/visuallyHidden.ts'
import { CompanySwitcher } from './CompanySwitcher.tsx'
import { CommandButton } from './command/CommandButton.tsx'
import { useCompany } from './company.ts'
import type { CommandSource } from './features.ts'
import { Mark } from './Mark.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { UserMenu } from './UserMenu.tsx'

const Brand = styled(Link)(({ theme }) => ({
  display: 'flex',
  flexShrink: 0,
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  fontFamily: fonts.display,
  fontSize: '1.25rem',
  fontWeight: 760,
  letterSpacing: '-0.02em',
  color: theme.palette.text.primary,
  textDecoration: 'none'
}))

const CompanyName = styled('span')(({ theme }) => ({
  display: 'flex',
  minWidth: 0,
  paddingLeft: 12,
  borderLeft: `1px solid ${theme.palette.divider}`
}))

/** Said on phones, where there is no room to write it. */
const Words = styled('span')(({ theme }) => ({ [theme.breakpoints.down('sm')]: visuallyHidden }))

type Props = {
  commands: CommandSource
  reconnecting?: boolean
  home?: string
  area?: string
  /** Tools of features. */
  children?: ReactNode
}

/** Product, company or area, and what belongs to the person. Says so while live updates are interrupted. */
export function TopBar({ commands, reconnecting = false, home = '/dashboard', area, children }: Props) {
  const company = useCompany()
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 1.5 },
        height: topBarHeight,
        px: { xs: 2, sm: 2.5 },
        bgcolor: 'background.default'
      }}
    >
      <Brand to={home}>
        <Mark />
        <Words>{productName}</Words>
      </Brand>
      {area && <CompanyName>{area}</CompanyName>}
      {!area && company && (
        <CompanyName>
          <CompanySwitcher name={company.name} />
        </CompanyName>
      )}
      <Box sx={{ flexGrow: 1 }} />
      <Box role="status" sx={{ flexShrink: 0 }}>
        {reconnecting && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
            <CircularProgress size={14} thickness={5} color="inherit" aria-hidden />
            <Words>Reconectando…</Words>
          </Box>
        )}
      </Box>
      <CommandButton source={commands} />
      {children}
      {/* On a phone it stands in the person's menu. */}
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        <ThemeButton />
      </Box>
      <UserMenu />
    </Box>
  )
}
