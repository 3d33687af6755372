import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import {
  type CompanyPermission,
  type CompanyRole,
  companyRoles,
  hasPermission,
  type LeadAccess,
  leadAccesses,
  rolePermissions
} from '../../../../services/account/auth/rules.ts'
import {
  leadAccessLabels,
  permissionGroups,
  permissionLabels,
  roleLabels,
  roleTexts
} from '../../../../services/account/employees/rules.ts'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { user } from '../../core/session.ts'
import { Choice } from '../../ui/Choice.tsx'

export type RightsDraft = {
  role: CompanyRole
  permissions: CompanyPermission[]
  leadAccess: LeadAccess
  team: string
}

export const newRights: RightsDraft = { role: 'agent', permissions: [], leadAccess: 'all', team: '' }

export const rightsOf = ({ role, permissions, leadAccess, team }: Employee): RightsDraft => ({
  role,
  permissions: permissions as CompanyPermission[],
  leadAccess: leadAccess ?? 'own',
  team: team ?? ''
})

/** The draft as the API takes it. */
export const rightsToSend = ({ role, permissions, leadAccess, team }: RightsDraft) => ({
  role,
  leadAccess,
  team: team.trim() || null,
  ...(role === 'custom' && { permissions })
})

type Props = {
  value: RightsDraft
  onChange: (value: RightsDraft) => void
  /** Teams that others are in. */
  teams: string[]
}

/** The rights of a person: a role or single permissions, the leads they see, and their team. */
export function RightsInputs({ value, onChange, teams }: Props) {
  const id = useId()
  const me = user()
  const admin = me?.companyEmployee?.role === 'admin'
  const offered = companyRoles.filter(role => admin || role !== 'admin' || value.role === 'admin')

  function choose(role: CompanyRole): void {
    // The permissions of the former role are the start for choosing single ones.
    const before = value.role !== 'custom' && value.role !== 'admin' ? [...rolePermissions[value.role]] : []
    const kept = value.permissions.length > 0 ? value.permissions : before
    onChange({ ...value, role, permissions: role === 'custom' ? kept : value.permissions })
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <div>
        <Typography id={`${id}-role`} variant="h3" component="h3" sx={{ mb: 1 }}>
          Papel
        </Typography>
        <Box role="radiogroup" aria-labelledby={`${id}-role`} sx={{ display: 'grid', gap: 1 }}>
          {offered.map(role => (
            <Choice
              key={role}
              name={`${id}-role`}
              value={role}
              checked={value.role === role}
              onChange={() => choose(role)}
              title={roleLabels[role]}
            >
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {roleTexts[role]}
              </Box>
            </Choice>
          ))}
        </Box>
      </div>
      {value.role === 'custom' && (
        <Permissions
          chosen={value.permissions}
          onChange={permissions => onChange({ ...value, permissions })}
          mayGive={name => me !== null && hasPermission(me, name)}
        />
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <TextField
          select
          label="Acesso aos leads"
          value={value.role === 'admin' ? 'all' : value.leadAccess}
          disabled={value.role === 'admin'}
          onChange={event => onChange({ ...value, leadAccess: event.target.value as LeadAccess })}
          helperText={value.role === 'admin' ? 'Administradores veem todos os leads.' : undefined}
        >
          {leadAccesses.map(access => (
            <MenuItem key={access} value={access}>
              {leadAccessLabels[access]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Equipe"
          value={value.team}
          onChange={event => onChange({ ...value, team: event.target.value })}
          helperText="Opcional. Reúne quem vê os leads uns dos outros."
          slotProps={{ htmlInput: { maxLength: 60, list: `${id}-teams`, autoComplete: 'off' } }}
        />
        <datalist id={`${id}-teams`}>
          {teams.map(team => (
            <option key={team} value={team} />
          ))}
        </datalist>
      </Box>
    </Box>
  )
}

type PermissionsProps = {
  chosen: CompanyPermission[]
  onChange: (chosen: CompanyPermission[]) => void
  mayGive: (name: CompanyPermission) => boolean
}

/** Each permission to tick, in the groups in which people look for them. */
const Permissions = ({ chosen, onChange, mayGive }: PermissionsProps) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
    {permissionGroups.map(({ label, permissions }) => (
      <Box key={label} component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
        <Box component="legend" sx={{ p: 0, mb: 0.5, fontWeight: 600, fontSize: '0.8125rem' }}>
          {label}
        </Box>
        {permissions.map(name => (
          <Box
            key={name}
            component="label"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32, cursor: 'pointer' }}
          >
            <Box
              component="input"
              type="checkbox"
              checked={chosen.includes(name)}
              // People may take away a permission that they lack, but not give it.
              disabled={!mayGive(name) && !chosen.includes(name)}
              onChange={() =>
                onChange(chosen.includes(name) ? chosen.filter(other => other !== name) : [...chosen, name])
              }
              sx={{ width: 18, height: 18, m: 0, flexShrink: 0, accentColor: theme => theme.palette.primary.main }}
            />
            {permissionLabels[name]}
          </Box>
        ))}
      </Box>
    ))}
  </Box>
)
