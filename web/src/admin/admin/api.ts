import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CompanyUsage, Plan } from '../../../../services/account/plans/schema.ts'
import type { Settings } from '../../../../services/account/settings/schema.ts'
import type {
  AuditLabels,
  Integrity,
  LogQuery,
  QueueState,
  ScheduleState
} from '../../../../services/admin/admin/logSchema.ts'
import type { ExportFormat, LogName } from '../../../../services/admin/admin/rules.ts'
import type {
  AccountMail,
  AdminCompany,
  CompanyChange,
  CompanyPerson,
  CompanyRow,
  Dashboard,
  NewCompany,
  SettingChange,
  StaffChange,
  StaffInvitation,
  StaffPerson,
  SupportAccess
} from '../../../../services/admin/admin/schema.ts'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { readLead } from '../../leads/leads/record.ts'
import { call, everything, get, read, saveFrom, useWrite, type Written } from '../../ui/data.ts'

const base = '/api/admin'

const useRead = <T>(path: string, options: { refetchInterval?: number; staleTime?: number } = {}) =>
  useQuery({ ...read<T>(base + path, ['admin', path]), ...options })

type Act<R> = Written<R> & { done: string | ((answer: R) => string) }

/** Does something in the staff's part of the API, after which whatever is shown is read again. */
const useAct = <V = void, R = unknown>(write: (values: V) => Promise<R>, more: Act<R>) =>
  useWrite<V, R>({ write, refreshes: everything, ...more })

// The first page

export const useDashboard = () => useRead<Dashboard>('/dashboard', { refetchInterval: 30_000 })

// Companies

export async function searchCompanies(q: string, limit: number, signal: AbortSignal): Promise<CompanyRow[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ q }), range: JSON.stringify([0, limit - 1]) })
  return get(`${base}/companies?${query}`, signal)
}

export const useCompany = (id: string) => useRead<AdminCompany>(`/companies/${id}`)

export const useCompanyUsage = (id: string) => useRead<CompanyUsage>(`/companies/${id}/usage`)

export const useCompanyPeople = (id: string) => useRead<CompanyPerson[]>(`/companies/${id}/users`)

/** Creates a company, or changes the one with this id. */
export const useCompanySave = (id: string | undefined, more: Written<AdminCompany>) =>
  useAct(
    (body: CompanyChange | NewCompany) =>
      id === undefined
        ? call<AdminCompany>('POST', `${base}/companies`, body)
        : call<AdminCompany>('PUT', `${base}/companies/${id}`, body),
    { done: id === undefined ? 'Empresa criada e convite enviado' : 'Alterações salvas', ...more }
  )

export const useSuspension = (id: string, more: Written) =>
  useAct((reason: string) => call('POST', `${base}/companies/${id}/suspend`, { reason }), {
    done: 'Empresa suspensa',
    ...more
  })

export const useReactivation = (id: string) =>
  useAct(() => call('POST', `${base}/companies/${id}/reactivate`), { done: 'Empresa reativada' })

export const useTrialExtension = (id: string, more: Written) =>
  useAct((days: number) => call('POST', `${base}/companies/${id}/trial`, { days }), {
    done: 'Teste estendido',
    ...more
  })

/** The actions of staff for a person of a company. */
export type Deed = 'resend' | 'reset' | 'end-sessions'

const deedsDone: Record<Deed, string> = {
  resend: 'Convite reenviado',
  reset: 'Link enviado',
  'end-sessions': 'Sessões encerradas'
}

export const useDeed = (companyId: string, more: Written<Deed>) =>
  useAct(
    async ({ person, deed }: { person: CompanyPerson; deed: Deed }) => {
      await call('POST', `${base}/companies/${companyId}/users/${person.id}/${deed}`)
      return deed
    },
    { done: deed => deedsDone[deed], ...more }
  )

/** Takes the second factor from somebody: of a company, or else of the staff. */
export const useUnprotection = ({ id, companyId }: { id: string; companyId?: string }, more: Written) =>
  useAct(
    (reason: string) => {
      const person = companyId === undefined ? `employees/${id}` : `companies/${companyId}/users/${id}`
      return call('POST', `${base}/${person}/remove-second-factor`, { reason })
    },
    { done: 'Verificação em duas etapas removida', ...more }
  )

// Support

export const useSupportAccesses = (companyId: string) =>
  useRead<SupportAccess[]>(`/companies/${companyId}/support`, { refetchInterval: 30_000 })

export const useSupportStart = (companyId: string) =>
  useAct((body: { reason: string; minutes: number }) => call('POST', `${base}/companies/${companyId}/support`, body), {
    done: 'Acesso de suporte iniciado'
  })

export const useSupportEnd = (companyId: string) =>
  useAct(() => call('POST', `${base}/companies/${companyId}/support/end`), { done: 'Acesso de suporte encerrado' })

