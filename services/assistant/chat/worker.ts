import { sql } from 'kysely'
import type { Permitted } from '../../account/auth/rules.ts'
import type {} from '../../account/companies/tables.ts'
import { settingsOf } from '../../account/settings/queries.ts'
import type { Settings } from '../../account/settings/schema.ts'
import type { Db } from '../../core/db.ts'
import { type Context, on } from '../../core/handlers.ts'
import { retried } from '../../core/retried.ts'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'
import { countByPhase } from '../../leads/leads/queries.ts'
import { countLeadUsage } from '../../leads/leads/usage.ts'
import { meter } from '../integrations/meter.ts'
import { openAiIntegration } from '../integrations/rules.ts'
import { type Service, serviceByName } from '../integrations/service.ts'
import { expireProposals, type Proposal, standing, titleOf } from './cards.ts'
import { questionAsked } from './jobs.ts'
import { countReceived, greetingOf, leadCountOf, leadCountText } from './own.ts'
import { type Figures, type PlanFacts, promptFor } from './prompt.ts'
import { findOpenLead, leadLines, toolsFor } from './propose.ts'
import { estimate, learn, problemTexts, providerOf } from './provider.ts'
import { questionStatements, settleStatement } from './queries.ts'
import { settledSignal, streamReply } from './replies.ts'
import { converse } from './rounds.ts'
import { type ChatAudience, cardStateLabels, chatTexts, noticeTexts } from './rules.ts'
import type { Passage } from './schema.ts'
import { offersOf } from './tools.ts'
import type { Viewer } from './viewer.ts'
import { whenWords } from './when.ts'

/** Concurrent conversations in a process: they mostly wait for the provider. */
const concurrency = 200

type Question = {
  id: string
  message: string
  status: string
  asked_at: string
  audience: ChatAudience
  earlier: { message: string; response: string }[]
  passages: Passage[]
  plans: PlanFacts[]
  settings: Settings
  member: Member | undefined
  service: Service | undefined
  /** Proposals of the conversation, the latest first. */
  proposed: Proposal[]
}

type Member = {
  name: string
  company_id: string
  company: string
  time_zone: string
  plan: string
  employee_id: string
  role: string
  permissions: string[]
  owners: string[] | null
}

async function readQuestion(db: Db, messageId: string): Promise<Question | undefined> {
  const { question, earlier, articles, plans, settings, member, proposed } = questionStatements
  const ofMessage = [question, earlier, articles, member, proposed].map(statement => ({
    ...statement,
    values: [messageId]
  }))
  const [asking, before, found, who, cards, offered, stored, service] = await db.everyCompanyBatch([
    ...ofMessage,
    { ...plans, values: [] },
    { ...settings, values: [] },
    { ...serviceByName, values: [openAiIntegration.name] }
  ])
  const row = asking?.rows[0]
  return (
    row && {
      id: row.id,
      message: row.message,
      status: row.status,
      asked_at: row.asked_at,
      audience: row.audience,
      earlier: (before?.rows ?? []).reverse(),
      passages: found?.rows ?? [],
      plans: offered?.rows ?? [],
      settings: settingsOf(stored?.rows ?? []),
      member: who?.rows[0],
      service: service?.rows[0],
      proposed: cards?.rows ?? []
    }
  )
}

