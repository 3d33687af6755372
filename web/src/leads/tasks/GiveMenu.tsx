import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Task } from '../../../../services/leads/tasks/schema.ts'
import { useUser } from '../../shell/access.ts'
import { useColleagues } from '../leads/page/api.ts'

type Person = { id: string | null; name: string }
type Props = { task: Task; anchor: HTMLElement; onClose: () => void; onGive: (to: Person) => void }

/** To whom a task is given. */
export function GiveMenu({ task, anchor, onClose, onGive }: Props) {
  const me = useUser()?.companyEmployee?.id
  const { data: people, error } = useColleagues(task.leadId)
  const choose = (to: Person) => {
    onClose()
    if (to.id !== task.ownerId) onGive(to)
  }
  return (
    <Menu
      // Its position is computed again once its entries are there.
      key={people ? 'people' : 'waiting'}
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': `Passar ${task.title} para` }, paper: { sx: { maxHeight: 360 } } }}
    >
      {!people && <MenuItem disabled>{error ? error.message : 'Carregando'}</MenuItem>}
      {people
        ?.filter(({ active, id }) => active || id === task.ownerId)
        .map(({ id, name, seesLead }) => (
          <MenuItem key={id} selected={id === task.ownerId} onClick={() => choose({ id, name })}>
            <ListItemText
              primary={id === me ? `${name} (eu)` : name}
              secondary={seesLead === false ? 'Não vê este lead nem as suas tarefas' : undefined}
            />
          </MenuItem>
        ))}
      {people && (
        <MenuItem selected={task.ownerId === null} onClick={() => choose({ id: null, name: 'ninguém' })}>
          Sem responsável
        </MenuItem>
      )}
    </Menu>
  )
}
