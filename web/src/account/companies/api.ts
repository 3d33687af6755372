import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Company, CompanyChange, Usage } from '../../../../services/account/companies/schema.ts'
import type { Plan } from '../../../../services/account/plans/schema.ts'
import type { PlanKey } from '../../../../services/core/planKeys/rules.ts'
import { user } from '../../core/session.ts'
import { storeCompany } from '../../shell/account.ts'
import { findCompanyOfUser } from '../../shell/company.ts'
import { call, read, useWrite } from '../../ui/data.ts'

const recordKey = (companyId: string) => ['company', companyId, 'record']

/** The company's use of its plan. */
export function useUsage(enabled = true): UseQueryResult<Usage> {
  const companyId = user()?.companyId ?? ''
  return useQuery({
    ...read<Usage>(`/api/companies/${companyId}/usage`, ['usage', companyId]),
    enabled: enabled && companyId !== ''
  })
}

/** The company's own record. */
export const useCompanyRecord = () =>
  useQuery({
    queryKey: recordKey(user()?.companyId ?? ''),
    queryFn: ({ signal }) => findCompanyOfUser(user()?.id ?? '', signal)
  })

export function useCompanyChange(id: string) {
  const queryClient = useQueryClient()
  return useWrite({
    write: (body: CompanyChange) => call<Company>('PUT', `/api/companies/${id}`, body),
    done: 'Dados da empresa salvos',
    onDone: company => {
      storeCompany(company)
      queryClient.setQueryData(['company', id], company)
      queryClient.setQueryData(recordKey(id), company)
    },
    refreshes: [['usage']]
  })
}

export const usePlans = ({ enabled }: { enabled: boolean }) =>
  useQuery({ ...read<Plan[]>('/public/plans', ['plans']), enabled })

export const usePlanChange = (onDone: () => void) =>
  useWrite({
    write: (plan: PlanKey) => call('POST', `/api/companies/${user()?.companyId}/plan`, { plan }),
    done: 'Plano alterado',
    onDone,
    refreshes: [['usage'], ['company']]
  })
