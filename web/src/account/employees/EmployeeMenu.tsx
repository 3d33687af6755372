import MoreIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { user } from '../../core/session.ts'

export type EmployeeAction = 'edit' | 'preview' | 'deactivate' | 'unprotect' | 'reactivate' | 'resend' | 'cancel'

const labels: Record<EmployeeAction, string> = {
  edit: 'Editar permissões',
  preview: 'Ver como',
  deactivate: 'Desativar',
  unprotect: 'Remover verificação em duas etapas',
  reactivate: 'Reativar',
  resend: 'Reenviar convite',
  cancel: 'Cancelar convite'
}

function actionsOf({ status, userId, secondFactor }: Employee): EmployeeAction[] {
  if (status === 'invited' || status === 'expired') return ['resend', 'preview', 'cancel']
  if (status === 'inactive') return ['reactivate', 'edit', 'preview']
  const me = user()
  if (userId === me?.id) return ['edit', 'preview']
  const unprotects = secondFactor === true && me?.companyEmployee?.role === 'admin'
  return ['edit', 'preview', ...(unprotects ? (['unprotect'] as const) : []), 'deactivate']
}

type Props = { employee: Employee; onAction: (action: EmployeeAction, employee: Employee) => void }

/** The actions for a person of the team. */
export function EmployeeMenu({ employee, onAction }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchor !== null
  return (
    <>
      <IconButton
        aria-label={`Ações para ${employee.name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        size="small"
        onClick={event => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={open}
        onClose={() => setAnchor(null)}
        onClick={event => event.stopPropagation()}
        disablePortal
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {actionsOf(employee).map(action => (
          <MenuItem
            key={action}
            onClick={() => {
              setAnchor(null)
              onAction(action, employee)
            }}
          >
            {labels[action]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
