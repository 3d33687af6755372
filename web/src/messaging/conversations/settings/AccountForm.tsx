import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings } from '../../../../../services/messaging/channels/schema.ts'
import { HttpError } from '../../../core/http.ts'
import { useChannelSave } from './api.ts'

/** A field of the form, by its name in the API. Secrets are written and never read again. */
export type Field = { name: string; label: string; help: string; secret?: boolean; required?: boolean }

const onlyDigits = /^\d{5,30}$/
const storable = /^[\x21-\x7e]{8,1000}$/

type Props = { kind: ChannelKind; settings: ChannelSettings; fields: readonly Field[] }

/** The account, which is a number, and its secrets. */
export function AccountForm({ kind, settings, fields }: Props) {
  const [values, setValues] = useState<Record<string, string>>(() => {
    const stored: Record<string, unknown> = settings
    return Object.fromEntries(fields.map(({ name, secret }) => [name, secret ? '' : String(stored[name] ?? '')]))
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const emptied = Object.fromEntries(fields.filter(({ secret }) => secret).map(({ name }) => [name, '']))
  const save = useChannelSave(kind, {
    onDone: () => setValues(current => ({ ...current, ...emptied })),
    onFailure: error => {
      const refused = error instanceof HttpError ? error.body.errors : undefined
      if (refused) setErrors(refused)
      return refused !== undefined
    }
  })
  const kept: Record<string, string> = {
    ...(settings.token && {
      token: `Salvo, termina em ${settings.token.replace(/^\W+/, '')}. Preencha só para trocar.`
    }),
    ...(settings.appSecretSet && { appSecret: 'Salva. Preencha só para trocar.' })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found: Record<string, string> = {}
    for (const { name, secret, required } of fields) {
      const value = values[name] ?? ''
      if (secret && value && !storable.test(value)) found[name] = 'Cole o valor inteiro, sem espaços.'
      if (!secret && (required || value) && !onlyDigits.test(value)) found[name] = 'Digite os números, sem espaços.'
    }
    setErrors(found)
    if (Object.keys(found).length > 0 || save.isPending) return
    // A secret that is left empty stays as it is.
    const changed = fields.filter(({ name, secret }) => !secret || values[name])
    save.mutate(Object.fromEntries(changed.map(({ name }) => [name, values[name] || null])))
  }

  return (
    <Box component="form" noValidate autoComplete="off" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {fields.map(({ name, label, help, secret, required = false }) => (
        <TextField
          key={name}
          label={label}
          value={values[name] ?? ''}
          required={required}
          error={Boolean(errors[name])}
          helperText={errors[name] || kept[name] || help}
          type={secret ? 'password' : 'text'}
          onChange={event => setValues(current => ({ ...current, [name]: event.target.value.trim() }))}
          slotProps={{ htmlInput: { autoComplete: secret ? 'new-password' : 'off', spellCheck: false } }}
        />
      ))}
      <Box>
        <Button type="submit" variant="contained" aria-busy={save.isPending}>
          {save.isPending ? 'Salvando e testando…' : 'Salvar'}
        </Button>
      </Box>
    </Box>
  )
}
