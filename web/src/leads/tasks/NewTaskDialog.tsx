import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { LeadField, type PickedLead } from '../leads/LeadField.tsx'
import { useNewTask } from '../leads/page/api.ts'
import { TaskForm } from '../leads/page/TaskForm.tsx'

/** A new task: first of which lead, then what is to be done. */
export function NewTaskDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [lead, setLead] = useState<PickedLead | null>(null)
  const create = useNewTask()

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Nova tarefa</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 }, display: 'grid', gap: 2 }}>
        <LeadField value={lead} onChange={setLead} autoFocus />
        {lead && (
          <TaskForm
            key={lead.id}
            leadId={lead.id}
            kept={`new task ${lead.id}`}
            action="Criar tarefa"
            busy={create.isPending}
            onCancel={onClose}
            onSave={(task, done) =>
              create.mutate(
                { leadId: lead.id, ...task },
                {
                  onSuccess: () => {
                    done()
                    onClose()
                  }
                }
              )
            }
          />
        )}
      </DialogContent>
      {!lead && (
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
