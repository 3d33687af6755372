import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ChannelKind, channelNames, channelRules } from '../../../../../services/messaging/channels/rules.ts'
import { counted, formatNumber } from '../../../core/format.ts'
import { useDeliveries, useReplay } from './api.ts'

const outcomeLabels: Record<string, string> = {
  stored: 'processadas',
  repeated: 'repetidas, já guardadas',
  other_kind: 'de um tipo que não muda a conversa',
  unreadable: 'que não puderam ser lidas',
  unknown_account: 'de antes de a conta ser conectada',
  not_its_account: 'de outra conta'
}

/** Received is processed and explained; what was received can be processed again from the bytes as they came. */
export function Deliveries({ kind }: { kind: ChannelKind }) {
  const { data: report, error } = useDeliveries(kind)
  const replay = useReplay(kind)
  if (error && !report) return <Alert severity="error">{error.message}</Alert>
  if (!report) return <Box role="status">Contando o que chegou…</Box>
  const outcomes = Object.entries(report.outcomes).filter(([, n]) => n > 0)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <b>O que o {channelNames[kind]} avisou em 30 dias</b>
      {report.received === 0 && report.waiting === 0 ? (
        <div>Nada chegou ainda.</div>
      ) : (
        <>
          <div>
            {counted(report.received, 'novidade recebida', 'novidades recebidas')}
            {report.waiting > 0 && `, e ${counted(report.waiting, 'aviso', 'avisos')} na fila`}:
          </div>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {outcomes.map(([outcome, n]) => (
              <li key={outcome}>
                {formatNumber(n)} {outcomeLabels[outcome] ?? outcome}
              </li>
            ))}
          </Box>
          <div>
            <Button variant="outlined" aria-busy={replay.isPending} onClick={() => replay.isPending || replay.mutate()}>
              Reprocessar
            </Button>
          </div>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            Lê de novo os avisos como {channelRules[kind].provider.the} os mandou. O que já está guardado não se repete.
          </Box>
        </>
      )}
    </Box>
  )
}
