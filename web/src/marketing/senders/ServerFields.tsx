import Box from '@mui/material/Box'
import { useState } from 'react'
import type { TlsMode } from '../../../../services/marketing/senders/rules.ts'
import { Field } from '../../ui/Field.tsx'
import { useFormContext } from '../../ui/form.tsx'
import type { SenderDraft } from './draft.ts'

const modes: { value: TlsMode; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (porta 587)' },
  { value: 'tls', label: 'TLS ou SSL (porta 465)' }
]

/** The company's own mail server. The password is written and never read again. */
export function ServerFields({ passwordSet }: { passwordSet: boolean }) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Field
        required
        kind="address"
        name="host"
        as="smtp.host"
        label="Servidor"
        help="O provedor chama de servidor SMTP ou de saída. Ex.: smtp.provedor.com.br"
        longest={253}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 2fr' } }}>
        <Field
          required
          kind="number"
          name="port"
          as="smtp.port"
          label="Porta"
          help="Costuma ser 587 ou 465."
          longest={5}
        />
        <Field
          kind="choice"
          name="tls"
          as="smtp.tls"
          label="Segurança"
          help="Sem conexão segura, a senha poderia ser lida no caminho."
          options={modes}
        />
      </Box>
      <Field
        kind="address"
        name="user"
        as="smtp.user"
        label="Usuário"
        help="Quase sempre o e-mail inteiro."
        longest={254}
      />
      <Field
        kind="password"
        name="password"
        as="smtp.password"
        label="Senha"
        help={passwordSet ? 'Salva. Preencha só para trocar.' : 'Alguns provedores pedem uma senha de aplicativo.'}
        longest={500}
        autoComplete="new-password"
      />
      <Field
        kind="address"
        name="spfInclude"
        as="smtp.spfInclude"
        label="Domínio do SPF do provedor (opcional)"
        help="Se o provedor pede algo como include:spf.provedor.com.br, digite o que vem depois dos dois-pontos."
        longest={200}
        typed={text => text.replace(/^\s*include:/i, '')}
      />
    </Box>
  )
}

const paces = [
  { name: 'perSecond', label: 'Por segundo' },
  { name: 'perHour', label: 'Por hora' },
  { name: 'perDay', label: 'Por dia' }
] as const

/** How many mails may go out in a time; most need no bound of their own. */
export function PaceFields({ draft }: { draft: SenderDraft }) {
  const { errors } = useFormContext()
  const [open, setOpen] = useState(() => paces.some(({ name }) => draft[name] !== ''))
  const wrong = paces.some(({ name }) => errors[`pace.${name}`])
  return (
    <Box component="details" open={open || wrong} onToggle={event => setOpen(event.currentTarget.open)}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: 1 }}>
        Limites de envio (opcional)
      </Box>
      <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
        Se o provedor limita quantos e-mails podem sair, diga aqui, e a Prosa espera a vez.
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, 1fr)' } }}>
        {paces.map(({ name, label }) => (
          <Field kind="number" key={name} name={name} as={`pace.${name}`} label={label} longest={7} help=" " />
        ))}
      </Box>
    </Box>
  )
}
