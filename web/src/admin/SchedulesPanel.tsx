import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ScheduleState } from '../../../services/admin/logSchema.ts'
import { Moment } from '../shell/Moment.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useScheduleRun, useSchedules } from './api.ts'
import { Loaded } from './Loaded.tsx'
import { type Column, Rows } from './Table.tsx'

const paceOf = (seconds: number) =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

/** What is done again and again, when it was and will be, and the way to have it done now. */
export function SchedulesPanel() {
  const reading = useSchedules()
  const run = useScheduleRun()

  const columns: Column<ScheduleState>[] = [
    {
      label: 'Tarefa',
      title: true,
      width: '40%',
      show: ({ label, error }) => (
        <>
          <Box sx={{ fontWeight: 600 }}>{label}</Box>
          {error && <Box sx={{ color: 'error.main' }}>Falhou: {error}</Box>}
        </>
      )
    },
    { label: 'A cada', align: 'right', show: ({ everySeconds }) => paceOf(everySeconds) },
    { label: 'Última', show: ({ lastAt }) => (lastAt ? <Moment at={lastAt} /> : '–') },
    { label: 'Próxima', show: ({ nextAt }) => <Moment at={nextAt} /> },
    {
      label: 'Ações',
      show: ({ name }) => (
        <Button size="small" disabled={run.isPending} onClick={() => run.mutate(name)}>
          Executar agora
        </Button>
      )
    }
  ]

  return (
    <Panel title="Tarefas periódicas">
      <Loaded of={reading} what="as tarefas periódicas">
        {schedules => <Rows label="Tarefas periódicas" columns={columns} rows={schedules} keyOf={({ name }) => name} />}
      </Loaded>
    </Panel>
  )
}
