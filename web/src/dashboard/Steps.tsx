import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import type { Figures } from '../../../services/dashboard/schema.ts'
import { formatNumber } from '../core/format.ts'
import { fonts, type Tone } from '../core/tokens.ts'
import { formatShare } from './labels.ts'

type Step = Figures['steps'][number]['step']

const words: Record<Step, { label: string; of: string; tone: Tone }> = {
  received: { label: 'Recebidos', of: '', tone: 'info' },
  contacted: { label: 'Tiveram contato', of: 'dos recebidos', tone: 'warning' },
  scheduled: { label: 'Foram agendados', of: 'dos que tiveram contato', tone: 'violet' },
  converted: { label: 'Viraram clientes', of: 'dos agendados', tone: 'success' }
}

/** How many of the leads received ever came to each step, and what share went on from the one before. */
export function Steps({ steps }: { steps: Figures['steps'] }) {
  const { tokens } = useTheme()
  const all = steps[0]?.count ?? 0
  return (
    <Box component="ol" sx={{ m: 0, p: 0, display: 'grid', gap: 1.5, listStyle: 'none' }}>
      {steps.map(({ step, count }, n) => {
        const { label, of, tone } = words[step]
        const before = steps[n - 1]?.count ?? 0
        return (
          <Box component="li" key={step} sx={{ display: 'grid', gap: 0.5 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
              <span>{label}</span>
              {before > 0 && (
                <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
                  {formatShare(count / before)} {of}
                </Box>
              )}
              <Box
                component="strong"
                sx={{
                  ml: before > 0 ? 0 : 'auto',
                  minWidth: 44,
                  textAlign: 'right',
                  fontFamily: fonts.display,
                  fontSize: '1.125rem',
                  fontVariantNumeric: 'tabular-nums'
                }}
              >
                {formatNumber(count)}
              </Box>
            </Box>
            <Box aria-hidden sx={{ height: 12, borderRadius: 1, bgcolor: tokens.sunken }}>
              <Box
                sx={{
                  width: `${all > 0 ? (count / all) * 100 : 0}%`,
                  minWidth: count > 0 ? 6 : 0,
                  height: '100%',
                  borderRadius: 1,
                  bgcolor: tokens.tones[tone].main
                }}
              />
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
