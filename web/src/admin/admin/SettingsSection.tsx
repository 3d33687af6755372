import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import type { Settings } from '../../../../services/account/settings/schema.ts'
import { useDraft } from '../../ui/draft.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useSettingsChange } from './api.ts'
import type { Field, Kind, Section } from './settingSections.ts'

const toText = (value: Settings[keyof Settings]): string | boolean =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join('\n') : String(value)

function toValue(kind: Kind, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  if (kind === 'number') return value.trim() === '' ? null : Number(value)
  if (kind === 'questions')
    return value
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
  return value.trim()
}

type Props = { section: Section; settings: Settings }

/** The settings of one section, changed and saved together. */
export function SettingsSection({ section: { label, text, fields }, settings }: Props) {
  const start = Object.fromEntries(fields.map(({ name }) => [name, toText(settings[name])]))
  const { draft, change, errors, fail } = useDraft<Record<string, string | boolean>>(start)
  const dirty = fields.some(({ name }) => draft[name] !== start[name])
  const save = useSettingsChange({ onFailure: fail })

  const show = ({ name, label: title, kind, help }: Field): ReactNode => {
    const value = draft[name]
    if (typeof value === 'boolean')
      return (
        <FormControlLabel
          key={name}
          control={<Switch checked={value} onChange={(_event, on) => change(name, on)} />}
          sx={{ alignItems: 'flex-start' }}
          label={
            <Box component="span" sx={{ display: 'block', pt: 0.75 }}>
              <span>{title}</span>
              <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
                {help}
              </Box>
            </Box>
          }
        />
      )
    const many = kind === 'long' || kind === 'questions'
    return (
      <TextField
        key={name}
        label={title}
        value={value}
        onChange={event => change(name, event.target.value)}
        error={errors[name] !== undefined}
        helperText={errors[name] ?? help}
        multiline={many}
        minRows={many ? 3 : undefined}
        sx={{ maxWidth: kind === 'number' ? 320 : undefined }}
        slotProps={{ htmlInput: { inputMode: kind === 'number' ? 'numeric' : undefined } }}
      />
    )
  }

  return (
    <Panel title={label}>
      <Box
        component="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save.mutate(Object.fromEntries(fields.map(({ name, kind }) => [name, toValue(kind, draft[name] ?? '')])))
        }}
        sx={{ display: 'grid', gap: 2, maxWidth: 640 }}
      >
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {text}
        </Box>
        {fields.map(show)}
        <div>
          <Button type="submit" variant="contained" disabled={!dirty || save.isPending}>
            Salvar
          </Button>
        </div>
      </Box>
    </Panel>
  )
}
