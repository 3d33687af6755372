import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { taskKindLabels } from '../../../../../services/leads/leads/marks/rules.ts'
import { type TaskKind, taskKinds } from '../../../../../services/leads/leads/rules.ts'
import { DueField, useDue } from '../DueField.tsx'
import { BulkDialog, type BulkDialogProps } from './BulkDialog.tsx'

/** Gives each lead a task, which is its owner's to do. */
export function TaskDialog({ count, ...props }: BulkDialogProps) {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<TaskKind>('call')
  const due = useDue()
  const dueAt = due.at?.toISOString()
  return (
    <BulkDialog
      {...props}
      title={`Tarefa para ${count}`}
      action="Criar tarefas"
      bulk={title.trim() && dueAt ? { kind: 'task', params: { title: title.trim(), taskKind: kind, dueAt } } : null}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 0.75 }}>
        <TextField
          autoFocus
          label="O que fazer"
          value={title}
          onChange={event => setTitle(event.target.value)}
          helperText="Cada tarefa fica com o responsável do lead."
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
          <TextField select label="Tipo" value={kind} onChange={event => setKind(event.target.value as TaskKind)}>
            {taskKinds.map(value => (
              <MenuItem key={value} value={value}>
                {taskKindLabels[value]}
              </MenuItem>
            ))}
          </TextField>
          <DueField due={due} />
        </Box>
      </Box>
    </BulkDialog>
  )
}