/** The newest leads of a company. Asked for once: each reading is shown to the company. */
export const useSupportedLeads = (companyId: string) =>
  useQuery({
    queryKey: ['support', companyId],
    queryFn: async ({ signal }) =>
      (await get<Lead[]>(`/api/leads/company/${companyId}?range=${encodeURIComponent('[0,24]')}`, signal)).map(
        readLead
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false
  })

// The provider's own people

export const useStaff = () => useRead<StaffPerson[]>('/employees')

export const useStaffInvitation = (more: Written) =>
  useAct((body: StaffInvitation) => call('POST', `${base}/employees`, body), { done: 'Convite enviado', ...more })

export const useStaffRights = (id: string, more: Written) =>
  useAct((body: StaffChange) => call('PUT', `${base}/employees/${id}`, body), { done: 'Direitos alterados', ...more })

export const useStaffReminder = () =>
  useAct((id: string) => call('POST', `${base}/employees/${id}/resend`), { done: 'Convite reenviado' })

export const useStaffInvitationRemoval = () =>
  useAct((id: string) => call('POST', `${base}/employees/${id}/cancel`), { done: 'Convite cancelado' })

// Settings and plans

export const useSettings = () => useRead<Settings>('/settings')

export const useSettingsChange = () =>
  useAct((body: Partial<Settings>) => call('PUT', `${base}/settings`, body), { done: 'Configurações salvas' })

export const useSettingChanges = () => useRead<SettingChange[]>('/settings/changes')

export const useSettingUndo = () =>
  useAct((seq: number) => call('POST', `${base}/settings/undo`, { seq }), { done: 'Alteração desfeita' })

export const useMailTest = () =>
  useAct(() => call<{ to: string; kept: boolean }>('POST', `${base}/settings/test-mail`), {
    done: ({ to, kept }) =>
      kept
        ? 'Nenhum servidor de e-mail está configurado: a mensagem ficou na caixa de saída.'
        : `E-mail enviado para ${to}`
  })

export const usePlans = () => useRead<Plan[]>('/plans')

export const usePlanChange = (key: string, more: Written) =>
  useAct((body: Partial<Plan>) => call('PUT', `${base}/plans/${key}`, body), { done: 'Plano alterado', ...more })

export const useAccountMail = (id: string) => useRead<AccountMail>(`/account-mails/${id}`)

// Logs and queues

export type LogFilter = Omit<LogQuery, 'after' | 'limit'>

function queryOf(filter: object): string {
  const filled = Object.entries(filter).filter(([, value]) => typeof value === 'string' && value !== '')
  return new URLSearchParams(filled).toString()
}

export const logPath = (log: LogName) => `/logs/${log}`
export const companyAuditPath = (companyId: string) => `/companies/${companyId}/audit`

/**
 * The features' labels of the actions and fields of the audit log; the name itself for an older version or until it is
 * read.
 */
export function useAuditLabels() {
  const { data } = useRead<AuditLabels>('/logs/audit/labels', { staleTime: Number.POSITIVE_INFINITY })
  const actions = Object.entries(data?.actions ?? {})
  return {
    actionLabel: (action: string): string => data?.actions[action] ?? action,
    fieldLabel: (field: string): string => data?.fields[field] ?? field,
    actions: actions.toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'))
  }
}

/** The rows of a log, newest first, as far as they were asked for. */
export function useLog<Row>(path: string, filter: LogFilter) {
  const reading = useInfiniteQuery({
    queryKey: ['admin', path, filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      get<{ rows: Row[]; next: string | null }>(`${base}${path}?${queryOf({ ...filter, after: pageParam })}`, signal),
    getNextPageParam: page => page.next ?? undefined
  })
  return { ...reading, rows: reading.data?.pages.flatMap(page => page.rows) }
}

/** Saves a log as a file. */
export const useLogExport = (log: LogName, format: ExportFormat) =>
  useWrite({
    write: (filter: LogFilter) =>
      saveFrom(
        `${base}${logPath(log)}/export?${queryOf({ ...filter, format })}`,
        `${log}-${new Date().toISOString().slice(0, 10)}.${format}`,
        'Não foi possível exportar. Tente novamente.'
      )
  })

export const useIntegrity = () => useRead<Integrity>('/logs/integrity')

export const useIntegrityCheck = (done: (found: Integrity) => string) =>
  useAct(() => call<Integrity>('POST', `${base}/logs/integrity`), { done })

export const useQueues = () => useRead<QueueState[]>('/logs/queues', { refetchInterval: 10_000 })

export const useJobRetry = () =>
  useAct((id: string) => call('POST', `${base}/logs/jobs/${id}/retry`), { done: 'Trabalho reenviado para a fila' })

export const useJobDiscard = (more: Written) =>
  useAct((id: string) => call('POST', `${base}/logs/jobs/${id}/discard`), { done: 'Trabalho descartado', ...more })

export const useMailReadAgain = () =>
  useAct((id: string) => call('POST', `${base}/logs/inbound-mails/${id}/read-again`), {
    done: 'O e-mail será lido de novo em instantes'
  })

export const useSchedules = () => useRead<ScheduleState[]>('/logs/schedules', { refetchInterval: 10_000 })

export const useScheduleRun = () =>
  useAct((name: string) => call('POST', `${base}/logs/schedules/${name}/run`), { done: 'Execução pedida' })
