import AddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import type { Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Phone } from '../../../../services/demo/phone/schema.ts'
import {
  type ChannelKind,
  channelKinds,
  channelNames,
  channelRules
} from '../../../../services/messaging/channels/rules.ts'
import { screens } from '../../messaging/conversations/channels/registry.ts'
import { Thread } from '../../messaging/conversations/Thread.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useNewPhone, usePhones } from './api.ts'
import { DrawnPhone } from './DrawnPhone.tsx'
import { Customers } from './style.ts'

/** Where a new user plays the customers of a demonstration. */
export default function PhonePage() {
  const { data: phones, error, refetch } = usePhones()
  const [chosen, setChosen] = useState<string>()
  /** The conversation from which the page was opened. */
  const from = useSearchParams()[0].get('conversa')
  const beside = useMediaQuery<Theme>(theme => theme.breakpoints.up('lg'))
  const phone =
    phones?.find(({ id }) => id === chosen) ??
    phones?.find(({ conversationId }) => from !== null && conversationId === from) ??
    phones?.[0]
  return (
    <>
      <PageHead title="Telefone do cliente" />
      <Box component="p" sx={{ m: 0, mb: 2, maxWidth: 640, color: 'text.secondary' }}>
        Faça o papel do cliente: o que você escreve aqui chega à caixa da empresa como se viesse do WhatsApp ou do
        Instagram, e o que a equipe responde aparece neste telefone. Nada vai para a Meta de verdade.
      </Box>
      {!phones && !error && <LoadingRows label="Carregando os telefones" />}
      {!phones && error && (
        <Failure title="O telefone de demonstração não abriu" error={error} onRetry={() => void refetch()} />
      )}
      {phones && error && (
        <Alert severity="warning" sx={{ mb: 2, maxWidth: 640 }}>
          {error.message}
        </Alert>
      )}
      {phones && (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: '200px minmax(0, 360px)',
              lg: '200px 340px minmax(0, 1fr)'
            }
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
            <Customers role="group" aria-label="Clientes">
              {phones.map(each => (
                <CustomerButton key={each.id} phone={each} chosen={each === phone} choose={() => setChosen(each.id)} />
              ))}
            </Customers>
            <NewCustomer onMade={setChosen} />
          </Box>
          {phone ? (
            <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
              <DrawnPhone key={phone.id} phone={phone} />
              <Button component={Link} to={channelRules[phone.channel].page}>
                Ver a caixa da empresa
              </Button>
            </Box>
          ) : (
            <Alert severity="info">Crie um cliente para começar.</Alert>
          )}
          {phone && beside && <CompanySide phone={phone} />}
        </Box>
      )}
    </>
  )
}

/** The same conversation as the team has it, to be answered in the same place. */
const CompanySide = ({ phone: { channel, conversationId, name } }: { phone: Phone }) => (
  <Box
    component="section"
    aria-label={`O que a empresa vê de ${name}`}
    sx={{
      display: 'grid',
      gridTemplateRows: 'minmax(0, 1fr)',
      height: 'min(720px, calc(100dvh - 220px))',
      minHeight: 420,
      border: 1,
      borderColor: 'divider',
      borderRadius: 3,
      overflow: 'hidden',
      bgcolor: 'background.paper'
    }}
  >
    {conversationId ? (
      <Thread key={conversationId} id={conversationId} kind={channel} wide={false} />
    ) : (
      <Box sx={{ m: 'auto', p: 3, textAlign: 'center', color: 'text.secondary' }}>
        Aqui a conversa aparece como a equipe a vê, assim que o cliente escrever.
      </Box>
    )}
  </Box>
)

type CustomerProps = { phone: Phone; chosen: boolean; choose: () => void }

const CustomerButton = ({ phone: { channel, name, address }, chosen, choose }: CustomerProps) => {
  const { Icon } = screens[channel]
  return (
    <button type="button" aria-pressed={chosen} onClick={choose}>
      <Icon />
      <span>
        <b>{name}</b>
        <small>{address ?? channelNames[channel]}</small>
      </span>
    </button>
  )
}

function NewCustomer({ onMade }: { onMade: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [channel, setChannel] = useState<ChannelKind>('whatsapp')
  const create = useNewPhone({
    onDone: ({ id }) => {
      onMade(id)
      setName('')
      setOpen(false)
    }
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() && !create.isPending) create.mutate({ channel, name: name.trim() })
  }

  if (!open)
    return (
      <Button startIcon={<AddIcon />} onClick={() => setOpen(true)} sx={{ justifySelf: 'start' }}>
        Outro cliente
      </Button>
    )
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        label="Nome do cliente"
        value={name}
        autoFocus
        onChange={event => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField select label="Canal" value={channel} onChange={event => setChannel(event.target.value as ChannelKind)}>
        {channelKinds.map(kind => (
          <MenuItem key={kind} value={kind}>
            {channelNames[kind]}
          </MenuItem>
        ))}
      </TextField>
      <Button type="submit" variant="contained" disabled={!name.trim()} aria-busy={create.isPending}>
        Criar cliente
      </Button>
    </Box>
  )
}
