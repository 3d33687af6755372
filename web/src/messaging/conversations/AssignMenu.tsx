import AssignIcon from '@mui/icons-material/PersonAddAltOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { useUser } from '../../shell/access.ts'
import { useConversationChange } from './api.ts'

/** Chooses the person who takes care of the conversation. */
export function AssignMenu({ conversation: { id, assigneeId, assigneeName } }: { conversation: Conversation }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const me = useUser()?.companyEmployee?.id
  const { data: people = [] } = useEmployeeOptions({ enabled: menu !== null })
  const { mutate } = useConversationChange(id)
  const give = (to: string | null) => () => {
    setMenu(null)
    if (to !== assigneeId) mutate({ assigneeId: to })
  }
  const others = people.filter(person => person.active && person.id !== me)
  return (
    <>
      <IconButton
        aria-label={assigneeName ? `Responsável: ${assigneeName}. Mudar` : 'Sem responsável. Escolher'}
        title={assigneeName ?? 'Sem responsável'}
        data-assign
        aria-haspopup="menu"
        onClick={event => setMenu(event.currentTarget)}
      >
        <AssignIcon />
      </IconButton>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {me && (
          <MenuItem selected={assigneeId === me} onClick={give(me)}>
            Ficar com a conversa
          </MenuItem>
        )}
        {others.map(person => (
          <MenuItem key={person.id} selected={assigneeId === person.id} onClick={give(person.id)}>
            {person.name}
          </MenuItem>
        ))}
        <MenuItem selected={assigneeId === null} onClick={give(null)}>
          Sem responsável
        </MenuItem>
      </Menu>
    </>
  )
}
