import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { PhaseCount } from '../../leads/leads/queries.ts'
import type { LeadStatus } from '../../leads/leads/rules.ts'
import { fold } from './when.ts'

// Answers a greeting and a count of leads without a provider. Anything else is left to the articles, since a wrong
// answer is worse than none.

const words = (text: string): string[] => fold(text).match(/[\p{L}\d]+/gu) ?? []
const set = (text: string): ReadonlySet<string> => new Set(words(text))

const greetings = set('oi oie olá opa bom boa salve hello hi')
const afterGreeting = set('oi oie olá dia tarde noite tudo bem bom e aí com você gente pessoal')

/** The greeting that a text is and nothing else, as it is given back; null where it is more than that. */
export function greetingOf(text: string, assistant: string): string | null {
  const [first = '', ...rest] = words(text)
  const name = set(assistant)
  if (!greetings.has(first) || rest.length > 6) return null
  if (!rest.every(word => afterGreeting.has(word) || name.has(word))) return null
  if (first === 'bom') return rest[0] === 'dia' ? 'Bom dia' : null
  if (first === 'boa') return rest[0] === 'tarde' ? 'Boa tarde' : rest[0] === 'noite' ? 'Boa noite' : null
  return 'Olá'
}

type LeadCountQuestion = { period: 'today' | 'month' | null; status: LeadStatus | null }

const statusWords: Record<string, LeadStatus> = {
  novo: 'new',
  novos: 'new',
  contato: 'contacted',
  agendado: 'scheduled',
  agendados: 'scheduled',
  convertido: 'converted',
  convertidos: 'converted',
  perdido: 'lost',
  perdidos: 'lost'
}

const aroundCounts = set(
  `quantos quantas lead leads eu nós a gente tenho temos tem há existem são estão foram recebi recebemos chegaram entraram
  já ao todo no total na minha nossa empresa lista meus os as de em neste este nesse esse mês hoje agora`
)

/** The count of leads that a text asks for; null where it asks for anything else, even in addition. */
export function leadCountOf(text: string): LeadCountQuestion | null {
  const questionWords = words(text)
  const statuses = new Set(questionWords.flatMap(word => statusWords[word] ?? []))
  const isCount =
    questionWords.some(word => word === 'quantos' || word === 'quantas') &&
    questionWords.some(word => /^leads?$/.test(word))
  if (!isCount || statuses.size > 1 || !questionWords.every(word => aroundCounts.has(word) || word in statusWords))
    return null
  const period = questionWords.includes('hoje') ? 'today' : questionWords.includes('mes') ? 'month' : null
  return { period, status: [...statuses][0] ?? null }
}

const kinds: Record<LeadStatus, readonly [string, string]> = {
  new: ['novo', 'novos'],
  contacted: ['em contato', 'em contato'],
  scheduled: ['agendado', 'agendados'],
  converted: ['convertido', 'convertidos'],
  lost: ['perdido', 'perdidos']
}

const number = new Intl.NumberFormat('pt-BR')
const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

const leadsText = (count: number, status: LeadStatus | null): string => {
  const kind = status ? ` ${kinds[status][count === 1 ? 0 : 1]}` : ''
  return `**${number.format(count)} ${count === 1 ? 'lead' : 'leads'}${kind}**`
}

/** The counts of one status or of all, of those received in the period. */
export function leadCountText({ period, status }: LeadCountQuestion, counts: readonly PhaseCount[]): string {
  const chosen = counts.filter(each => status === null || each.status === status)
  const count = chosen.reduce((sum, each) => sum + each.count, 0)
  const some = chosen.filter(each => each.count > 0)
  const verb = count === 1 ? 'chegou' : 'chegaram'
  const when = period === 'today' ? `Hoje ${verb}` : period === 'month' ? `Neste mês ${verb}` : 'Você tem'
  const parts =
    status === null && some.length > 1
      ? `: ${list.format(some.map(each => `${number.format(each.count)} ${kinds[each.status][each.count === 1 ? 0 : 1]}`))}`
      : ''
  return `${when} ${leadsText(count, status)}${parts}.`
}

/**
 * How many leads of each status were received since the day or the month of the company began, of those in the scope.
 */
export async function countReceived(trx: Trx, companyId: string, period: 'today' | 'month'): Promise<PhaseCount[]> {
  const unit = period === 'today' ? 'day' : 'month'
  const { rows } = await sql<PhaseCount>`
    select status, count(*)::integer as count from leads where company_id = ${companyId} and received_at >= (
      select date_trunc(${unit}, now() at time zone time_zone) at time zone time_zone from companies where id = ${companyId})
    group by status order by array_position('{new,contacted,scheduled,converted,lost}', status)`.execute(trx)
  return rows
}