/** Figures of the person's own company, limited to the leads that they see. */
async function readFigures(db: Db, member: Member): Promise<Figures> {
  const { name, company_id: id, company, plan, owners, time_zone: zone } = member
  const { today, byStatus } = await db.company({ id, owners }, async trx => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from leads where company_id = ${id} and received_at >= (
        select date_trunc('day', now() at time zone time_zone) at time zone time_zone from companies where id = ${id})
      `.execute(trx)
    return { today: rows[0]?.n ?? 0, byStatus: await countByPhase(trx, owners) }
  })
  const usage = owners === null ? await db.company({ id, held: true }, trx => countLeadUsage(trx, id)) : null
  const now = whenWords(new Date(), zone, Date.now())
  return { person: name, now, company, plan, today, byStatus, usage, part: owners === null ? 'company' : 'own' }
}

/** The person for whom lookups and proposals are allowed; null for anyone but a company's people. */
function viewerOf({ audience, member, message, earlier }: Question): Omit<Viewer, 'open'> | null {
  if (audience !== 'client' || !member) return null
  const { company_id: companyId, employee_id: employeeId, role, permissions, owners, time_zone: zone } = member
  const person: Permitted = { role: 'client', companyEmployee: { role, permissions } }
  return { companyId, employeeId, person, owners, zone, said: [...earlier.map(each => each.message), message] }
}

const cardLine = (row: Proposal): string => `${titleOf(row)}: ${cardStateLabels[standing(row, Date.now()).state]}`

/**
 * Answers a question. After the death of a worker the provider is asked again, but only the first stored answer counts.
 */
export const answerQuestion = on(
  questionAsked,
  async ({ messageId, leadId }, context) => {
    try {
      await answer(messageId, leadId, context)
    } catch (error) {
      // There is no further attempt, so the asker gets an answer now.
      if (context.last) await settle(context.db, messageId, failure(chatTexts.trouble)).catch(() => {})
      throw error
    }
  },
  { concurrency }
)

type Outcome = Parameters<typeof settleStatement>[1]

const failure = (problem: string): Outcome => ({ response: null, problem, sources: [], tokens: 0 })

async function settle(db: Db, messageId: string, outcome: Outcome): Promise<void> {
  await db.everyCompanyBatch([settleStatement(messageId, outcome)])
  db.signal(settledSignal(messageId))
}

/** The answers that need no provider: a greeting, and counts of the leads that the person sees. */
async function ownAnswer(db: Db, { message, audience, member, settings }: Question): Promise<string | null> {
  const greeting = greetingOf(message, settings.assistantName)
  if (greeting) return chatTexts.greetBack(greeting, audience, member?.name.split(' ')[0])
  const count = audience === 'client' && member ? leadCountOf(message) : null
  if (!count || !member) return null
  const { company_id: id, owners } = member
  const { period } = count
  const counts = await db.company({ id, owners }, trx =>
    period ? countReceived(trx, id, period) : countByPhase(trx, owners)
  )
  return leadCountText(count, counts)
}

async function answer(messageId: string, leadId: string | undefined, { db, config, log }: Context): Promise<void> {
  const question = await readQuestion(db, messageId)
  if (question?.status !== 'asked') return
  const chosen = providerOf(config, question.service)
  if ('refused' in chosen) {
    const own = chosen.refused === chatTexts.keyMissing ? await ownAnswer(db, question) : null
    return settle(
      db,
      messageId,
      own ? { response: own, problem: null, sources: [], tokens: 0 } : failure(chosen.refused)
    )
  }

  const { service, provider, model, habits } = chosen
  const person = viewerOf(question)
  const open = person && leadId ? await findOpenLead(db, person, leadId) : null
  const viewer = person && { ...person, open }
  const figures = question.audience === 'client' && question.member ? await readFigures(db, question.member) : null
  const facts = {
    ...question,
    question: question.message,
    figures,
    open: viewer?.open ? leadLines(viewer.open, viewer.zone) : null
  }
  const cards = question.proposed.map(cardLine).reverse()
  const stream = streamReply(db, messageId)
  const reply = await converse({
    provider,
    model,
    timeout: config.openai.timeout,
    patience: Date.parse(question.asked_at) + config.chatWait,
    habits,
    prompt: mayAct => promptFor({ ...facts, cards: mayAct ? cards : null }),
    db,
    viewer,
    offered: viewer ? offersOf(toolsFor(viewer)) : [],
    onText: stream.text
  })
  stream.rest()

  const { text, problem, shortfall, proposals, sent } = reply
  const said = text.trim() !== ''
  const unfinished = problem && said ? 'unfinished' : shortfall
  const tokens = reply.tokens || (said ? estimate(text) + estimate(sent) : 0)
  const sources = question.passages.map(({ id, title }) => ({ id, title }))
  const notice = unfinished && noticeTexts[unfinished]
  const outcome =
    said || notice
      ? { response: text.trimEnd(), notice, problem: null, sources, tokens, proposals }
      : failure(problemTexts[problem ?? 'answer'])
  // Before the answer is there: the next question may come with it.
  await retried(() => learn(db, chosen, reply.habits))
  await retried(() => settle(db, messageId, outcome))
  const trouble = problem && (said ? noticeTexts.unfinished : problemTexts[problem])
  await retried(() => meter(db, service, { tokens, problem: trouble }))
  // Without the provider's own words: they may quote the key.
  log.info(
    { messageId, problem, shortfall, tokens, proposals: proposals.length },
    problem ? 'question answered with trouble' : 'question answered'
  )
}

export const handlers = [answerQuestion]

export const tidy = {
  // Visitors have no account from which to delete a conversation.
  visitorsChats: inPortions(deleteWhere('chat_sessions', sql`last_at < ${past(30)} and user_id is null`)),
  chats: inPortions(deleteWhere('chat_sessions', sql`last_at < ${past(365)}`)),
  proposals: (db: Db) => db.everyCompany(expireProposals)
}
