import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'

type Range<Within> = { from?: string | undefined; to?: string | undefined; within?: Within | undefined }
type Props<Within> = Range<Within> & {
  name: string
  presets: readonly { label: string; within: Within }[]
  onChange: (range: Range<Within>) => void
}

/** A span of days: in one press, which moves with the day, or by hand. */
export function DaysInput<Within extends string>({ name, from, to, within, presets, onChange }: Props<Within>) {
  const input = (label: string, value: string | undefined, change: (day: string | undefined) => void) => (
    <TextField
      type="date"
      label={label}
      value={value ?? ''}
      onChange={event => change(event.target.value || undefined)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { 'aria-label': `${name}, ${label.toLowerCase()}` } }}
      sx={{ '& input': { px: 1, fontSize: '0.8125rem' } }}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {presets.map(preset => {
          const on = preset.within === within
          return (
            <Button
              key={preset.label}
              size="small"
              variant={on ? 'contained' : 'outlined'}
              aria-pressed={on}
              onClick={() => onChange(on ? {} : { within: preset.within })}
              sx={{ minHeight: 28, px: 1, fontSize: '0.75rem' }}
            >
              {preset.label}
            </Button>
          )
        })}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 0.75, mt: 0.25 }}>
        {input('De', from, day => onChange({ from: day, to }))}
        {input('Até', to, day => onChange({ from, to: day }))}
      </Box>
    </Box>
  )
}
