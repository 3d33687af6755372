import type { Db } from '../../core/db.ts'
import { formatCents } from '../../core/money/rules.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { findSalesFigures } from '../../leads/sales/queries.ts'
import { monthName } from '../../leads/sales/rules.ts'
import { data } from './prompt.ts'
import type { ToolRequest } from './tools.ts'
import type { Viewer } from './viewer.ts'
import { fold } from './when.ts'

type Wanted = Extract<ToolRequest, { name: 'find_sales' }>['parameters']

const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

type Span = { from: string; to: string; name: string }

const lastDay = (year: number, month: number): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

function wholeMonth(year: number, month: number): Span {
  const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
  const named = { year: Number(first.slice(0, 4)), month: Number(first.slice(5, 7)) }
  return { from: first, to: lastDay(named.year, named.month), name: monthName(first) }
}

/**
 * The days that words mean: "hoje", "ontem", "este mês", "mês passado", "outubro", "outubro de 2025", "este ano". A month
 * without a year is the latest that is not to come; null where the words mean none of these.
 */
export function readSpan(said: string, today: string): Span | null {
  const words = fold(said)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const back = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  if (words === 'hoje') return { from: today, to: today, name: 'Hoje' }
  if (words === 'ontem') return { from: back(1), to: back(1), name: 'Ontem' }
  if (/^(n?este|n?esse|o) mes$|^mes atual$/.test(words)) return wholeMonth(year, month)
  if (/^(o |no )?mes passado$|^(o )?ultimo mes$/.test(words)) return wholeMonth(year, month - 1)
  if (/^(n?este|n?esse|o) ano$/.test(words)) return { from: `${year}-01-01`, to: `${year}-12-31`, name: String(year) }
  const [, name = '', named] = /^(?:em |de |no mes de )?([a-z]+)(?:(?: de|\/| )? ?(20\d\d))?$/.exec(words) ?? []
  const at = months.indexOf(name) + 1
  if (at === 0) return null
  return wholeMonth(named ? Number(named) : at <= month ? year : year - 1, at)
}

const maxRows = 5

/** The sales of a period in the ledger, as data for the provider; `problem`: the reason why there are none to give. */
export async function describeSales(
  db: Db,
  { companyId, owners, zone }: Viewer,
  { period }: Wanted,
  now = Date.now()
): Promise<{ text: string } | { problem: string }> {
  const span = readSpan(period, dayAt(now, zone))
  if (!span) return { problem: `Não entendi o período “${period}”. Diga um mês, como “outubro”, ou “este mês”.` }
  const { from, to, name } = span
  const {
    count,
    reversed,
    cents,
    owners: people,
    sources,
    funnels
  } = await db.company({ id: companyId, owners }, trx =>
    findSalesFigures(trx, companyId, { from, to, owner: undefined }, owners)
  )
  const row = (label: string, { count, cents }: { count: number; cents: number }) =>
    `${label}: ${count} (${formatCents(cents)})`
  const lines = [
    `Período: ${name}`,
    `Vendas: ${count.now}`,
    `Valor vendido: ${formatCents(cents.now)}`,
    reversed.now > 0 && `Vendas desfeitas no período: ${reversed.now}`,
    ...people.slice(0, maxRows).map(each => row(`Por ${each.name ?? 'ninguém'}`, each)),
    ...sources.slice(0, maxRows).map(each => row(`Da origem ${each.source}`, each)),
    ...(funnels.length > 1
      ? funnels.slice(0, maxRows).map(each => row(`No funil ${each.name ?? 'excluído'}`, each))
      : []),
    owners !== null && 'Só as vendas que a pessoa pode ver.'
  ]
  return { text: data('vendas', lines.filter(Boolean).join('\n')) }
}
