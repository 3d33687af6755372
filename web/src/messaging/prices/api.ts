import { useQuery } from '@tanstack/react-query'
import type {
  CostGap,
  Costs,
  NewPriceCard,
  PriceCard,
  PriceImport,
  PricesImported
} from '../../../../services/messaging/prices/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'

const costs = '/api/whatsapp/costs'
const prices = '/api/admin/whatsapp-prices'
const [costsKey, pricesKey] = [['whatsapp-costs'], ['whatsapp-prices']]

/** The costs of a month; of the present one without it. */
export const useCosts = (month: string | null) =>
  useQuery({
    ...read<Costs>(month ? `${costs}?${new URLSearchParams({ month })}` : costs, [...costsKey, month]),
    placeholderData: before => before
  })

export const useLimitSave = () =>
  useWrite({
    write: (micros: number | null) => call<Costs>('PUT', `${costs}/limit`, { micros }),
    done: ({ limit }) => (limit === null ? 'Sem limite de gastos' : 'Limite de gastos salvo'),
    refreshes: [costsKey]
  })

export const usePriceCards = () => useQuery(read<PriceCard[]>(prices, [...pricesKey, 'cards']))
export const useCostGaps = () => useQuery(read<CostGap[]>(`${prices}/gaps`, [...pricesKey, 'gaps']))

export const usePriceCardSave = (onDone: () => void) =>
  useWrite({
    write: (card: NewPriceCard) => call<PriceCard>('POST', prices, card),
    done: 'Tabela salva',
    onDone,
    refreshes: [pricesKey]
  })

export const usePriceImport = (onDone: (imported: PricesImported) => void) =>
  useWrite({
    write: (list: PriceImport) => call<PricesImported>('POST', `${prices}/import`, list),
    done: ({ cards }) => (cards === 1 ? '1 mercado lido' : `${cards} mercados lidos`),
    onDone,
    refreshes: [pricesKey]
  })
