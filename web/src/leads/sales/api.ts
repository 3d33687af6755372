import { useQuery } from '@tanstack/react-query'
import { saleKindNames } from '../../../../services/leads/sales/rules.ts'
import type { Forecast, NewTargets, Sale, SalesMonth, Targets } from '../../../../services/leads/sales/schema.ts'
import { call, read, saveFrom, useWrite } from '../../ui/data.ts'

/** The part of the ledger that is shown; an owner may be `none`. */
export type SalesFilter = { from: string; to: string; owner?: string; source?: string; funnel?: string }

export const maxSales = 1000

// Under `leads`, so that whatever changes a lead refreshes the sales too.
export const useSales = (filter: SalesFilter) =>
  useQuery({
    ...read<Sale[]>(
      `/api/sales?${new URLSearchParams({ filter: JSON.stringify(filter), range: `[0,${maxSales - 1}]` })}`,
      ['leads', 'sales', filter]
    ),
    placeholderData: before => before
  })

export const useSalesMonth = (month: string, wanted: boolean) =>
  useQuery({ ...read<SalesMonth>(`/api/sales/months/${month}`, ['leads', 'sales', month]), enabled: wanted })

export const useClosing = (month: string) =>
  useWrite({
    write: (closed: boolean) => call<SalesMonth>('PUT', `/api/sales/months/${month}`, { closed }),
    done: (_saved, closed) => (closed ? 'Mês fechado' : 'Mês reaberto'),
    refreshes: [['leads', 'sales']]
  })

export const useSalesFile = (month: string) =>
  useWrite({
    write: (format: 'csv' | 'xlsx') =>
      saveFrom(
        `/api/sales/months/${month}/file?format=${format}`,
        `vendas-${month}.${format}`,
        'Falha ao baixar as vendas deste mês.'
      )
  })

export const useForecast = () => useQuery(read<Forecast>('/api/sales/forecast', ['leads', 'forecast']))

export const useTargets = (month: string) =>
  useQuery(read<Targets>(`/api/targets/${month}`, ['leads', 'targets', month]))

export const useTargetsSave = (month: string, onDone: () => void) =>
  useWrite({
    write: (targets: NewTargets) => call<Targets>('PUT', `/api/targets/${month}`, targets),
    done: 'Metas salvas',
    refreshes: [['leads', 'targets']],
    onDone
  })

export const kindName = (kind: Sale['kind']): string => saleKindNames[kind]
