import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useState } from 'react'
import { ListBase, useListContext } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { useMay } from '../../shell/access.ts'
import { useFeatures } from '../../shell/features.ts'
import { retry } from '../../shell/queryClient.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useUsage } from '../companies/api.ts'
import { type Sent, useInvitationReminder, useInvitationRemoval, useReactivation } from './api.ts'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { EmployeeDrawer } from './EmployeeDrawer.tsx'
import type { EmployeeAction } from './EmployeeMenu.tsx'
import { InviteDialog, SentDialog } from './InviteDialog.tsx'
import { seatsText } from './labels.ts'
import { NamesList } from './NamesList.tsx'
import { rightsOf } from './RightsInputs.tsx'
import { RolePreview } from './RolePreview.tsx'
import { InviteButton, Seats } from './Seats.tsx'
import { TeamCards } from './TeamCards.tsx'
import { TeamFilters } from './TeamFilters.tsx'
import { TeamLoading } from './TeamLoading.tsx'
import { TeamTable } from './TeamTable.tsx'
import { UnprotectDialog } from './UnprotectDialog.tsx'

/** The people of the company. Those who manage the team change it here; the others see names and roles. */
export default function TeamPage() {
  const manages = useMay('manage_team')
  return (
    <ListBase<Employee>
      resource="employees"
      perPage={50}
      sort={{ field: 'name', order: 'ASC' }}
      exporter={false}
      queryOptions={{ retry, onError: () => {} }}
    >
      {manages ? <ManagedTeam /> : <NamesList />}
    </ListBase>
  )
}

type Open = { what: EmployeeAction; employee: Employee } | { what: 'invite' } | { what: 'sent'; sent: Sent } | null

function ManagedTeam() {
  const { data = [], total } = useListContext<Employee>()
  const { data: usage } = useUsage()
  const features = useFeatures()
  const phone = useMediaQuery('(max-width: 760px)', { noSsr: true })
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  useEffect(() => {
    if (!state?.invite) return
    setOpen({ what: 'invite' })
    // Asked once: a reload or the way back shows the team alone.
    void navigate(pathname + search, { replace: true })
  }, [state, pathname, search, navigate])
  const close = () => setOpen(null)
  const reactivation = useReactivation()
  const removal = useInvitationRemoval()
  const reminder = useInvitationReminder(sent => setOpen({ what: 'sent', sent }))
  const teams = [...new Set(data.flatMap(({ team }) => (team ? [team] : [])))].sort()

  function act(action: EmployeeAction, employee: Employee): void {
    const { id, status } = employee
    if (action === 'resend') reminder.mutate(id)
    else if (action === 'cancel') removal.mutate(id)
    else if (action === 'reactivate') reactivation.mutate(id)
    else if (action === 'edit' && (status === 'invited' || status === 'expired')) setOpen({ what: 'preview', employee })
    else setOpen({ what: action, employee })
  }

  return (
    <>
      <PageHead
        title="Equipe"
        aside={total ? `${total} ${total === 1 ? 'pessoa' : 'pessoas'}` : undefined}
        primary={<InviteButton usage={usage} onInvite={() => setOpen({ what: 'invite' })} />}
      />
      <Seats usage={usage} />
      <TeamFilters phone={phone} />
      <Team phone={phone} onAction={act} />
      {data.length > 0 &&
        features.map(
          ({ name, TeamPanel }) =>
            TeamPanel && (
              <Box key={name} sx={{ mt: { xs: 2, sm: 2.5 } }}>
                <TeamPanel />
              </Box>
            )
        )}
      {open?.what === 'invite' && (
        <InviteDialog
          onClose={close}
          teams={teams}
          seats={usage ? `Lugares do plano: ${seatsText(usage.users)}` : 'Lugares do plano'}
        />
      )}
      {open?.what === 'sent' && <SentDialog sent={open.sent} onClose={close} />}
      {open?.what === 'edit' && <EmployeeDrawer employee={open.employee} teams={teams} onClose={close} />}
      {open?.what === 'deactivate' && <DeactivateDialog employee={open.employee} onClose={close} />}
      {open?.what === 'unprotect' && <UnprotectDialog employee={open.employee} onClose={close} />}
      {open?.what === 'preview' && (
        <RolePreview open name={open.employee.name} rights={rightsOf(open.employee)} onClose={close} />
      )}
    </>
  )
}

type TeamProps = { phone: boolean; onAction: (action: EmployeeAction, employee: Employee) => void }

function Team({ phone, onAction }: TeamProps) {
  const { data, total, error, isPending, setFilters, refetch } = useListContext<Employee>()
  if (isPending) return <TeamLoading />
  if (error && !data)
    return (
      <Card>
        <Failure title="Falha ao carregar a equipe" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (total === 0)
    return (
      <Card>
        <Notice title="Ninguém encontrado" text="Nenhuma pessoa corresponde a esta busca e a estes filtros.">
          <Button variant="outlined" onClick={() => setFilters({})}>
            Limpar filtros
          </Button>
        </Notice>
      </Card>
    )
  return phone ? <TeamCards onAction={onAction} /> : <TeamTable onAction={onAction} />
}
