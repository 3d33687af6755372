import GoodIcon from '@mui/icons-material/CheckCircleOutlined'
import BadIcon from '@mui/icons-material/ErrorOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings } from '../../../../../services/messaging/channels/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { useChannelSwitch, useChannelTest, useCheckup } from './api.ts'
import { Deliveries } from './Deliveries.tsx'

type Props = {
  kind: ChannelKind
  settings: ChannelSettings
  /** The step that must come before a test: 'Conecte a conta'. */
  first: string
}

/** Tests the channel live, and switches it on and off. */
export function Checkup({ kind, settings, first }: Props) {
  const { token, account, active, checkedAt, checkError } = settings
  const test = useChannelTest(kind)
  const turn = useChannelSwitch(kind)
  const zone = useTimeZone()
  const [looking, setLooking] = useState(false)
  const ready = token !== null && account !== null
  if (!ready) return <Box sx={{ color: 'text.secondary' }}>{first} no passo 1, e teste a conexão aqui.</Box>
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="status">
        {checkError ? (
          <Alert severity="error">{checkError}</Alert>
        ) : checkedAt ? (
          <Alert severity="success">A conexão funciona. Testada em {formatDateTime(checkedAt, zone)}.</Alert>
        ) : (
          <Alert severity="info">A conexão ainda não foi testada.</Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" aria-busy={test.isPending} onClick={() => test.isPending || test.mutate()}>
          {test.isPending ? 'Testando…' : 'Testar conexão'}
        </Button>
        <Button
          variant={active ? 'outlined' : 'contained'}
          aria-busy={turn.isPending}
          onClick={() => turn.isPending || turn.mutate(!active)}
        >
          {active ? 'Desligar canal' : 'Ligar canal'}
        </Button>
        <Button onClick={() => setLooking(true)}>Doutor dos canais</Button>
      </Box>
      {active && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          Desligado, o canal continua recebendo, mas ninguém responde por aqui.
        </Box>
      )}
      {looking && (
        <>
          <Findings kind={kind} />
          <Deliveries kind={kind} />
        </>
      )}
    </Box>
  )
}

function Findings({ kind }: { kind: ChannelKind }) {
  const { data, error, isFetching } = useCheckup(kind, { enabled: true })
  if (error && !data) return <Alert severity="error">{error.message}</Alert>
  if (!data) return <Box role="status">Examinando o canal…</Box>
  return (
    <Box component="ul" aria-busy={isFetching} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {data.map(({ name, state, text, mend }) => (
        <Box component="li" key={name} sx={{ display: 'flex', gap: 1 }}>
          <Box
            sx={{ color: state === 'good' ? 'success.main' : state === 'bad' ? 'error.main' : 'warning.main' }}
            aria-hidden
          >
            {state === 'good' ? <GoodIcon fontSize="small" /> : <BadIcon fontSize="small" />}
          </Box>
          <div>
            <b>{name}</b>: {text}
            {mend && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{mend}</Box>}
          </div>
        </Box>
      ))}
    </Box>
  )
}
