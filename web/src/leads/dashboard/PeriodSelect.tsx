import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { longestPeriod } from '../../../../services/leads/dashboard/rules.ts'
import { type Period, periods } from './period.ts'

type Props = { period: Period; onChange: (values: Record<string, string | undefined>) => void }

const longest = longestPeriod * 86_400_000

/** The days that the numbers are of. */
export function PeriodSelect({ period, onChange }: Props) {
  const choose = (key: string) =>
    key === 'custom'
      ? onChange({ period: undefined, from: period.from, to: period.to })
      : onChange({ period: key, from: undefined, to: undefined })
  const limits = (from: string, to: string) => {
    if (!from || !to || from > to || Date.parse(to) - Date.parse(from) >= longest) return
    onChange({ period: undefined, from, to })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: { xs: '1 1 140px', sm: '0 1 auto' } }}>
      <TextField
        select
        value={period.key}
        onChange={event => choose(event.target.value)}
        sx={{ minWidth: 140, flex: { xs: '1 1 140px', sm: '0 0 auto' } }}
        slotProps={{
          select: { SelectDisplayProps: { 'aria-label': 'Período' } },
          htmlInput: { 'aria-label': 'Período' }
        }}
      >
        {Object.entries(periods).map(([key, label]) => (
          <MenuItem key={key} value={key}>
            {label}
          </MenuItem>
        ))}
        <MenuItem value="custom">Personalizado</MenuItem>
      </TextField>
      {period.key === 'custom' && (
        <>
          <TextField
            type="date"
            value={period.from}
            onChange={event => limits(event.target.value, period.to)}
            slotProps={{ htmlInput: { 'aria-label': 'Desde', max: period.to } }}
          />
          <TextField
            type="date"
            value={period.to}
            onChange={event => limits(period.from, event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': 'Até', min: period.from } }}
          />
        </>
      )}
    </Box>
  )
}
