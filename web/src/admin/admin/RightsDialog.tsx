import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import type { StaffPermission } from '../../../../services/account/auth/rules.ts'
import {
  refusalToGrant,
  type StaffRole,
  staffPermissionNames,
  staffRoles
} from '../../../../services/admin/admin/rules.ts'
import { StaffChange, StaffInvitation, type StaffPerson } from '../../../../services/admin/admin/schema.ts'
import { user } from '../../core/session.ts'
import { Field, useField } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useStaffInvitation, useStaffRights } from './api.ts'
import { permissionLabels, permissionTexts, roleLabels, roleTexts } from './labels.ts'
import { ownRights } from './ownRights.ts'

type Rights = { role: StaffRole; permissions: StaffPermission[] }

const noRights: Rights = { role: 'employee', permissions: [] }

/** Invites a person to the staff. */
export function StaffInviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(StaffInvitation, { name: '', email: '', ...noRights }, useStaffInvitation({ onDone: onClose }), {
    toBody: ({ name, email, ...rights }) => ({ ...rights, name: name.trim(), email: email.trim() }),
    keep: 'staff invitation'
  })
  const refusal = refusalToGrant(ownRights(), null, form.values, false)
  return (
    <FormDialog
      form={form}
      compact
      title="Convidar para a equipe"
      label="Enviar convite"
      disabled={refusal !== null}
      onClose={onClose}
    >
      <Field required autoFocus name="name" label="Nome" />
      <Field
        required
        kind="email"
        name="email"
        label="E-mail"
        help="O convite vale por 7 dias e pode ser usado uma vez."
      />
      <RightsFields />
      {refusal && <Alert severity="warning">{refusal}</Alert>}
    </FormDialog>
  )
}

/** Changes what a person of the staff may do. */
export function RightsDialog({ person, onClose }: { person: StaffPerson; onClose: () => void }) {
  const self = person.id === user()?.id
  const { role, permissions } = person
  const initial = { role, permissions, active: person.situation === 'active' }
  const form = useForm(StaffChange, initial, useStaffRights(person.id, { onDone: onClose }), {
    keep: `staff ${person.id}`
  })
  const refusal = refusalToGrant(ownRights(), person, form.values, self)
  return (
    <FormDialog form={form} compact title={person.name} label="Salvar" disabled={refusal !== null} onClose={onClose}>
      <RightsFields />
      {!self && (
        <Field
          kind="switch"
          name="active"
          label="Acesso ativo"
          help="Desligado, a pessoa sai de todos os dispositivos e não entra mais."
        />
      )}
      {refusal ? (
        <Alert severity="warning">{refusal}</Alert>
      ) : (
        <Alert severity="info">Ao salvar, as sessões abertas desta pessoa terminam e valem os novos direitos.</Alert>
      )}
    </FormDialog>
  )
}

/** The role, and the permissions of those whose role has not all of them. */
function RightsFields() {
  const id = useId()
  const { value: role, change } = useField<StaffRole>('role', { label: 'Papel' })
  return (
    <>
      <FormControl>
        <FormLabel id={`${id}-role`}>Papel</FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-role`}
          value={role}
          onChange={event => change(event.target.value as StaffRole)}
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
      {role !== 'global_admin' && <PermissionFields />}
    </>
  )
}

function PermissionFields() {
  const { value, change } = useField<StaffPermission[]>('permissions', { label: 'Permissões' })
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">Permissões</FormLabel>
      {staffPermissionNames.map(each => (
        <FormControlLabel
          key={each}
          control={
            <Switch
              checked={value.includes(each)}
              onChange={(_event, on) => change(on ? [...value, each] : value.filter(other => other !== each))}
            />
          }
          sx={{ alignItems: 'flex-start', my: 0.5 }}
          label={<Choice title={permissionLabels[each]} text={permissionTexts[each]} />}
        />
      ))}
    </FormControl>
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
