import MoreIcon from '@mui/icons-material/MoreVert'
import GiveIcon from '@mui/icons-material/PersonAddAltOutlined'
import MoveIcon from '@mui/icons-material/ScheduleOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { taskKindLabels } from '../../../../services/leads/leads/marks/rules.ts'
import type { Task } from '../../../../services/leads/tasks/schema.ts'
import { formatDateTime } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { ContactLinks } from '../leads/ContactLinks.tsx'
import { isLate } from '../leads/due.ts'
import { TaskDialog } from '../leads/page/TaskDialog.tsx'
import { GiveMenu } from './GiveMenu.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { useTaskActions } from './useTaskActions.tsx'
import { doneText, whenText } from './when.ts'

type Open = { what: 'move' | 'give' | 'more'; anchor: HTMLElement }
type Props = { task: Task; may: boolean; named: boolean }

/** A task of the list, with all that is done to it from there. `named`: whose it is is said too. */
export const TaskRow = memo(function TaskRow({ task, may, named }: Props) {
  const { id, leadId, leadName, leadPhone, whatsappConversationId, title, kind, dueAt, doneAt, ownerName } = task
  const zone = useTimeZone()
  const touched = useMediaQuery('(pointer: coarse)')
  const narrow = useMediaQuery('(max-width: 600px)')
  const { finish, reopen, move, give, remove, busy } = useTaskActions(task)
  const [open, setOpen] = useState<Open | null>(null)
  const [editing, setEditing] = useState(false)
  const close = () => setOpen(null)
  const about = [
    leadName,
    ...(title === taskKindLabels[kind] ? [] : [taskKindLabels[kind]]),
    ...(named ? [ownerName ?? 'Sem responsável'] : [])
  ]
  const show = (what: Open['what']) => (event: { currentTarget: HTMLElement }) =>
    setOpen({ what, anchor: event.currentTarget })

  return (
    <li data-row={id} data-done={doneAt ? '' : undefined}>
      {may && (
        <label className="tick">
          <input
            type="checkbox"
            data-tick
            checked={(doneAt !== null) !== busy}
            aria-busy={busy}
            aria-label={doneAt ? `Reabrir ${title}` : `Concluir ${title}`}
            onChange={doneAt ? reopen : finish}
          />
        </label>
      )}
      <div className="text">
        <Link data-open to={`/leads/${leadId}`}>
          {title}
        </Link>
        <div className="sub">
          {doneAt ? (
            <span>{doneText(doneAt, zone)}</span>
          ) : (
            <time dateTime={dueAt} title={formatDateTime(dueAt, zone)} className={isLate(dueAt) ? 'late' : undefined}>
              {whenText(dueAt, zone)}
            </time>
          )}
          {about.map(each => (
            <span key={each}> · {each}</span>
          ))}
        </div>
      </div>
      {!doneAt && leadPhone && (
        <span className="ways">
          <ContactLinks
            lead={{ id: leadId, name: leadName, phone: leadPhone, whatsappConversationId }}
            large={touched}
          />
        </span>
      )}
      {may && !doneAt && (
        <div className="actions">
          <IconButton
            data-move
            aria-label={`Mover ${title}`}
            title="Mover (m)"
            aria-haspopup="menu"
            onClick={show('move')}
          >
            <MoveIcon fontSize="small" />
          </IconButton>
          <IconButton
            className="wide"
            data-give
            aria-label={`Passar ${title}`}
            title="Passar para outra pessoa (r)"
            aria-haspopup="menu"
            onClick={show('give')}
          >
            <GiveIcon fontSize="small" />
          </IconButton>
          <IconButton aria-label={`Mais ações para ${title}`} aria-haspopup="menu" onClick={show('more')}>
            <MoreIcon fontSize="small" />
          </IconButton>
        </div>
      )}
      {open?.what === 'move' && <MoveMenu task={task} anchor={open.anchor} onClose={close} onMove={move} />}
      {open?.what === 'give' && <GiveMenu task={task} anchor={open.anchor} onClose={close} onGive={give} />}
      {open?.what === 'more' && (
        <Menu open anchorEl={open.anchor} onClose={close}>
          {narrow && <MenuItem onClick={() => setOpen({ ...open, what: 'move' })}>Mover</MenuItem>}
          <MenuItem onClick={() => setOpen({ ...open, what: 'give' })}>Passar para outra pessoa</MenuItem>
          <MenuItem
            onClick={() => {
              close()
              setEditing(true)
            }}
          >
            Mudar a tarefa
          </MenuItem>
          <MenuItem
            onClick={() => {
              close()
              remove()
            }}
          >
            Excluir
          </MenuItem>
        </Menu>
      )}
      {editing && <TaskDialog task={task} onClose={() => setEditing(false)} />}
    </li>
  )
})
