import SnoozeIcon from '@mui/icons-material/SnoozeOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { momentOf, wallAt } from '../../../../services/core/zones/rules.ts'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { useConversationChange } from './api.ts'
import { snoozeChoices } from './snooze.ts'
import { useUndoable } from './useUndoable.tsx'

/** Puts the conversation off, until a time, until the person writes, or until somebody reads it. */
export function SnoozeMenu({ conversation }: { conversation: Conversation }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [choosing, setChoosing] = useState(false)
  const zone = useTimeZone()
  const { change } = useUndoable(conversation)
  const { mutate } = useConversationChange(conversation.id)
  const navigate = useNavigate()
  const { search } = useLocation()
  const snooze = (at: Date) => {
    setMenu(null)
    setChoosing(false)
    change({ status: 'snoozed', snoozedUntil: at.toISOString() })
  }
  /** Leaves the page, since an open conversation would be marked as read again. */
  const leaveUnread = () => {
    setMenu(null)
    void navigate({ pathname: channelRules[conversation.channel].page, search })
    mutate({ read: false })
  }
  return (
    <>
      <IconButton
        data-later
        aria-label="Adiar conversa"
        title="Adiar (s)"
        aria-haspopup="menu"
        onClick={event => setMenu(event.currentTarget)}
      >
        <SnoozeIcon />
      </IconButton>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {snoozeChoices(new Date(), zone).map(({ label, at }) => (
          <MenuItem key={label} onClick={() => snooze(at)}>
            {label}
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            setMenu(null)
            setChoosing(true)
          }}
        >
          Escolher data e hora…
        </MenuItem>
        <Divider />
        {conversation.status !== 'waiting' && (
          <MenuItem
            onClick={() => {
              setMenu(null)
              change({ status: 'waiting' })
            }}
          >
            Aguardar o cliente
          </MenuItem>
        )}
        <MenuItem onClick={leaveUnread}>Deixar como não lida</MenuItem>
      </Menu>
      {choosing && <DateDialog zone={zone} onClose={() => setChoosing(false)} onChoose={snooze} />}
    </>
  )
}

type DialogProps = { zone: string; onClose: () => void; onChoose: (at: Date) => void }

const day = 86_400_000

function DateDialog({ zone, onClose, onChoose }: DialogProps) {
  const id = useId()
  const wall = wallAt(Date.now(), zone)
  const [value, setValue] = useState(() =>
    new Date(wall - (wall % day) + day + 9 * 3_600_000).toISOString().slice(0, 16)
  )
  const [error, setError] = useState('')
  function submit(event: FormEvent): void {
    event.preventDefault()
    const at = new Date(momentOf(Date.parse(`${value}Z`), zone))
    if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now()) setError('Escolha um momento que ainda vem.')
    else onChoose(at)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>Adiar conversa</DialogTitle>
        <DialogContent>
          <TextField
            type="datetime-local"
            label="Volta em"
            fullWidth
            autoFocus
            value={value}
            error={error !== ''}
            helperText={error || 'Se a pessoa escrever antes, a conversa volta na hora.'}
            onChange={event => {
              setValue(event.target.value)
              setError('')
            }}
            sx={{ mt: 1 }}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained">
            Adiar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
