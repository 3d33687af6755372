import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { fewLeads } from '../../../../services/leads/dashboard/rules.ts'
import type { Figures } from '../../../../services/leads/dashboard/schema.ts'
import { counted, formatNumber } from '../../core/format.ts'
import { fonts, type Tone } from '../../core/tokens.ts'
import { shareOf } from './labels.ts'

type Step = Figures['steps'][number]['step']

/** `few`: what is counted where the leads are too few for a share; one, several. */
const words: Record<Step, { label: string; tone: Tone; of: string; few: readonly [string, string] }> = {
  received: { label: 'Recebidos', tone: 'info', of: '', few: ['', ''] },
  contacted: { label: 'Tiveram contato', tone: 'warning', of: 'dos recebidos', few: ['recebido', 'recebidos'] },
  scheduled: {
    label: 'Foram agendados',
    tone: 'violet',
    of: 'dos que tiveram contato',
    few: ['que teve contato', 'que tiveram contato']
  },
  converted: { label: 'Viraram clientes', tone: 'success', of: 'dos agendados', few: ['agendado', 'agendados'] }
}

/**
 * The number of received leads that ever came to each step, and the share that went on from the one before. Those that
 * came to a step without the one before are no part of that share, and are named beside it.
 */
export function Steps({ steps }: { steps: Figures['steps'] }) {
  const { tokens } = useTheme()
  const all = steps[0]?.count ?? 0
  return (
    <Box component="ol" sx={{ m: 0, p: 0, display: 'grid', gap: 1.5, listStyle: 'none' }}>
      {steps.map(({ step, count, skipped }, n) => {
        const { label, of, few, tone } = words[step]
        const before = steps[n - 1]?.count ?? 0
        const share = before < fewLeads ? few[before === 1 ? 0 : 1] : of
        return (
          <Box component="li" key={step} sx={{ display: 'grid', gap: 0.5 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
              <span>{label}</span>
              {before > 0 && (
                <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
                  {shareOf(count - skipped, before)} {share}
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
            {skipped > 0 && (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                {counted(skipped, 'virou cliente', 'viraram clientes')} sem agendamento
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
