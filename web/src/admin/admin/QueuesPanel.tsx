import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { FailedJobRow, QueueState } from '../../../../services/admin/admin/logSchema.ts'
import { counted, formatNumber } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type LogFilter, logPath, useJobDiscard, useJobRetry, useQueues } from './api.ts'
import { LogTable } from './LogTable.tsx'
import { SchedulesPanel } from './SchedulesPanel.tsx'
import { WrongFirst } from './WrongFirst.tsx'

const queueColumns: Column<QueueState>[] = [
  { label: 'Fila', title: true, show: ({ label }) => <strong>{label}</strong> },
  {
    label: 'Estado',
    show: ({ away, deadLetters }) =>
      away ? (
        <Tag tone="error">Fora do ar</Tag>
      ) : deadLetters > 0 ? (
        <Tag tone="warning">{counted(deadLetters, 'falha', 'falhas')}</Tag>
      ) : (
        <Tag tone="success">Em dia</Tag>
      )
  },
  { label: 'Esperando', align: 'right', show: ({ waiting }) => formatNumber(waiting) },
  { label: 'Em andamento', align: 'right', show: ({ active }) => formatNumber(active) },
  { label: 'Agendados', align: 'right', show: ({ delayed }) => formatNumber(delayed) },
  {
    label: 'Mais antigo',
    align: 'right',
    show: ({ oldestSeconds }) => (oldestSeconds === null ? '–' : `${formatNumber(oldestSeconds)} s`)
  },
  { label: 'Falharam', align: 'right', show: ({ deadLetters }) => formatNumber(deadLetters) }
]

/** The jobs that were given up on, and the queues as they stand: what is wrong now first, the rest folded. */
export function QueuesPanel({ filter }: { filter: LogFilter }) {
  const reading = useQueues()
  const [discarded, setDiscarded] = useState<FailedJobRow | null>(null)
  const retry = useJobRetry()
  const discard = useJobDiscard({ onDone: () => setDiscarded(null) })

  const columns: Column<FailedJobRow>[] = [
    {
      label: 'Trabalho',
      title: true,
      width: '40%',
      show: ({ label, error }) => (
        <>
          <Box sx={{ fontWeight: 600 }}>{label}</Box>
          <Box sx={{ color: 'text.secondary' }}>{error}</Box>
        </>
      )
    },
    { label: 'Tentativas', align: 'right', show: ({ attempts }) => String(attempts) },
    { label: 'Falhou em', show: ({ failedAt }) => <Moment at={failedAt} /> },
    {
      label: 'Ações',
      show: job => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', mx: -1 }}>
          <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate(job.id)}>
            Tentar de novo
          </Button>
          <Button size="small" color="error" onClick={() => setDiscarded(job)}>
            Descartar
          </Button>
        </Box>
      )
    }
  ]

  return (
    <>
      <Panel title="Trabalhos que falharam">
        <LogTable<FailedJobRow>
          path={logPath('jobs')}
          filter={filter}
          label="Trabalhos que falharam"
          columns={columns}
          keyOf={({ id }) => id}
          empty={{ title: 'Nenhum trabalho falhou', text: 'Tudo o que entrou nas filas foi feito ou ainda espera.' }}
        />
      </Panel>
      <Panel title="Filas">
        <Loaded of={reading} what="as filas">
          {queues => (
            <WrongFirst
              label="Filas"
              columns={queueColumns}
              rows={queues}
              keyOf={({ name }) => name}
              isWrong={({ away, deadLetters }) => away || deadLetters > 0}
              well={count => counted(count, 'fila em dia', 'filas em dia')}
            />
          )}
        </Loaded>
      </Panel>
      <SchedulesPanel />
      {discarded && (
        <Ask
          open
          title="Descartar este trabalho?"
          action="Descartar"
          danger
          busy={discard.isPending}
          onClose={() => setDiscarded(null)}
          onSubmit={() => discard.mutate(discarded.id)}
        >
          <Box component="p" sx={{ m: 0 }}>
            {discarded.label}. O que ele faria não será feito. Isto não pode ser desfeito.
          </Box>
        </Ask>
      )}
    </>
  )
}
