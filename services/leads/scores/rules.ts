import { readPhone } from '../../core/telephone/brazil/rules.ts'
import { defaultSource, type LeadMark, type ScoreReason, typedSource } from '../leads/rules.ts'

/** Won and lost leads needed, of each, before the company's history is used. */
export const enough = 30

/** The base score without history. */
export const startingPoints = 40

/** The facts that a score may depend on: the request and its origin, never the person. */
export type Scored = {
  source: string
  campaign: string | null
  message: string | null
  preferredDate: string | null
  preferredPeriod: string | null
  consentGiven: boolean
  email: string | null
  phone: string | null
  marks: readonly LeadMark[]
  submissions: number
  receivedAt: string
  lastContactAt: string | null
}

export type Counts = Record<string, Record<string, { won: number; lost: number }>>
export type Model = { won: number; lost: number; counts: Counts }
export type Score = { score: number; reasons: ScoreReason[] }

const day = 86_400_000

/** The features by which history is counted. */
export function featuresOf(lead: Scored): Record<string, string> {
  const length = lead.message?.length ?? 0
  const area = lead.phone ? /^\+55(..)/.exec(readPhone(lead.phone).e164 ?? '')?.[1] : undefined
  return {
    source: lead.source,
    campaign: lead.campaign ?? 'none',
    message: length === 0 ? 'none' : length < 60 ? 'short' : 'long',
    promise: lead.preferredDate ? 'date' : lead.preferredPeriod ? 'period' : 'none',
    consent: lead.consentGiven ? 'yes' : 'no',
    area: area ?? 'none',
    returned: lead.submissions > 1 ? 'yes' : 'no'
  }
}

const words: Record<string, (value: string) => string> = {
  source: value =>
    value === defaultSource
      ? 'veio do formulário'
      : value === typedSource
        ? 'foi cadastrado pela equipe'
        : `veio de ${value}`,
  campaign: value => (value === 'none' ? 'veio sem campanha' : `veio da campanha ${value}`),
  message: value =>
    ({ none: 'não deixou mensagem', short: 'deixou uma mensagem curta' })[value] ?? 'deixou uma mensagem detalhada',
  promise: value =>
    ({ date: 'pediu contato em uma data', period: 'escolheu um período' })[value] ?? 'não escolheu data',
  consent: value => (value === 'yes' ? 'aceita comunicações' : 'não aceitou comunicações'),
  area: value => (value === 'none' ? 'telefone sem DDD conhecido' : `DDD ${value}`),
  returned: value => (value === 'yes' ? 'preencheu o formulário mais de uma vez' : 'preencheu o formulário uma vez')
}

/** Points subtracted for age and suspicious marks, with either method. */
function doubts(lead: Scored, now: number): ScoreReason[] {
  const reasons: ScoreReason[] = []
  if (lead.marks.some(mark => ['bot', 'fast', 'flood'].includes(mark)))
    reasons.push({ points: -30, text: 'envio suspeito' })
  if (lead.marks.includes('phone')) reasons.push({ points: -15, text: 'número de telefone errado' })
  const quiet = lead.lastContactAt ? Math.floor((now - Date.parse(lead.lastContactAt)) / day) : 0
  if (quiet >= 3) reasons.push({ points: -Math.min(20, quiet + 3), text: `sem avanço há ${quiet} dias` })
  return reasons
}

/** Without enough history: rules that hold for any company. */
function byRules(lead: Scored): ScoreReason[] {
  const reasons: ScoreReason[] = []
  const add = (points: number, text: string, holds: boolean) => holds && reasons.push({ points, text })
  add(20, 'pediu contato em uma data', lead.preferredDate !== null)
  add(15, 'preencheu o formulário mais de uma vez', lead.submissions > 1)
  add(15, 'veio de indicação', /indica/i.test(lead.source))
  add(10, 'deixou uma mensagem', (lead.message?.length ?? 0) > 0)
  add(8, 'aceita comunicações', lead.consentGiven)
  add(5, 'informou e-mail e telefone', Boolean(lead.email && lead.phone))
  add(-10, 'sem telefone', !lead.phone)
  return reasons
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/**
 * Naive Bayes with Laplace smoothing on the company's won and lost leads. A feature's points are the change of the
 * probability without it, in percentage points.
 */
function byHistory(lead: Scored, { won, lost, counts }: Model): { base: number; reasons: ScoreReason[] } {
  const prior = Math.log((won + 1) / (lost + 1))
  const weights = Object.entries(featuresOf(lead)).map(([feature, value]) => {
    const values = counts[feature] ?? {}
    const seen = (Object.hasOwn(values, value) && values[value]) || { won: 0, lost: 0 }
    const kinds = Object.keys(values).length + 1
    return {
      feature,
      value,
      weight: Math.log((seen.won + 1) / (won + kinds)) - Math.log((seen.lost + 1) / (lost + kinds))
    }
  })
  const total = weights.reduce((sum, { weight }) => sum + weight, prior)
  const reasons = weights
    .map(({ feature, value, weight }) => ({
      points: Math.round(100 * (sigmoid(total) - sigmoid(total - weight))),
      text: words[feature]?.(value) ?? feature
    }))
    .filter(({ points }) => Math.abs(points) >= 2)
  return { base: 100 * sigmoid(total), reasons }
}

/**
 * The likelihood that an open lead is won, 0 to 100, with its weightiest reasons first. From the company's history once
 * it has thirty won and thirty lost leads, before that by rules.
 */
export function scoreOf(lead: Scored, model: Model | null, now = Date.now()): Score {
  const doubtful = doubts(lead, now)
  const learnt = model && model.won >= enough && model.lost >= enough ? byHistory(lead, model) : null
  const reasons = [...(learnt?.reasons ?? byRules(lead)), ...doubtful]
  const added = (learnt ? doubtful : reasons).reduce((sum, { points }) => sum + points, learnt?.base ?? startingPoints)
  return {
    score: Math.max(0, Math.min(100, Math.round(added))),
    reasons: reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, 6)
  }
}
