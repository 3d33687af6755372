import NoIcon from '@mui/icons-material/Close'
import YesIcon from '@mui/icons-material/Done'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { CompanyPermission } from '../../../../services/account/auth/rules.ts'
import { permissionGroups, permissionLabels, permissionsOf } from '../../../../services/account/employees/rules.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { roleLabel } from './labels.ts'
import type { RightsDraft } from './RightsInputs.tsx'

type Props = { open: boolean; name: string; rights: RightsDraft; onClose: () => void }

const seen = { all: 'Todos os leads da empresa.', own: 'Só os leads de que é responsável.' }

/** A read-only preview of what a person sees and may do. */
export function RolePreview({ open, name, rights, onClose }: Props) {
  const id = useId()
  const { role, permissions, leadAccess, team } = rights
  const held = new Set<CompanyPermission>(permissionsOf(role, permissions))
  const may = (permission: CompanyPermission) => role === 'admin' || held.has(permission)
  const leads =
    role === 'admin' || leadAccess === 'all'
      ? seen.all
      : leadAccess === 'team' && team
        ? `Os leads da equipe ${team}.`
        : seen.own
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>O que {name} vê e faz</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography sx={{ mb: 0.5 }}>
          <strong>{roleLabel(role)}.</strong> {leads}
        </Typography>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          Vê o painel, os leads, os e-mails e os nomes da equipe.
        </Typography>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {permissionGroups.map(group => (
            <section key={group.label} aria-label={group.label}>
              <Typography variant="h3" component="h3" sx={{ fontSize: '0.8125rem', mb: 0.5 }}>
                {group.label}
              </Typography>
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {group.permissions.map(permission => (
                  <Box
                    key={permission}
                    component="li"
                    sx={{
                      display: 'flex',
                      gap: 1,
                      alignItems: 'center',
                      minHeight: 28,
                      color: may(permission) ? 'text.primary' : 'text.secondary'
                    }}
                  >
                    {may(permission) ? (
                      <YesIcon fontSize="small" color="success" aria-hidden />
                    ) : (
                      <NoIcon fontSize="small" color="disabled" aria-hidden />
                    )}
                    <span>
                      {permissionLabels[permission]}
                      <Box component="span" sx={visuallyHidden}>
                        {may(permission) ? ': sim' : ': não'}
                      </Box>
                    </span>
                  </Box>
                ))}
              </Box>
            </section>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
