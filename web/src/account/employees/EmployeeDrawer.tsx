import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { teamTexts } from '../../../../services/account/employees/rules.ts'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { user } from '../../core/session.ts'
import { useRightsChange } from './api.ts'
import { RightsInputs, rightsOf, rightsToSend } from './RightsInputs.tsx'
import { RolePreview } from './RolePreview.tsx'

type Props = { employee: Employee; teams: string[]; onClose: () => void }

/** Changes what a person may do. */
export function EmployeeDrawer({ employee, teams, onClose }: Props) {
  const id = useId()
  const [rights, setRights] = useState(() => rightsOf(employee))
  const [previewing, setPreviewing] = useState(false)
  const change = useRightsChange(employee.id, onClose)
  const self = employee.userId === user()?.id
  const untouchable = employee.role === 'admin' && user()?.companyEmployee?.role !== 'admin'
  const refused = self ? teamTexts.ownRights : untouchable ? teamTexts.adminOnly : null

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(rightsToSend(rights))
  }

  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': id,
          sx: { width: 'min(520px, 100vw)', display: 'flex', flexDirection: 'column' }
        }
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, p: 2.5, pb: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id}>
            {employee.name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {employee.email}
          </Typography>
        </Box>
        <Tooltip title="Fechar">
          <IconButton onClick={onClose} edge="end">
            <CloseIcon />
          </IconButton>
        </Tooltip>
      </Box>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 }}
      >
        <Box tabIndex={-1} sx={{ flexGrow: 1, overflowY: 'auto', px: 2.5, py: 1 }}>
          {refused ? (
            <Alert severity="info">{refused}</Alert>
          ) : (
            <RightsInputs value={rights} onChange={setRights} teams={teams} />
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setPreviewing(true)}>Ver como</Button>
          <Box sx={{ flexGrow: 1 }} />
          <Button onClick={onClose}>Cancelar</Button>
          {!refused && (
            <Button type="submit" variant="contained" disabled={change.isPending}>
              Salvar
            </Button>
          )}
        </Box>
      </Box>
      <RolePreview open={previewing} name={employee.name} rights={rights} onClose={() => setPreviewing(false)} />
    </Drawer>
  )
}
