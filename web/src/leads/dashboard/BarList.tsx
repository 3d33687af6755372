import Box from '@mui/material/Box'
import { styled, useTheme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Tone } from '../../core/tokens.ts'

const Row = styled('li')({ display: 'grid', gap: 4, listStyle: 'none' })

const Name = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  minWidth: 0,
  '&:hover': { textDecoration: 'underline' }
}))

export type Bar = {
  key: string
  label: ReactNode
  to?: string
  value: number
  amount: string
  note?: string
  tone?: Tone
}

/**
 * Values side by side, the longest bar being the largest; each name opens what it counts where there is a list of it.
 */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const { tokens } = useTheme()
  const max = Math.max(1, ...bars.map(bar => bar.value))
  return (
    <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1.25 }}>
      {bars.map(({ key, label, to, value, amount, note, tone = 'brand' }) => (
        <Row key={key}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1, flexWrap: 'wrap' }}>
            {to ? <Name to={to}>{label}</Name> : <span>{label}</span>}
            <Box component="strong" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
              {amount}
            </Box>
            {note && (
              <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {note}
              </Box>
            )}
          </Box>
          <Box aria-hidden sx={{ height: 6, borderRadius: 3, bgcolor: tokens.sunken }}>
            <Box
              sx={{
                width: `${(value / max) * 100}%`,
                minWidth: value > 0 ? 6 : 0,
                height: '100%',
                borderRadius: 3,
                bgcolor: tokens.tones[tone].main
              }}
            />
          </Box>
        </Row>
      ))}
    </Box>
  )
}
