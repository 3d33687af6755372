import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useState } from 'react'
import type { FailedJobRow, QueueState } from '../../../services/admin/logSchema.ts'
import { counted, formatNumber } from '../core/format.ts'
import { Moment } from '../shell/Moment.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Tag } from '../ui/Tag.tsx'
import { Ask } from './Ask.tsx'
import { type LogFilter, logPath, useJobDiscard, useJobRetry, useQueues } from './api.ts'
import { Loaded } from './Loaded.tsx'
import { LogTable } from './LogTable.tsx'
import { SchedulesPanel } from './SchedulesPanel.tsx'
import { type Column, Rows } from './Table.tsx'

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

/** The queues as they stand, and the jobs that were given up on. */
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
      <Card>
        <Loaded of={reading} what="as filas">
          {queues => <Rows label="Filas" columns={queueColumns} rows={queues} keyOf={({ name }) => name} />}
        </Loaded>
      </Card>
      <SchedulesPanel />
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
