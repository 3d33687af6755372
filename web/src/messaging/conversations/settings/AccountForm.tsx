import { type TSchema, Type } from '@sinclair/typebox'
import type { ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings } from '../../../../../services/messaging/channels/schema.ts'
import { Field as FormField } from '../../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../../ui/form.tsx'
import { useChannelSave } from './api.ts'

/** A field of the form, by its name in the API. Secrets are written and never read again. */
export type Field = { name: string; label: string; help: string; secret?: boolean; required?: boolean }

const onlyDigits = /^\d{5,30}$/
const storable = /^[\x21-\x7e]{8,1000}$/

type Values = Record<string, string>

/** An account is a number; a secret is what the provider shows once. */
function faultsOf(fields: readonly Field[], values: Values): Values {
  const faults: Values = {}
  for (const { name, secret, required } of fields) {
    const value = values[name] ?? ''
    if (secret && value && !storable.test(value)) faults[name] = 'Cole o valor inteiro, sem espaços.'
    if (!secret && (required || value) && !onlyDigits.test(value)) faults[name] = 'Digite os números, sem espaços.'
  }
  return faults
}

type Props = {
  kind: ChannelKind
  settings: ChannelSettings
  fields: readonly Field[]
  /** The shape of the change, where it has more rules than its fields. */
  schema?: TSchema
}

/** The account, which is a number, and its secrets. */
export function AccountForm({ kind, settings, fields, schema = Type.Object({}) }: Props) {
  const stored: Record<string, unknown> = settings
  const initial: Values = Object.fromEntries(
    fields.map(({ name, secret }) => [name, secret ? '' : String(stored[name] ?? '')])
  )
  const form = useForm(schema, initial, useChannelSave(kind), {
    // A secret that is left empty stays as it is.
    toBody: (values): Record<string, unknown> =>
      Object.fromEntries(
        fields.filter(({ name, secret }) => !secret || values[name]).map(({ name }) => [name, values[name] || null])
      ),
    check: values => faultsOf(fields, values),
    keep: `channel ${kind}`,
    secret: fields.filter(({ secret }) => secret).map(({ name }) => name)
  })
  const kept: Values = {
    ...(settings.token && {
      token: `Salvo, termina em ${settings.token.replace(/^\W+/, '')}. Preencha só para trocar.`
    }),
    ...(settings.appSecretSet && { appSecret: 'Salva. Preencha só para trocar.' })
  }
  return (
    <Form {...form} autoComplete="off" sx={{ display: 'grid', gap: 2 }}>
      {fields.map(({ name, label, help, secret, required = false }) => (
        <FormField
          key={name}
          name={name}
          label={label}
          required={required}
          help={kept[name] ?? help}
          kind={secret ? 'password' : 'address'}
          autoComplete={secret ? 'new-password' : 'off'}
          typed={text => text.trim()}
        />
      ))}
      <SaveButton label="Salvar" busy="Salvando e testando…" />
    </Form>
  )
}
