import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { type TaskKind, taskKinds } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { taskKindLabels } from '../../../services/marks/rules.ts'
import { useKept } from '../client/kept.ts'
import { useEmployeeOptions } from '../employees/api.ts'
import { useNewTask } from './api.ts'
import { nextMorning } from './when.ts'

const mine = 'mine'

/** Plans what is to be done next with a lead. */
export function TaskForm({ lead, onDone = () => {} }: { lead: Lead; onDone?: () => void }) {
  const [title, setTitle, forgetTitle] = useKept(`task ${lead.id}`, '')
  const [kind, setKind] = useState<TaskKind>('call')
  const [due, setDue] = useState(nextMorning)
  const [owner, setOwner] = useState(mine)
  const [remind, setRemind] = useState('0')
  const { data: people = [] } = useEmployeeOptions()
  const create = useNewTask()
  const at = new Date(due)
  const ready = !Number.isNaN(at.getTime())

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!ready || create.isPending) return
    const before = Number(remind) * 60_000
    create.mutate(
      {
        leadId: lead.id,
        title: title.trim() || taskKindLabels[kind],
        kind,
        dueAt: at.toISOString(),
        ...(remind !== 'none' && { remindAt: new Date(at.getTime() - before).toISOString() }),
        ...(owner !== mine && { ownerId: owner })
      },
      {
        onSuccess: () => {
          forgetTitle()
          onDone()
        }
      }
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
        <TextField
          type="datetime-local"
          label="Prazo"
          value={due}
          error={!ready}
          helperText={ready ? undefined : 'Escolha o dia e a hora.'}
          onChange={event => setDue(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField select label="Responsável" value={owner} onChange={event => setOwner(event.target.value)}>
          <MenuItem value={mine}>Eu</MenuItem>
          {people
            .filter(({ active }) => active)
            .map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
        </TextField>
        <TextField select label="Lembrete" value={remind} onChange={event => setRemind(event.target.value)}>
          <MenuItem value="none">Sem lembrete</MenuItem>
          <MenuItem value="0">Na hora</MenuItem>
          <MenuItem value="15">15 minutos antes</MenuItem>
          <MenuItem value="60">1 hora antes</MenuItem>
        </TextField>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={!ready} aria-busy={create.isPending}>
          Criar tarefa
        </Button>
      </Box>
    </Box>
  )
}
