import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { StaffPermission } from '../../../../services/account/auth/rules.ts'
import {
  refusalToGrant,
  type StaffRole,
  staffPermissionNames,
  staffRoles
} from '../../../../services/admin/admin/rules.ts'
import type { StaffPerson } from '../../../../services/admin/admin/schema.ts'
import { user } from '../../core/session.ts'
import { Ask } from '../../ui/Ask.tsx'
import { useDraft } from '../../ui/draft.ts'
import { useStaffInvitation, useStaffRights } from './api.ts'
import { permissionLabels, permissionTexts, roleLabels, roleTexts } from './labels.ts'
import { ownRights } from './ownRights.ts'

/** Changes what a person of the staff may do, or invites a new one. */
export function RightsDialog({ person, onClose }: { person: StaffPerson | null; onClose: () => void }) {
  const id = useId()
  const {
    draft,
    change: type,
    errors,
    fail
  } = useDraft({
    name: '',
    email: '',
    role: person?.role ?? ('employee' as StaffRole),
    permissions: person?.permissions ?? ([] as StaffPermission[]),
    active: person ? person.situation === 'active' : true
  })
  const self = person?.id === user()?.id
  const { name, email, role, permissions, active } = draft
  const refusal = refusalToGrant(ownRights(), person, { role, permissions }, self)

  const more = { onDone: onClose, onFailure: fail }
  const invitation = useStaffInvitation(more)
  const change = useStaffRights(person?.id ?? '', more)
  const busy = invitation.isPending || change.isPending
  const save = () =>
    person
      ? change.mutate({ role, permissions, active })
      : invitation.mutate({ name: name.trim(), email: email.trim(), role, permissions })

  const toggle = (permission: StaffPermission, on: boolean) =>
    type('permissions', on ? [...permissions, permission] : permissions.filter(each => each !== permission))

  return (
    <Ask
      open
      title={person ? person.name : 'Convidar para a equipe'}
      action={person ? 'Salvar' : 'Enviar convite'}
      busy={busy || refusal !== null || (!person && (!name.trim() || !email.trim()))}
      onClose={onClose}
      onSubmit={save}
    >
      {!person && (
        <>
          <TextField
            autoFocus
            label="Nome"
            required
            value={name}
            onChange={event => type('name', event.target.value)}
            error={errors.name !== undefined}
            helperText={errors.name}
          />
          <TextField
            label="E-mail"
            type="email"
            required
            value={email}
            onChange={event => type('email', event.target.value)}
            error={errors.email !== undefined}
            helperText={errors.email ?? 'O convite vale por 7 dias e pode ser usado uma vez.'}
          />
        </>
      )}
      <FormControl>
        <FormLabel id={`${id}-role`}>Papel</FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-role`}
          value={role}
          onChange={event => type('role', event.target.value as StaffRole)}
        >
          {[...staffRoles].reverse().map(each => (
            <FormControlLabel
              key={each}
              value={each}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', my: 0.5, '& .MuiRadio-root': { py: 0.5 } }}
              label={<Choice title={roleLabels[each]} text={roleTexts[each]} />}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {role !== 'global_admin' && (
        <FormControl component="fieldset">
          <FormLabel component="legend">Permissões</FormLabel>
          {staffPermissionNames.map(each => (
            <FormControlLabel
              key={each}
              control={<Switch checked={permissions.includes(each)} onChange={(_event, on) => toggle(each, on)} />}
              sx={{ alignItems: 'flex-start', my: 0.5 }}
              label={<Choice title={permissionLabels[each]} text={permissionTexts[each]} />}
            />
          ))}
        </FormControl>
      )}
      {person && !self && (
        <FormControlLabel
          control={<Switch checked={active} onChange={(_event, on) => type('active', on)} />}
          sx={{ alignItems: 'flex-start' }}
          label={
            <Choice title="Acesso ativo" text="Desligado, a pessoa sai de todos os dispositivos e não entra mais." />
          }
        />
      )}
      {refusal && <Alert severity="warning">{refusal}</Alert>}
      {person && !refusal && (
        <Alert severity="info">Ao salvar, as sessões abertas desta pessoa terminam e valem os novos direitos.</Alert>
      )}
    </Ask>
  )
}

const Choice = ({ title, text }: { title: string; text: string }) => (
  <Box component="span" sx={{ display: 'block', pt: 0.5 }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
      {title}
    </Box>
    <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem', lineHeight: 1.4 }}>
      {text}
    </Box>
  </Box>
)
