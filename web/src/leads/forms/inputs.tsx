import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { isHttps } from '../../../../services/leads/forms/drafts/rules.ts'

type ToggleProps = { label: string; checked: boolean; onChange: (on: boolean) => void }

/** A switch with its words. */
export const Toggle = ({ label, checked, onChange }: ToggleProps) => (
  <FormControlLabel
    control={<Switch checked={checked} onChange={event => onChange(event.target.checked)} />}
    label={label}
  />
)

type ChecksProps<T> = {
  legend: string
  choices: readonly (readonly [T, string])[]
  chosen: readonly T[]
  /** Not all of them. */
  maxChosen?: number
  columns?: number
  onChange: (chosen: T[]) => void
}

/** Several of a few. */
export function Checks<T extends string | number>({
  legend,
  choices,
  chosen,
  maxChosen = 99,
  columns = 1,
  onChange
}: ChecksProps<T>) {
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ color: 'text.secondary', p: 0, mb: 0.5 }}>
        {legend}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
        {choices.map(([value, label]) => (
          <FormControlLabel
            key={value}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(value)}
                disabled={!chosen.includes(value) && chosen.length >= maxChosen}
                onChange={event =>
                  onChange(
                    choices
                      .map(([each]) => each)
                      .filter(each => (each === value ? event.target.checked : chosen.includes(each)))
                  )
                }
              />
            }
            label={label}
          />
        ))}
      </Box>
    </Box>
  )
}

type AddressProps = { label: string; value: string | null; onChange: (value: string | null) => void }

/** An address on the web, which says when it is none. */
export function Address({ label, value, onChange }: AddressProps) {
  const wrong = value !== null && !isHttps(value)
  return (
    <TextField
      type="url"
      label={label}
      placeholder="https://"
      value={value ?? ''}
      error={wrong}
      helperText={wrong ? 'Use um endereço que comece com https://.' : undefined}
      onChange={event => onChange(event.target.value.trim() || null)}
      slotProps={{ htmlInput: { maxLength: 500 }, inputLabel: { shrink: true } }}
    />
  )
}

type LinesProps = {
  label: string
  help: string
  wrong: string
  value: readonly string[]
  /** A line as it is kept; null where it cannot be. */
  read: (line: string) => string | null
  onChange: (value: string[]) => void
}

/** A list that is typed a line each, and kept as far as it is right. */
export function Lines({ label, help, wrong, value, read, onChange }: LinesProps) {
  const [typed, setTyped] = useState(value.join('\n'))
  const listOf = (text: string) => {
    const kept = text.split('\n').flatMap(line => (line.trim() ? [read(line.trim())] : []))
    return [...new Set(kept.filter(line => line !== null))]
  }
  // As it is typed, until something else, such as undo, changes the list.
  const text = listOf(typed).join() === value.join() ? typed : value.join('\n')
  const lines = text.split('\n').map(line => line.trim())
  const refused = lines.some(line => line !== '' && read(line) === null)

  function edit(next: string) {
    setTyped(next)
    const parsed = listOf(next)
    if (parsed.join() !== value.join()) onChange(parsed)
  }

  return (
    <TextField
      label={label}
      multiline
      minRows={2}
      maxRows={8}
      value={text}
      error={refused}
      helperText={refused ? wrong : help}
      onChange={event => edit(event.target.value)}
    />
  )
}
