import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { Task } from '../../../services/tasks/schema.ts'
import { useTaskChange } from './api.ts'
import { TaskForm } from './TaskForm.tsx'

/** Changes a task that is still to be done. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const id = useId()
  const change = useTaskChange()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Mudar a tarefa</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <TaskForm
          leadId={task.leadId}
          kept={`task ${task.id}`}
          task={task}
          action="Salvar"
          busy={change.isPending}
          onCancel={onClose}
          onSave={(fields, done) =>
            change.mutate(
              { id: task.id, ...fields },
              {
                onSuccess: () => {
                  done()
                  onClose()
                }
              }
            )
          }
        />
      </DialogContent>
    </Dialog>
  )
}
