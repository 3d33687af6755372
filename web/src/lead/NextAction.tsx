import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import type { Lead } from '../../../services/leads/schema.ts'
import { taskKindLabels } from '../../../services/marks/rules.ts'
import type { Task } from '../../../services/tasks/schema.ts'
import { useMay } from '../client/access.ts'
import { useTimeZone } from '../client/company.ts'
import { timeAgo } from '../client/parts/ago.ts'
import { Panel } from '../client/parts/Panel.tsx'
import { formatDateTime } from '../core/format.ts'
import { LaterButtons, LaterMenu } from '../leads/Later.tsx'
import { useNewTask, useOpenTasks, useTaskChange, useTaskRemoval } from './api.ts'

/** What is to be done next; an open lead without anything planned says so, and offers the usual. */
export function NextAction({ lead }: { lead: Lead }) {
  const tasks = useOpenTasks(lead.id)
  const may = useMay('change', 'leads')
  const over = lead.status === 'converted' || lead.status === 'lost'
  return (
    <Panel title="Próxima ação">
      {tasks.isPending ? (
        <Skeleton height={48} />
      ) : tasks.isError ? (
        <Button onClick={() => void tasks.refetch()}>Tentar novamente</Button>
      ) : tasks.data.length > 0 ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {tasks.data.map(task => (
            <TaskRow key={task.id} task={task} may={may} />
          ))}
        </Box>
      ) : over || !may ? (
        <Box sx={{ color: 'text.secondary' }}>Nada planejado.</Box>
      ) : (
        <Plan leadId={lead.id} />
      )}
    </Panel>
  )
}

function Plan({ leadId }: { leadId: string }) {
  const create = useNewTask()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity="warning">Este lead não tem próxima ação.</Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <LaterButtons
          busy={create.isPending}
          onChoose={at =>
            create.mutate({
              leadId,
              title: 'Entrar em contato',
              kind: 'call',
              dueAt: at.toISOString(),
              remindAt: at.toISOString()
            })
          }
        />
      </Box>
    </Box>
  )
}

function TaskRow({ task, may }: { task: Task; may: boolean }) {
  const timeZone = useTimeZone()
  const change = useTaskChange()
  const remove = useTaskRemoval()
  const late = new Date(task.dueAt).getTime() < Date.now()
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      {may && (
        <Checkbox
          size="small"
          checked={change.isPending}
          disabled={change.isPending}
          onChange={() => change.mutate({ id: task.id, done: true })}
          slotProps={{ input: { 'aria-label': `Concluir ${task.title}` } }}
          sx={{ ml: -1, mt: -0.75 }}
        />
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 600 }}>{task.title}</Box>
        <Box sx={{ fontSize: '0.8125rem', color: late ? 'error.main' : 'text.secondary' }}>
          {taskKindLabels[task.kind]} · {formatDateTime(task.dueAt, timeZone)}
          {late && ` · atrasada, venceu ${timeAgo(task.dueAt)}`}
          {task.ownerName && ` · ${task.ownerName}`}
        </Box>
      </Box>
      {may && (
        <>
          <LaterMenu
            size="small"
            label={`Adiar ${task.title}`}
            onChoose={at => change.mutate({ id: task.id, dueAt: at.toISOString() })}
          />
          <IconButton size="small" aria-label={`Excluir ${task.title}`} onClick={() => remove.mutate(task.id)}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </>
      )}
    </Box>
  )
}
