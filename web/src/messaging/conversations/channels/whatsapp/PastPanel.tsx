import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Past, PastChoice } from '../../../../../../services/messaging/history/schema.ts'
import { formatDateTime, formatNumber } from '../../../../core/format.ts'
import { useTimeZone } from '../../../../shell/company.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { useBringing, usePast } from './api.ts'

const peopleText = (n: number): string => (n === 1 ? '1 pessoa' : `${formatNumber(n)} pessoas`)

/** The telephone's past as far as it came, and the people in it who are no leads; nothing where it never came. */
export function PastPanel() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [answered, setAnswered] = useState(true)
  const choice: PastChoice = { ...(from && { from }), ...(to && { to }), answered }
  const { data: past } = usePast(choice)
  const bring = useBringing(({ people }) => `${peopleText(people)} a caminho da lista de leads`)
  if (!past || (past.receivedAt === null && past.people === 0)) return null
  return (
    <Panel title="Conversas antigas do telefone">
      <Progress past={past} />
      {past.people > 0 && (
        <>
          <Box component="p" sx={{ mt: 0 }}>
            {peopleText(past.people)} com {formatNumber(past.messages)}{' '}
            {past.messages === 1 ? 'mensagem não está' : 'mensagens não estão'} entre os seus leads. O que ninguém
            trouxer é apagado depois de {past.keptDays} dias; quem escrever de novo traz sua conversa consigo.
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <Day label="Última mensagem de" value={from} onChange={setFrom} />
            <Day label="até" value={to} onChange={setTo} />
            <FormControlLabel
              control={<Switch checked={answered} onChange={(_, on) => setAnswered(on)} />}
              label="Só quem a empresa respondeu"
            />
          </Box>
          <Button
            variant="contained"
            sx={{ mt: 2 }}
            disabled={past.chosen === 0}
            aria-busy={bring.isPending}
            onClick={() => bring.isPending || bring.mutate(choice)}
          >
            {past.chosen === 0 ? 'Ninguém nesta escolha' : `Trazer como leads (${formatNumber(past.chosen)})`}
          </Button>
          <Box sx={{ mt: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
            Não contam no limite de leads do mês, e a equipe não recebe um aviso de cada um.
          </Box>
        </>
      )}
    </Panel>
  )
}

function Progress({ past: { phase, progress, receivedAt } }: { past: Past }) {
  const zone = useTimeZone()
  if (phase === null || progress === null || receivedAt === null) return null
  const parts = ['do último dia', 'dos últimos 90 dias', 'dos últimos 6 meses']
  const done = phase >= parts.length - 1 && progress === 100
  return (
    <Box sx={{ mb: 2 }} role="status">
      {done ? (
        `Todas chegaram, as últimas em ${formatDateTime(receivedAt, zone)}.`
      ) : (
        <>
          Chegam as conversas {parts[Math.min(phase, parts.length - 1)]}: {progress} %.
          <LinearProgress
            variant="determinate"
            value={progress}
            aria-label="Conversas antigas recebidas"
            sx={{ mt: 0.75 }}
          />
        </>
      )}
    </Box>
  )
}

type DayProps = { label: string; value: string; onChange: (day: string) => void }

const Day = ({ label, value, onChange }: DayProps) => (
  <TextField
    type="date"
    size="small"
    label={label}
    value={value}
    onChange={event => onChange(event.target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)
