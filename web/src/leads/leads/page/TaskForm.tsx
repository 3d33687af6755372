import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { taskKindLabels } from '../../../../../services/leads/leads/marks/rules.ts'
import { type TaskKind, taskKinds } from '../../../../../services/leads/leads/rules.ts'
import type { NewTask, Task } from '../../../../../services/leads/tasks/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useUser } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { useKept } from '../../../ui/kept.ts'
import { DueField, useDue } from '../DueField.tsx'
import { useColleagues } from './api.ts'

const nobody = 'nobody'
const minute = 60_000

/** Minutes before a task is due. */
const reminders = [
  { id: '0', name: 'Na hora' },
  { id: '15', name: '15 minutos antes' },
  { id: '60', name: '1 hora antes' }
]

/** How long before its time a task reminds, as the choices name it; `kept` for a moment that is none of them. */
function reminderOf({ dueAt, remindAt }: Task): string {
  if (remindAt === null) return 'none'
  const before = String(Math.round((Date.parse(dueAt) - Date.parse(remindAt)) / minute))
  return reminders.some(({ id }) => id === before) ? before : 'kept'
}

export type TaskFields = Omit<NewTask, 'leadId'>

type Props = {
  leadId: string
  /** The key under which the words are kept until the task is saved. */
  kept: string
  /** The task that is changed; none: a new one. */
  task?: Task
  action: string
  busy: boolean
  onSave: (task: TaskFields, done: () => void) => void
  onCancel?: () => void
}

/** The form of a task: its words, due time, owner and reminder. */
export function TaskForm({ leadId, kept, task, action, busy, onSave, onCancel }: Props) {
  const me = useUser()?.companyEmployee?.id
  const timeZone = useTimeZone()
  const [title, setTitle, forgetTitle] = useKept(kept, task?.title ?? '')
  const [kind, setKind] = useState<TaskKind>(task?.kind ?? 'call')
  const due = useDue(task?.dueAt)
  const [owner, setOwner] = useState(task ? (task.ownerId ?? nobody) : (me ?? nobody))
  const [remind, setRemind] = useState(task ? reminderOf(task) : '0')
  const { data: people = [] } = useColleagues(leadId)
  const shown = people.filter(({ active, id }) => active || id === owner)
  const blind = people.find(({ id, seesLead }) => id === owner && seesLead === false)
  const hasOption = owner === nobody || shown.some(({ id }) => id === owner)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const { at } = due
    if (!at || busy) return
    const remindAt = remind === 'none' ? null : new Date(at.getTime() - Number(remind) * minute).toISOString()
    onSave(
      {
        title: title.trim() || taskKindLabels[kind],
        kind,
        dueAt: at.toISOString(),
        // A reminder that is none of the choices keeps its distance to the due time.
        ...(remind !== 'kept' && { remindAt }),
        // The owner stays, also after leaving the company.
        ...((!task || owner !== (task.ownerId ?? nobody)) && { ownerId: owner === nobody ? null : owner })
      },
      forgetTitle
    )
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        label="O que fazer"
        placeholder="Enviar a proposta"
        value={title}
        onChange={event => setTitle(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField select label="Tipo" value={kind} onChange={event => setKind(event.target.value as TaskKind)}>
          {taskKinds.map(each => (
            <MenuItem key={each} value={each}>
              {taskKindLabels[each]}
            </MenuItem>
          ))}
        </TextField>
        <DueField due={due} />
        <TextField
          select
          label="Responsável"
          value={owner}
          onChange={event => setOwner(event.target.value)}
          helperText={blind && `${blind.name} não vê este lead nem as suas tarefas.`}
        >
          <MenuItem value={nobody}>Sem responsável</MenuItem>
          {!hasOption && <MenuItem value={owner}>{task?.ownerName ?? 'Eu'}</MenuItem>}
          {shown.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {id === me ? `${name} (eu)` : name}
            </MenuItem>
          ))}
        </TextField>
        <TextField select label="Lembrete" value={remind} onChange={event => setRemind(event.target.value)}>
          <MenuItem value="none">Sem lembrete</MenuItem>
          {reminders.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
          {task && reminderOf(task) === 'kept' && (
            <MenuItem value="kept">Como está: {formatDateTime(task.remindAt, timeZone)}</MenuItem>
          )}
        </TextField>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        {onCancel && (
          <Button
            onClick={() => {
              forgetTitle()
              onCancel()
            }}
          >
            Cancelar
          </Button>
        )}
        <Button type="submit" variant="contained" disabled={!due.at} aria-busy={busy}>
          {action}
        </Button>
      </Box>
    </Box>
  )
}
