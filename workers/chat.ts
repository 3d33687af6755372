import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { askProvider, type Provider, type ProviderProblem, type Reply } from '../services/chat/client.ts'
import { chatAsked } from '../services/chat/jobs.ts'
import { type Figures, type Passage, type PlanFacts, promptFor } from '../services/chat/prompt.ts'
import { questionStatements, settleStatement } from '../services/chat/queries.ts'
import { settledSignal, tellReply } from '../services/chat/replies.ts'
import { type ChatAudience, chatTexts } from '../services/chat/rules.ts'
import type {} from '../services/companies/tables.ts'
import type { Config } from '../services/core/config.ts'
import type { Db } from '../services/core/db.ts'
import { readableKey, type Service, serviceByName } from '../services/integrations/queries.ts'
import { openAiIntegration } from '../services/integrations/rules.ts'
import { countByStatus } from '../services/leads/queries.ts'
import { countLeadUsage } from '../services/leads/usage.ts'
import { settingsOf } from '../services/settings/queries.ts'
import type { Settings } from '../services/settings/schema.ts'
import { meter } from './meter.ts'
import { type Context, on } from './worker.ts'

/** Conversations at once in a process: they mostly wait for the provider. */
const concurrency = 200

/** Between an attempt that failed and the only other one; in milliseconds. */
const pause = 500

const worthAnother: readonly ProviderProblem[] = ['rate', 'server', 'unreachable']

const texts: Record<ProviderProblem, string> = {
  key: chatTexts.keyMissing,
  permission: chatTexts.keyMissing,
  credit: chatTexts.noCredit,
  model: chatTexts.settings,
  address: chatTexts.settings,
  inside: chatTexts.settings,
  timeout: chatTexts.expired,
  rate: chatTexts.trouble,
  unreachable: chatTexts.trouble,
  server: chatTexts.trouble,
  answer: chatTexts.trouble
}

type Question = {
  id: string
  message: string
  status: string
  audience: ChatAudience
  earlier: { message: string; response: string }[]
  passages: Passage[]
  plans: PlanFacts[]
  settings: Settings
  member: Member | undefined
  service: Service | undefined
}

type Member = { name: string; company_id: string; company: string; plan: string; owners: string[] | null }

async function readQuestion(db: Db, messageId: string): Promise<Question | undefined> {
  const { question, earlier, articles, plans, settings, member } = questionStatements
  const ofMessage = [question, earlier, articles, member].map(statement => ({ ...statement, values: [messageId] }))
  const [asked, before, found, who, offered, stored, service] = await db.everyCompanyAtOnce([
    ...ofMessage,
    { ...plans, values: [] },
    { ...settings, values: [] },
    { ...serviceByName, values: [openAiIntegration.name] }
  ])
  const row = asked?.rows[0]
  return (
    row && {
      id: row.id,
      message: row.message,
      status: row.status,
      audience: row.audience,
      earlier: (before?.rows ?? []).reverse(),
      passages: found?.rows ?? [],
      plans: offered?.rows ?? [],
      settings: settingsOf(stored?.rows ?? []),
      member: who?.rows[0],
      service: service?.rows[0]
    }
  )
}

/** Numbers of the person's own company, through its own door and with their own view of the leads. */
async function readFigures(db: Db, { name, company_id: id, company, plan, owners }: Member): Promise<Figures> {
  const { today, byStatus } = await db.company({ id, owners }, async trx => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from leads where company_id = ${id} and received_at >= (
        select date_trunc('day', now() at time zone time_zone) at time zone time_zone from companies where id = ${id})
      `.execute(trx)
    return { today: rows[0]?.n ?? 0, byStatus: await countByStatus(trx, owners) }
  })
  const usage = owners === null ? await db.company({ id, held: true }, trx => countLeadUsage(trx, id)) : null
  return { person: name, company, plan, today, byStatus, usage, part: owners === null ? 'company' : 'own' }
}

type Chosen = { refused: string } | { service: Service; model: string; provider: Provider }

/** What there is to call, or why nothing is called. */
function providerOf(config: Config, service: Service | undefined): Chosen {
  const key = service && readableKey(config, service)
  if (!service || !key) return { refused: chatTexts.keyMissing }
  if (service.status !== 'active') return { refused: chatTexts.inactive }
  if (service.monthly_token_cap !== null && service.tokens >= service.monthly_token_cap)
    return { refused: chatTexts.noCredit }
  return {
    service,
    model: service.model ?? config.openai.model,
    provider: { apiKey: key, baseUrl: service.base_url ?? config.openai.baseUrl, trusted: true }
  }
}

/** About as many tokens as a text has, where the provider does not say. */
const estimate = (text: string): number => Math.ceil(text.length / 4)

/**
 * Answers a question. It is asked of the provider again where a worker died over it, and answered once all the same:
 * whoever stores an answer first has answered.
 */
export const answerQuestion = on(
  chatAsked,
  async ({ messageId }, context) => {
    try {
      await answer(messageId, context)
    } catch (error) {
      // Nobody tries again, so whoever asked is told at last.
      if (context.last) await settle(context.db, messageId, failure(chatTexts.trouble)).catch(() => {})
      throw error
    }
  },
  { concurrency }
)

type Outcome = Parameters<typeof settleStatement>[1]

const failure = (problem: string): Outcome => ({ response: null, problem, sources: [], tokens: 0 })

async function settle(db: Db, messageId: string, outcome: Outcome): Promise<void> {
  await db.everyCompanyAtOnce([settleStatement(messageId, outcome)])
  db.signal(settledSignal(messageId))
}

async function answer(messageId: string, { db, config, log }: Context): Promise<void> {
  const question = await readQuestion(db, messageId)
  if (question?.status !== 'asked') return
  const chosen = providerOf(config, question.service)
  if ('refused' in chosen) return settle(db, messageId, failure(chosen.refused))

  const { service, provider, model } = chosen
  const figures = question.audience === 'client' && question.member ? await readFigures(db, question.member) : null
  const messages = promptFor({ ...question, question: question.message, figures })
  const tell = tellReply(db, messageId)
  const ask = () => askProvider(provider, { model, messages, timeout: config.openai.timeout }, tell.text)
  let reply: Reply = await ask()
  if (reply.text === '' && reply.problem && worthAnother.includes(reply.problem)) {
    await pass(pause)
    reply = await ask()
  }
  tell.rest()

  const { text, problem } = reply
  const said = text.trim() !== ''
  const tokens = reply.tokens || (said ? estimate(text) + estimate(messages.map(each => each.content).join('')) : 0)
  const sources = question.passages.map(({ id, title }) => ({ id, title }))
  const response = problem ? `${text.trimEnd()}\n\n(${chatTexts.interrupted})` : text
  await settle(db, messageId, said ? { response, problem: null, sources, tokens } : failure(texts[problem ?? 'answer']))
  await meter(db, service, { tokens, problem: problem && (said ? chatTexts.interrupted : texts[problem]) })
  // Nothing of the provider's own words: they may quote the key.
  log.info({ messageId, problem, tokens }, problem ? 'question answered with trouble' : 'question answered')
}
