import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatDateTime } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type Sender, useKeyRenewal, useSenderCheck } from './api.ts'
import { RecordCard } from './RecordCard.tsx'

/** The records that prove the domain: where to enter them, and how each stands. */
export function Records({ sender }: { sender: Sender }) {
  const { zone, records, checkedAt, bounces, renewing } = sender
  const check = useSenderCheck()
  const renewal = useKeyRenewal()
  const timeZone = useTimeZone()
  return (
    <Panel
      title="2. Comprovar o domínio"
      aside={
        <Button variant="outlined" aria-busy={check.isPending} onClick={() => check.isPending || check.mutate()}>
          {check.isPending ? 'Verificando…' : 'Verificar agora'}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ color: 'text.secondary' }}>
          Entre no site onde o domínio {zone} é administrado (registro.br, Cloudflare, GoDaddy, Hostinger ou outro) e
          abra a parte chamada DNS ou Zona DNS. Para cada item abaixo, crie um registro do tipo TXT e cole o nome e o
          valor. Depois de salvar lá, a mudança leva de minutos a um dia para aparecer. Conferimos sozinhos de tempos em
          tempos.
        </Box>
        {checkedAt && (
          <Box role="status" sx={{ fontSize: '0.875rem' }}>
            Conferido em {formatDateTime(checkedAt, timeZone)}.
          </Box>
        )}
        {records.map(record => (
          <RecordCard key={record.name + record.kind} record={record} zone={zone} />
        ))}
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          E-mails que não chegam ao destino voltam para {bounces}. Isso não precisa de nenhum registro.
        </Box>
        {!renewing && (
          <Box component="details">
            <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: 1 }}>
              Trocar a chave da assinatura
            </Box>
            <Box component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
              É bom trocar uma vez por ano, ou se alguém de fora teve acesso ao servidor. A chave atual continua
              assinando até que o registro da nova seja encontrado: nenhum e-mail se perde.
            </Box>
            <Button
              variant="outlined"
              aria-busy={renewal.isPending}
              onClick={() => renewal.isPending || renewal.mutate()}
            >
              Gerar chave nova
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  )
}
