import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { isHttps } from '../../../services/drafts/rules.ts'
import { formatDay } from '../core/day.ts'
import { readLogo } from './logo.ts'

const colors = ['#0f766e', '#1d4ed8', '#7c3aed', '#be185d', '#c2410c', '#15803d', '#334155']

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
  most?: number
  columns?: number
  onChange: (chosen: T[]) => void
}

/** Several of a few. */
export function Checks<T extends string | number>({
  legend,
  choices,
  chosen,
  most = 99,
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
                disabled={!chosen.includes(value) && chosen.length >= most}
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
    const known = listOf(next)
    if (known.join() !== value.join()) onChange(known)
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

/** Days that are blocked, one by one. */
export function Days({ value, onChange }: { value: readonly string[]; onChange: (days: string[]) => void }) {
  const [day, setDay] = useState('')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <TextField
          type="date"
          label="Outra data sem atendimento"
          value={day}
          onChange={event => setDay(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ flexGrow: 1 }}
        />
        <Button
          variant="outlined"
          disabled={day === '' || value.includes(day)}
          onClick={() => {
            onChange([...value, day].sort())
            setDay('')
          }}
        >
          Bloquear
        </Button>
      </Box>
      {value.length > 0 && (
        <Box component="ul" aria-label="Datas bloqueadas" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
          {value.map(blocked => (
            <Box
              component="li"
              key={blocked}
              sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
            >
              {formatDay(blocked)}
              <Button
                size="small"
                aria-label={`Liberar ${formatDay(blocked)}`}
                onClick={() => onChange(value.filter(each => each !== blocked))}
              >
                Liberar
              </Button>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** A colour out of a few, or any. */
export function Accent({ value, onChange }: { value: string | null; onChange: (color: string | null) => void }) {
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0 }}>
      <Typography component="legend" variant="body2" sx={{ color: 'text.secondary', p: 0, mb: 1 }}>
        Cor de destaque
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {colors.map(color => (
          <Box
            key={color}
            component="button"
            type="button"
            aria-label={`Cor ${color}`}
            aria-pressed={value === color}
            onClick={() => onChange(color)}
            sx={{
              width: 32,
              height: 32,
              p: 0,
              border: 2,
              borderColor: 'background.paper',
              borderRadius: '50%',
              bgcolor: color,
              cursor: 'pointer',
              outline: theme => (value === color ? `2px solid ${theme.palette.text.primary}` : 'none'),
              '&:focus-visible': { outline: theme => `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
            }}
          />
        ))}
        <Box
          component="input"
          type="color"
          aria-label="Outra cor"
          title="Outra cor"
          value={value ?? '#0f766e'}
          onChange={event => onChange((event.target as HTMLInputElement).value)}
          sx={{
            width: 40,
            height: 36,
            p: 0.25,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'transparent'
          }}
        />
        {value !== null && (
          <Button size="small" onClick={() => onChange(null)}>
            Usar a cor padrão
          </Button>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        O tom é ajustado quando preciso para que todos consigam ler, no claro e no escuro.
      </Typography>
    </Box>
  )
}

/** An image, made small enough to come with the page. */
export function Logo({ value, onChange }: { value: string | null; onChange: (logo: string | null) => void }) {
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)

  async function choose(file: File | undefined) {
    if (!file) return
    try {
      onChange(await readLogo(file))
    } catch {
      notify('Não foi possível ler a imagem. Use PNG, JPG ou WebP.', { type: 'error' })
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      {value && (
        <Box
          component="img"
          src={value}
          alt="Logotipo do formulário"
          sx={{ maxWidth: 160, maxHeight: 48, borderRadius: 1, border: 1, borderColor: 'divider' }}
        />
      )}
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {value ? 'Trocar logotipo' : 'Enviar logotipo'}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={event => void choose(event.target.files?.[0])}
      />
      {value && <Button onClick={() => onChange(null)}>Remover</Button>}
    </Box>
  )
}
