import AddIcon from '@mui/icons-material/PersonAddAlt'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import {
  refusalToGrant,
  type StaffRights,
  type StaffRole,
  staffPermissionNames,
  staffRoles
} from '../../../services/admin/rules.ts'
import type { StaffPerson } from '../../../services/admin/schema.ts'
import { type StaffPermission, staffPermissions } from '../../../services/auth/rules.ts'
import { user } from '../core/session.ts'
import { Moment } from '../shell/Moment.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Tag } from '../ui/Tag.tsx'
import { Ask } from './Ask.tsx'
import { call, useAct, useRead } from './api.ts'
import { useDraft } from './draft.ts'
import { Loaded } from './Loaded.tsx'
import { permissionLabels, permissionTexts, personLabels, personTones, roleLabels, roleTexts } from './labels.ts'
import { RemoveSecondFactor } from './RemoveSecondFactor.tsx'
import { type Column, Rows } from './Table.tsx'

/** What the signed-in person holds. */
function ownRights(): StaffRights {
  const person = user()
  return {
    role: (person?.role ?? 'employee') as StaffRole,
    permissions: staffPermissionNames.filter(name => person?.permissions[staffPermissions[name]])
  }
}

/** A second factor that was lost is taken by another person, who could change these rights too. */
const mayUnprotect = (person: StaffPerson): boolean =>
  person.twoStep &&
  person.situation === 'active' &&
  person.id !== user()?.id &&
  refusalToGrant(ownRights(), person, person, false) === null

/** The provider's own people and their rights. */
export default function EmployeesPage() {
  const reading = useRead<StaffPerson[]>('/employees')
  const [edited, setEdited] = useState<StaffPerson | 'new' | null>(null)
  const [unprotected, setUnprotected] = useState<StaffPerson | null>(null)
  const resend = useAct({
    run: (id: string) => call('POST', `/employees/${id}/resend`),
    done: 'Convite reenviado'
  })
  const cancel = useAct({
    run: (id: string) => call('POST', `/employees/${id}/cancel`),
    done: 'Convite cancelado'
  })

  const columns: Column<StaffPerson>[] = [
    {
      label: 'Nome',
      title: true,
      show: ({ name, email }) => (
        <>
          <Box sx={{ fontWeight: 600 }}>{name}</Box>
          <Box sx={{ color: 'text.secondary' }}>{email}</Box>
        </>
      )
    },
    { label: 'Papel', show: ({ role }) => roleLabels[role] },
    {
      label: 'Permissões',
      width: '24%',
      show: ({ role, permissions }) =>
        role === 'global_admin' ? 'Todas' : permissions.map(name => permissionLabels[name]).join(', ') || 'Nenhuma'
    },
    {
      label: 'Duas etapas',
      show: person =>
        person.kind === 'person' && (
          <>
            <Tag tone={person.twoStep ? 'success' : 'neutral'}>{person.twoStep ? 'Ativada' : 'Desativada'}</Tag>
            {mayUnprotect(person) && (
              <Button
                size="small"
                color="error"
                onClick={() => setUnprotected(person)}
                aria-label={`Remover a verificação em duas etapas de ${person.name}`}
              >
                Remover
              </Button>
            )}
          </>
        )
    },
    {
      label: 'Situação',
      show: ({ situation }) => <Tag tone={personTones[situation]}>{personLabels[situation]}</Tag>
    },
    {
      label: 'Último acesso',
      show: ({ kind, lastAccess }) =>
        kind === 'person' && (lastAccess ? <Moment at={lastAccess} relative /> : 'Sem sessão aberta')
    },
    {
      label: 'Ações',
      show: person => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', mx: -1, justifyContent: { xs: 'flex-end', sm: 'flex-start' } }}>
          {person.kind === 'person' ? (
            <Button size="small" onClick={() => setEdited(person)} aria-label={`Editar ${person.name}`}>
              Editar
            </Button>
          ) : (
            <>
              <Button size="small" disabled={resend.isPending} onClick={() => resend.mutate(person.id)}>
                Reenviar
              </Button>
              <Button size="small" color="error" disabled={cancel.isPending} onClick={() => cancel.mutate(person.id)}>
                Cancelar convite
              </Button>
            </>
          )}
        </Box>
      )
    }
  ]

  return (
    <>
      <PageHead
        title="Funcionários"
        aside="A nossa equipe"
        actions={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
            Convidar
          </Button>
        }
      />
      <Card>
        <Loaded of={reading} what="os funcionários">
          {people => <Rows label="Funcionários" columns={columns} rows={people} keyOf={({ id }) => id} />}
        </Loaded>
      </Card>
      {unprotected && (
        <RemoveSecondFactor
          name={unprotected.name}
          path={`/employees/${unprotected.id}`}
          onClose={() => setUnprotected(null)}
        />
      )}
      {edited && (
        <RightsDialog
          key={edited === 'new' ? 'new' : edited.id}
          person={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function RightsDialog({ person, onClose }: { person: StaffPerson | null; onClose: () => void }) {
  const id = useId()
  const { draft, change, errors, fail } = useDraft({
    name: '',
    email: '',
    role: person?.role ?? ('employee' as StaffRole),
    permissions: person?.permissions ?? ([] as StaffPermission[]),
    active: person ? person.situation === 'active' : true
  })
  const self = person?.id === user()?.id
  const { name, email, role, permissions, active } = draft
  const refusal = refusalToGrant(ownRights(), person, { role, permissions }, self)

  const save = useAct({
    run: () =>
      person
        ? call('PUT', `/employees/${person.id}`, { role, permissions, active })
        : call('POST', '/employees', { name: name.trim(), email: email.trim(), role, permissions }),
    done: person ? 'Direitos alterados' : 'Convite enviado',
    onDone: onClose,
    onFailure: fail
  })

  const toggle = (permission: StaffPermission, on: boolean) =>
    change('permissions', on ? [...permissions, permission] : permissions.filter(each => each !== permission))

  return (
    <Ask
      open
      title={person ? person.name : 'Convidar para a equipe'}
      action={person ? 'Salvar' : 'Enviar convite'}
      busy={save.isPending || refusal !== null || (!person && (!name.trim() || !email.trim()))}
      onClose={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      {!person && (
        <>
          <TextField
            autoFocus
            label="Nome"
            required
            value={name}
            onChange={event => change('name', event.target.value)}
            error={errors.name !== undefined}
            helperText={errors.name}
          />
          <TextField
            label="E-mail"
            type="email"
            required
            value={email}
            onChange={event => change('email', event.target.value)}
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
          onChange={event => change('role', event.target.value as StaffRole)}
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
          control={<Switch checked={active} onChange={(_event, on) => change('active', on)} />}
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
