import Box from '@mui/material/Box'
import { styled, useTheme } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../core/format.ts'
import type { Tone } from '../../core/tokens.ts'

const Name = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  textDecoration: 'none',
  minWidth: 0,
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' }
}))

type Share = { key: string; label: string; to: string; count: number; note: string; tone: Tone }

/** The parts of a whole as one bar, and below it what each is; each name opens what it counts. */
export function Shares({ shares }: { shares: readonly Share[] }) {
  const { tokens } = useTheme()
  return (
    <>
      <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 14, mb: 1.5, borderRadius: 1, overflow: 'hidden' }}>
        {shares
          .filter(({ count }) => count > 0)
          .map(({ key, count, tone }) => (
            <Box key={key} sx={{ flex: `${count} 1 0`, minWidth: 4, bgcolor: tokens.tones[tone].main }} />
          ))}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 0.75, listStyle: 'none' }}>
        {shares.map(({ key, label, to, count, note, tone }) => (
          <Box
            component="li"
            key={key}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}
          >
            <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: tokens.tones[tone].main }} />
            <Name to={to}>{label}</Name>
            <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatNumber(count)}
            </Box>
            <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {note}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  )
}
