import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type CaldavAccount, NewCaldavAccount } from '../../../../../services/calendar/caldav/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog, useForm } from '../../../ui/form.tsx'
import { useCaldavAccounts, useCaldavAdd, useCaldavChoice, useCaldavRemoval } from '../api.ts'
import { Row, Rows } from './Row.tsx'

/** The person's accounts at calendar servers: what blocks times, and what gets the appointments. */
export function CaldavAccounts() {
  const { data: accounts, error, refetch } = useCaldavAccounts()
  const removal = useCaldavRemoval()
  const [adding, setAdding] = useState(false)
  const zone = useTimeZone()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ color: 'text.secondary' }}>
        Com uma conta CalDAV (iCloud, Nextcloud, Fastmail, Zimbra e outras), seus compromissos também aparecem lá, e o
        que você muda lá muda aqui.
      </Box>
      {error && !accounts && (
        <Failure title="Falha ao carregar as contas" error={error} onRetry={() => void refetch()} />
      )}
      {!accounts && !error && <Skeleton variant="rounded" height={48} aria-label="Carregando as contas" />}
      {accounts && accounts.length > 0 && (
        <Rows>
          {accounts.map(account => (
            <Row
              key={account.id}
              title={account.name}
              detail={<Account account={account} zone={zone} />}
              deleteLabel={`Desconectar ${account.name}`}
              onDelete={() => !removal.isPending && removal.mutate(account.id)}
            />
          ))}
        </Rows>
      )}
      {accounts && (
        <Box>
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
            Conectar por CalDAV
          </Button>
        </Box>
      )}
      {adding && <ConnectDialog onClose={() => setAdding(false)} />}
    </Box>
  )
}

function Account({ account, zone }: { account: CaldavAccount; zone: string }) {
  const { id, name, host, username, calendars, receives, goodAt, error } = account
  const choice = useCaldavChoice()
  const blocks = calendars.filter(each => each.blocks).map(({ href }) => href)
  const choose = (change: { blocks?: string[]; receives?: string | null }) =>
    !choice.isPending && choice.mutate({ id, blocks, receives, ...change })
  const chosen = calendars.find(({ href }) => href === receives)
  return (
    <>
      {host} · {username}
      {goodAt && ` · Em dia desde ${formatDateTime(goodAt, zone)}`}
      <Box role="group" aria-label={`Agendas de ${name} que bloqueiam horários`} sx={{ display: 'grid', mt: 1 }}>
        {calendars.map(({ href, name: calendar, blocks: blocking, error: fault }) => (
          <Box key={href}>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={blocking}
                  onChange={() =>
                    choose({ blocks: blocking ? blocks.filter(each => each !== href) : [...blocks, href] })
                  }
                />
              }
              label={`“${calendar}” bloqueia meus horários`}
            />
            {fault && <Alert severity="warning">{fault}</Alert>}
          </Box>
        ))}
      </Box>
      <TextField
        select
        size="small"
        label="Recebe meus compromissos"
        value={chosen?.href ?? ''}
        onChange={event => choose({ receives: event.target.value || null })}
        sx={{ mt: 1, minWidth: 240 }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">Nenhuma</MenuItem>
        {calendars.map(each => (
          <MenuItem key={each.href} value={each.href}>
            {each.name}
          </MenuItem>
        ))}
      </TextField>
      {error && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {error}
        </Alert>
      )}
    </>
  )
}

const none = { name: '', url: '', username: '', password: '' }

function ConnectDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(NewCaldavAccount, none, useCaldavAdd(onClose), {
    toBody: ({ name, url, username, password }) => ({
      name: name.trim(),
      url: url.trim(),
      username: username.trim(),
      password
    }),
    keep: 'caldav',
    secret: ['password']
  })
  return (
    <FormDialog
      form={form}
      title="Conectar por CalDAV"
      label="Conectar"
      busy="Procurando as agendas…"
      onClose={onClose}
    >
      <Field autoFocus required name="name" label="Nome" placeholder="iCloud" longest={60} />
      <Field
        required
        kind="address"
        name="url"
        label="Endereço do servidor"
        help="No iCloud: https://caldav.icloud.com. Nos outros, o provedor informa."
        longest={2000}
      />
      <Field
        required
        kind="address"
        name="username"
        label="Usuário"
        help="Quase sempre o e-mail inteiro."
        longest={200}
      />
      <Field
        required
        kind="password"
        name="password"
        label="Senha"
        help="No iCloud, uma senha específica de app. Fica guardada cifrada."
        longest={500}
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
