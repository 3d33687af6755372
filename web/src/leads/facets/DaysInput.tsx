import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'

type Range = { from: string | undefined; to: string | undefined }
type Props = Range & {
  name: string
  presets: readonly { label: string; from: string; to: string }[]
  onChange: (range: Range) => void
}

/** A span of days, in one press or by hand. */
export function DaysInput({ name, from, to, presets, onChange }: Props) {
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
          const on = preset.from === from && preset.to === (to ?? '')
          return (
            <Button
              key={preset.label}
              size="small"
              variant={on ? 'contained' : 'outlined'}
              aria-pressed={on}
              onClick={() =>
                onChange(on ? { from: undefined, to: undefined } : { from: preset.from, to: preset.to || undefined })
              }
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
