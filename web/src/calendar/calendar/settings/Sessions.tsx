import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ClassSession } from '../../../../../services/calendar/appointments/schema.ts'
import { Field } from '../../../ui/Field.tsx'
import { useRows } from '../../../ui/form.tsx'

/** A time of a class while it is edited: without a person or a day it is everybody's, for good. */
export type SessionDraft = { day: string; at: string; employeeId: string; firstDay: string; lastDay: string }

const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'].map((label, day) => ({
  value: String(day),
  label
}))

const maxSessions = 100

export const draftsOf = (sessions: readonly ClassSession[]): SessionDraft[] =>
  sessions.map(({ day, at, employeeId, firstDay, lastDay }) => ({
    day: String(day),
    at,
    employeeId: employeeId ?? '',
    firstDay: firstDay ?? '',
    lastDay: lastDay ?? ''
  }))

export const sessionsOf = (drafts: readonly SessionDraft[]): ClassSession[] =>
  drafts.map(({ day, at, employeeId, firstDay, lastDay }) => ({
    day: Number(day),
    at,
    employeeId: employeeId || null,
    firstDay: firstDay || null,
    lastDay: lastDay || null
  }))

type Props = { form: Parameters<typeof useRows>[0]; people: readonly { id: string; name: string | null }[] }

/** The weekly times of a class: with any, only these are offered. */
export function Sessions({ form, people }: Props) {
  const rows = useRows(form, 'sessions')
  const persons = [
    { value: '', label: 'Quem atende' },
    ...people.map(({ id, name }) => ({ value: id, label: name ?? '' }))
  ]
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0, mb: 1, fontWeight: 600 }}>
        Horários da turma
      </Typography>
      <Box sx={{ color: 'text.secondary' }}>
        Com algum horário aqui, só estes são oferecidos, também fora do horário de atendimento.
      </Box>
      {rows.keys.map((key, n) => (
        <Box
          key={key}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, pb: 2, borderBottom: 1, borderColor: 'divider' }}
        >
          <Field
            kind="choice"
            name={`sessions.${n}.day`}
            label={`Dia ${n + 1}`}
            options={weekdays}
            sx={{ flex: '1 1 130px' }}
          />
          <Field
            name={`sessions.${n}.at`}
            label={`Hora ${n + 1}`}
            placeholder="19:00"
            longest={5}
            sx={{ width: 100 }}
          />
          <Field
            kind="choice"
            name={`sessions.${n}.employeeId`}
            label={`Com quem ${n + 1}`}
            options={persons}
            sx={{ flex: '1 1 160px' }}
          />
          <Field kind="date" name={`sessions.${n}.firstDay`} label={`De ${n + 1}`} sx={{ flex: '1 1 150px' }} />
          <Field kind="date" name={`sessions.${n}.lastDay`} label={`Até ${n + 1}`} sx={{ flex: '1 1 150px' }} />
          <IconButton aria-label={`Excluir o horário ${n + 1}`} onClick={() => rows.remove(n)} sx={{ mt: 0.5 }}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Box>
        <Button
          startIcon={<AddIcon />}
          disabled={rows.keys.length >= maxSessions}
          onClick={() => rows.add({ day: '2', at: '19:00', employeeId: '', firstDay: '', lastDay: '' })}
        >
          Adicionar horário de turma
        </Button>
      </Box>
    </Box>
  )
}
