import { useQuery } from '@tanstack/react-query'
import type {
  EmployeeChange,
  EmployeeOption,
  NewInvitation,
  SentInvitation
} from '../../../../services/account/employees/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'

export type Sent = SentInvitation

const path = '/api/employees'

/** The people to whom a lead can be given, and former owners. */
export const useEmployeeOptions = ({ enabled = true } = {}) =>
  useQuery({ ...read<EmployeeOption[]>(`${path}/options`, ['employees', 'options']), enabled, staleTime: 60_000 })

/** Changes the team; every list that shows people or their leads is read again. */
const useTeamWrite = <V, R = unknown>(
  write: (values: V) => Promise<R>,
  done: string,
  onDone: (answer: R) => void = () => {}
) => useWrite({ write, done, onDone, refreshes: [['employees'], ['usage'], ['leads']] })

export const useInvitation = (onDone: (sent: Sent) => void) =>
  useTeamWrite((body: NewInvitation) => call<Sent>('POST', `${path}/invitations`, body), 'Convite enviado', onDone)

export const useInvitationReminder = (onDone: (sent: Sent) => void) =>
  useTeamWrite((id: string) => call<Sent>('POST', `${path}/invitations/${id}/resend`), 'Convite enviado', onDone)

export const useInvitationRemoval = () =>
  useTeamWrite((id: string) => call('DELETE', `${path}/invitations/${id}`), 'Convite cancelado')

export const useRightsChange = (id: string, onDone: () => void) =>
  useTeamWrite((rights: EmployeeChange) => call('PUT', `${path}/${id}`, rights), 'Permissões salvas', onDone)

/** Takes a person out of the team; `heirId` gets their leads. */
export const useDeactivation = (id: string, onDone: () => void) =>
  useTeamWrite(
    (heirId: string | null) => call('POST', `${path}/${id}/deactivate`, { heirId }),
    'Acesso desativado',
    onDone
  )

export const useReactivation = () =>
  useTeamWrite((id: string) => call('POST', `${path}/${id}/reactivate`), 'Acesso reativado')

export const useUnprotection = (id: string, onDone: () => void) =>
  useTeamWrite(
    (reason: string) => call('POST', `${path}/${id}/second-factor/remove`, { reason }),
    'Verificação em duas etapas removida',
    onDone
  )
