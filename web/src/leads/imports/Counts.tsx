import Box from '@mui/material/Box'
import type { RowOutcome } from '../../../../services/leads/imports/rules.ts'
import { outcomeNames, rowOutcomes } from '../../../../services/leads/imports/rules.ts'
import { formatNumber } from '../../core/format.ts'

const always: readonly RowOutcome[] = ['created', 'updated', 'same', 'duplicate', 'error']

/** How many rows of each kind there are. */
export const Counts = ({ counts }: { counts: Record<RowOutcome, number> }) => (
  <Box
    component="dl"
    sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))', gap: 1.5, m: 0 }}
  >
    {rowOutcomes
      .filter(kind => always.includes(kind) || counts[kind] > 0)
      .map(kind => (
        <Box key={kind} sx={{ p: 1.5, borderRadius: 2, bgcolor: theme => theme.tokens.sunken }}>
          <Box component="dt" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {outcomeNames[kind]}
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              fontSize: '1.5rem',
              fontWeight: 600,
              fontVariantNumeric: 'tabular-nums',
              color: kind === 'error' && counts[kind] > 0 ? theme => theme.tokens.tones.error.onSoft : 'text.primary'
            }}
          >
            {formatNumber(counts[kind])}
          </Box>
        </Box>
      ))}
  </Box>
)
