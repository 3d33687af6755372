import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { ChannelKind } from '../../../../services/channels/rules.ts'
import { HttpError } from '../../core/http.ts'
import { type AnySettings, useChannelSave } from './api.ts'

type Name = 'account' | 'wabaId' | 'token' | 'appSecret'
type Field = { name: Name; label: string; help: string; secret?: boolean; required?: boolean }

const fieldsOf: Record<ChannelKind, Field[]> = {
  whatsapp: [
    {
      name: 'account',
      label: 'Identificação do número (phone number ID)',
      help: 'No painel da Meta, em WhatsApp, Configuração da API. Só dígitos.',
      required: true
    },
    {
      name: 'wabaId',
      label: 'Identificação da conta (WhatsApp Business Account ID)',
      help: 'Na mesma página. Só dígitos.'
    },
    {
      name: 'token',
      label: 'Token de acesso',
      help: 'De um usuário do sistema, com whatsapp_business_messaging e whatsapp_business_management.',
      secret: true
    },
    {
      name: 'appSecret',
      label: 'Chave secreta do aplicativo',
      help: 'Em Configurações do aplicativo, Básico. Confere se os avisos vêm mesmo da Meta.',
      secret: true
    }
  ],
  instagram: [
    {
      name: 'account',
      label: 'Identificação da conta profissional',
      help: 'No painel da Meta, em Instagram, Configuração da API. Só dígitos.',
      required: true
    },
    {
      name: 'token',
      label: 'Token de acesso',
      help: 'Com instagram_business_basic e instagram_business_manage_messages. Vale 60 dias e é renovado sozinho.',
      secret: true
    },
    {
      name: 'appSecret',
      label: 'Chave secreta do aplicativo',
      help: 'Na mesma página. Confere se os avisos vêm mesmo da Meta.',
      secret: true
    }
  ]
}

const onlyDigits = /^\d{5,30}$/
const storable = /^[\x21-\x7e]{8,1000}$/

/** The account and its secrets, which are written and never read again. */
export function AccountForm({ kind, settings }: { kind: ChannelKind; settings: AnySettings }) {
  const [values, setValues] = useState<Record<Name, string>>(() => ({
    account: settings.account ?? '',
    wabaId: ('wabaId' in settings && settings.wabaId) || '',
    token: '',
    appSecret: ''
  }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const accountName = kind === 'whatsapp' ? 'phoneNumberId' : 'accountId'
  const save = useChannelSave(kind, {
    onDone: () => setValues(known => ({ ...known, token: '', appSecret: '' })),
    onFailure: error => {
      const refused = error instanceof HttpError ? error.body.errors : undefined
      if (refused) setErrors({ ...refused, account: refused[accountName] ?? '' } as Record<string, string>)
      return refused !== undefined
    }
  })
  const kept: Partial<Record<Name, string>> = {
    ...(settings.token && {
      token: `Salvo, termina em ${settings.token.replace(/^\W+/, '')}. Preencha só para trocar.`
    }),
    ...(settings.appSecretSet && { appSecret: 'Salva. Preencha só para trocar.' })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found: Record<string, string> = {}
    if (!onlyDigits.test(values.account)) found.account = 'Digite os números, sem espaços.'
    if (values.wabaId && !onlyDigits.test(values.wabaId)) found.wabaId = 'Digite os números, sem espaços.'
    for (const name of ['token', 'appSecret'] as const)
      if (values[name] && !storable.test(values[name])) found[name] = 'Cole o valor inteiro, sem espaços.'
    setErrors(found)
    if (Object.keys(found).length > 0 || save.isPending) return
    save.mutate({
      [accountName]: values.account,
      ...(kind === 'whatsapp' && { wabaId: values.wabaId || null }),
      ...(values.token && { token: values.token }),
      ...(values.appSecret && { appSecret: values.appSecret })
    })
  }

  return (
    <Box component="form" noValidate autoComplete="off" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {fieldsOf[kind].map(({ name, label, help, secret, required = false }) => (
        <TextField
          key={name}
          label={label}
          value={values[name]}
          required={required}
          error={Boolean(errors[name])}
          helperText={errors[name] || kept[name] || help}
          type={secret ? 'password' : 'text'}
          onChange={event => setValues(known => ({ ...known, [name]: event.target.value.trim() }))}
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
