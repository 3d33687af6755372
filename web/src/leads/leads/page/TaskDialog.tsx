import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useRef, useState } from 'react'
import { taskKindLabels } from '../../../../../services/leads/leads/marks/rules.ts'
import type { Task } from '../../../../../services/leads/tasks/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { useTaskChange } from './api.ts'
import { StaleAlert } from './StaleAlert.tsx'
import { type TaskFields, TaskForm } from './TaskForm.tsx'

const minuteOf = (at: string | null | undefined) => at && Math.floor(Date.parse(at) / 60_000)

/** The fields of a task that are no longer as they were; times by the minute, as they are written. */
function changedIn(was: Task, { dueAt, remindAt, ...others }: TaskFields): Partial<TaskFields> {
  const plain = Object.entries(others).filter(([field, value]) => value !== was[field as keyof typeof others])
  return {
    ...Object.fromEntries(plain),
    ...(minuteOf(dueAt) !== minuteOf(was.dueAt) && { dueAt }),
    ...(remindAt !== undefined && minuteOf(remindAt) !== minuteOf(was.remindAt) && { remindAt })
  }
}

/** Changes a task that is still to be done. Where a colleague has changed the same of it meanwhile, it asks. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const id = useId()
  const timeZone = useTimeZone()
  const [start] = useState(task)
  const change = useTaskChange(true)
  const last = useRef({ send: (_was: Task) => {}, end: onClose })

  function save(fields: TaskFields, done: () => void): void {
    const changed = changedIn(start, fields)
    const end = () => {
      done()
      onClose()
    }
    const send = (was: Task) => {
      const expected = Object.fromEntries(Object.keys(changed).map(field => [field, was[field as keyof TaskFields]]))
      change.mutate({ id: task.id, ...changed, expected }, { onSuccess: end })
    }
    last.current = { send, end }
    if (Object.keys(changed).length > 0) send(start)
    else end()
  }

  const { title, kind, dueAt, ownerName } = task
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Mudar a tarefa</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 }, display: 'grid', gap: 2 }}>
        <StaleAlert
          error={change.error}
          now={[title, taskKindLabels[kind], formatDateTime(dueAt, timeZone), ownerName].filter(Boolean).join(' · ')}
          onTheirs={() => last.current.end()}
          onMine={() => last.current.send(task)}
        />
        <TaskForm
          leadId={task.leadId}
          kept={`task ${task.id}`}
          task={start}
          action="Salvar"
          busy={change.isPending}
          onCancel={onClose}
          onSave={save}
        />
      </DialogContent>
    </Dialog>
  )
}
