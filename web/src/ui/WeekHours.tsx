import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { UntilMidnight } from './UntilMidnight.tsx'

const days = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado']
const usual = { from: '08:00', to: '18:00' }

/** A span of a weekday, 0 for Sunday; two of one day leave a break between them. */
export type WeekSpan = { day: number; from: string; to: string }

/** Spans of one day. */
const maxSpans = 5

/** The fault of the hours, as a sentence; '' without one. */
export function hoursFault(hours: readonly WeekSpan[]): string {
  const backwards = hours.find(({ from, to }) => !from || !to || from >= to)
  if (backwards) return `${days[backwards.day]}: o fim precisa vir depois do começo.`
  const double = hours.find((one, at) =>
    hours.some((other, n) => n !== at && other.day === one.day && other.from < one.to && one.from < other.to)
  )
  return double ? `${days[double.day]}: os horários se sobrepõem.` : ''
}

type Props = { hours: WeekSpan[]; onChange: (change: (hours: WeekSpan[]) => WeekSpan[]) => void }

/** The hours of a week, by day; a break leaves two spans of one. */
export function WeekHours({ hours, onChange }: Props) {
  const change = (at: number, values: Partial<WeekSpan>) =>
    onChange(all => all.map((each, n) => (n === at ? { ...each, ...values } : each)))
  const time = (label: string, value: string, onTime: (time: string) => void) => (
    <TextField
      type="time"
      value={value}
      onChange={event => onTime(event.target.value)}
      slotProps={{ htmlInput: { 'aria-label': label } }}
      sx={{ '& input': { px: { xs: 1, sm: 1.75 } } }}
    />
  )

  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      {days.map((label, day) => {
        const spans = hours.map((each, at) => ({ ...each, at })).filter(each => each.day === day)
        return (
          <Box
            key={label}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '144px minmax(0, 1fr)' },
              minHeight: 44
            }}
          >
            <FormControlLabel
              sx={{ m: 0, height: 44 }}
              control={
                <Checkbox
                  size="small"
                  checked={spans.length > 0}
                  onChange={() =>
                    onChange(all =>
                      spans.length > 0 ? all.filter(each => each.day !== day) : [...all, { day, ...usual }]
                    )
                  }
                />
              }
              label={label}
              slotProps={{ typography: { variant: 'body2' } }}
            />
            <Box sx={{ display: 'grid', gap: 0.75, justifyContent: 'start' }}>
              {spans.map(({ at, from, to }, n) => (
                <Box
                  key={at}
                  sx={{
                    display: 'flex',
                    flexWrap: { xs: 'wrap', sm: 'nowrap' },
                    alignItems: 'center',
                    columnGap: 1,
                    minWidth: 0,
                    minHeight: 44
                  }}
                >
                  <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'center', gap: 1 }}>
                    {time(`${label}, das`, from, typed => change(at, { from: typed }))}
                    <span>às</span>
                    {time(`${label}, às`, to, typed => change(at, { to: typed }))}
                  </Box>
                  <Box sx={{ display: 'flex' }}>
                    {n > 0 && (
                      <IconButton
                        size="small"
                        aria-label={`Excluir horário: ${label}, das ${from}`}
                        title="Excluir horário"
                        onClick={() => onChange(all => all.filter((_each, other) => other !== at))}
                      >
                        <RemoveIcon fontSize="small" />
                      </IconButton>
                    )}
                    {n === spans.length - 1 && spans.length < maxSpans && (
                      <IconButton
                        size="small"
                        aria-label={`Adicionar horário: ${label}`}
                        title="Adicionar horário"
                        onClick={() => onChange(all => [...all, { day, from: to, to: '' }])}
                      >
                        <AddIcon fontSize="small" />
                      </IconButton>
                    )}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        )
      })}
      <UntilMidnight ends={hours.map(({ to }) => to)} />
    </Box>
  )
}
