import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { dayAt, plannable, plannableText } from '../../../../services/core/zones/rules.ts'
import type { Task } from '../../../../services/leads/tasks/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { dayText, quickDays } from './when.ts'

type Props = { task: Task; anchor: HTMLElement; onClose: () => void; onMove: (day: string) => void }

/** To which day a task is moved: one of the next, or any. */
export function MoveMenu({ task, anchor, onClose, onMove }: Props) {
  const zone = useTimeZone()
  const [choosing, setChoosing] = useState(false)
  if (choosing) return <DayDialog task={task} onClose={onClose} onMove={onMove} />
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': `Mover ${task.title} para` } }}>
      {quickDays(zone).map(({ label, day }) => (
        <MenuItem
          key={day}
          onClick={() => {
            onClose()
            onMove(day)
          }}
        >
          <ListItemText sx={{ mr: 3 }}>{label}</ListItemText>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {dayText(day)}
          </Typography>
        </MenuItem>
      ))}
      <MenuItem onClick={() => setChoosing(true)}>Escolher o dia</MenuItem>
    </Menu>
  )
}

function DayDialog({ task, onClose, onMove }: Omit<Props, 'anchor'>) {
  const id = useId()
  const zone = useTimeZone()
  const [day, setDay] = useState(() => dayAt(Date.parse(task.dueAt), zone))
  const wrong = !plannable(Date.parse(day))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (wrong) return
    onClose()
    onMove(day)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>Mover a tarefa</DialogTitle>
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            fullWidth
            type="date"
            label="Novo dia"
            value={day}
            onChange={event => setDay(event.target.value)}
            error={wrong}
            helperText={wrong ? plannableText : 'A hora continua a mesma.'}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={wrong}>
            Mover
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
