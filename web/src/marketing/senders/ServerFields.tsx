import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { TlsMode } from '../../../../services/marketing/senders/rules.ts'
import type { Change, SenderDraft } from './draft.ts'

type Fields = { draft: SenderDraft; change: Change; errors: Record<string, string> }
type Props = Fields & { password: string; setPassword: (password: string) => void; passwordSet: boolean }

/** The company's own mail server. The password is written and never read again. */
export function ServerFields({ draft, change, errors, password, setPassword, passwordSet }: Props) {
  const help = passwordSet ? 'Salva. Preencha só para trocar.' : 'Alguns provedores pedem uma senha de aplicativo.'
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        label="Servidor"
        value={draft.host}
        required
        error={Boolean(errors.host)}
        helperText={errors.host || 'O provedor chama de servidor SMTP ou de saída. Ex.: smtp.provedor.com.br'}
        onChange={event => change({ host: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 253, spellCheck: false, autoCapitalize: 'none' } }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 2fr' } }}>
        <TextField
          label="Porta"
          value={draft.port}
          required
          error={Boolean(errors.port)}
          helperText={errors.port || 'Costuma ser 587 ou 465.'}
          onChange={event => change({ port: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
        />
        <TextField
          select
          label="Segurança"
          value={draft.tls}
          helperText="Sem conexão segura, a senha poderia ser lida no caminho."
          onChange={event => change({ tls: event.target.value as TlsMode })}
        >
          <MenuItem value="starttls">STARTTLS (porta 587)</MenuItem>
          <MenuItem value="tls">TLS ou SSL (porta 465)</MenuItem>
        </TextField>
      </Box>
      <TextField
        label="Usuário"
        value={draft.user}
        error={Boolean(errors.user)}
        helperText={errors.user || 'Quase sempre o e-mail inteiro.'}
        onChange={event => change({ user: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 254, spellCheck: false, autoCapitalize: 'none' } }}
      />
      <TextField
        label="Senha"
        type="password"
        value={password}
        error={Boolean(errors.password)}
        helperText={errors.password || help}
        onChange={event => setPassword(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: 'new-password', maxLength: 500 } }}
      />
      <TextField
        label="Domínio do SPF do provedor (opcional)"
        value={draft.spfInclude}
        error={Boolean(errors.spfInclude)}
        helperText={
          errors.spfInclude ||
          'Se o provedor pede algo como include:spf.provedor.com.br, digite o que vem depois dos dois-pontos.'
        }
        onChange={event => change({ spfInclude: event.target.value.replace(/^\s*include:/i, '') })}
        slotProps={{ htmlInput: { maxLength: 200, spellCheck: false, autoCapitalize: 'none' } }}
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
export function PaceFields({ draft, change, errors }: Fields) {
  const [open, setOpen] = useState(() => paces.some(({ name }) => draft[name] !== ''))
  const wrong = paces.some(({ name }) => errors[name])
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
          <TextField
            key={name}
            label={label}
            value={draft[name]}
            error={Boolean(errors[name])}
            helperText={errors[name] || ' '}
            onChange={event => change({ [name]: event.target.value })}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7 } }}
          />
        ))}
      </Box>
    </Box>
  )
}
