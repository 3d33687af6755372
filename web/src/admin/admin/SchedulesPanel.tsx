import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ScheduleState } from '../../../../services/admin/admin/logSchema.ts'
import { counted } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Column } from '../../ui/Table.tsx'
import { useScheduleRun, useSchedules } from './api.ts'
import { WrongFirst } from './WrongFirst.tsx'

const paceOf = (seconds: number) =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

/** In milliseconds: one that is due for longer is run by nobody. */
const lateAfter = 5 * 60_000

const isLate = ({ nextAt }: ScheduleState): boolean => Date.now() - Date.parse(nextAt) > lateAfter

/** Recurring jobs with their last and next runs, and a button to run each now. */
export function SchedulesPanel() {
  const reading = useSchedules()
  const run = useScheduleRun()

  const columns: Column<ScheduleState>[] = [
    {
      label: 'Tarefa',
      title: true,
      width: '40%',
      show: schedule => (
        <>
          <Box sx={{ fontWeight: 600 }}>{schedule.label}</Box>
          {schedule.error && <Box sx={{ color: 'error.main' }}>Falhou: {schedule.error}</Box>}
          {!schedule.error && isLate(schedule) && <Box sx={{ color: 'error.main' }}>Atrasada</Box>}
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
        {schedules => (
          <WrongFirst
            label="Tarefas periódicas"
            columns={columns}
            rows={schedules}
            keyOf={({ name }) => name}
            isWrong={schedule => schedule.error !== null || isLate(schedule)}
            well={count => counted(count, 'tarefa em dia', 'tarefas em dia')}
          />
        )}
      </Loaded>
    </Panel>
  )
}
