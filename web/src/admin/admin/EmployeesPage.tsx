import AddIcon from '@mui/icons-material/PersonAddAlt'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useState } from 'react'
import { refusalToGrant } from '../../../../services/admin/admin/rules.ts'
import type { StaffPerson } from '../../../../services/admin/admin/schema.ts'
import { user } from '../../core/session.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useStaff, useStaffInvitationRemoval, useStaffReminder } from './api.ts'
import { permissionLabels, personLabels, personTones, roleLabels } from './labels.ts'
import { ownRights } from './ownRights.ts'
import { RemoveSecondFactor } from './RemoveSecondFactor.tsx'
import { RightsDialog, StaffInviteDialog } from './RightsDialog.tsx'

/** A second factor that was lost is taken by another person, who could change these rights too. */
const mayUnprotect = (person: StaffPerson): boolean =>
  person.twoStep &&
  person.situation === 'active' &&
  person.id !== user()?.id &&
  refusalToGrant(ownRights(), person, person, false) === null

/** The provider's own people and their rights. */
export default function EmployeesPage() {
  const reading = useStaff()
  const [edited, setEdited] = useState<StaffPerson | 'new' | null>(null)
  const [unprotected, setUnprotected] = useState<StaffPerson | null>(null)
  const resend = useStaffReminder()
  const cancel = useStaffInvitationRemoval()

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
        primary={
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
          email={unprotected.email}
          person={{ id: unprotected.id }}
          onClose={() => setUnprotected(null)}
        />
      )}
      {edited === 'new' && <StaffInviteDialog onClose={() => setEdited(null)} />}
      {edited && edited !== 'new' && <RightsDialog key={edited.id} person={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
