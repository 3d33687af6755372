import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { internalStaff } from '../../account/auth/rules.ts'
import { networkOf } from '../../core/address.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { openEventStream } from '../../core/eventStream.ts'
import { type App, prepareFailure } from '../../core/http.ts'
import { refuseTooManyOf } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import type { Listener } from '../../core/signals.ts'
import { unstorable } from '../../core/text.ts'
import { articlesFor } from './articles.ts'
import { registerHandOver } from './handoverRoutes.ts'
import { registerProposals } from './proposalRoutes.ts'
import {
  type ChatOwner,
  deleteSession,
  findAnswer,
  listHistory,
  type StoredQuestion,
  setFeedback,
  storeQuestion
} from './queries.ts'
import { Replies } from './replies.ts'
import { chatLimits, chatTexts } from './rules.ts'
import {
  ChatAnswer,
  type ChatEvent,
  ChatFailure,
  ChatFeedback,
  ChatHistory,
  ChatHistoryQuery,
  ChatInfo,
  ChatQuestion,
  ChatSessionParams
} from './schema.ts'

/** Questions by address and by conversation or person. Offices and mobile networks share an address. */
const limits = {
  visitor: { address: { max: 60, seconds: 600 }, each: { max: 8, seconds: 60 } },
  person: { address: { max: 600, seconds: 600 }, each: { max: 20, seconds: 60 } }
}

/** Sent on an idle stream, in milliseconds, so that no proxy closes it. */
const heartbeat = 15_000

const anybody = { access: 'public', recognises: true } as const

const noConversation = chatTexts.notFound
const noAnswer = 'Mensagem não encontrada.'

/** The caller, from the session; a visitor without one. */
function ownerOf(request: FastifyRequest): ChatOwner {
  const network = networkOf(request.ip)
  if (!request.user) return { userId: null, companyId: null, audience: 'visitor', network }
  const { id, companyId } = request.user
  const audience = internalStaff(request.user) ? 'staff' : companyId === null ? 'visitor' : 'client'
  return { userId: id, companyId, audience, network }
}

const findState = (app: App, { messageId }: StoredQuestion) => findAnswer(app.db, messageId)

/** The answer, once there is one; otherwise throws with the message for the person. */
async function readAnswer(app: App, question: StoredQuestion): Promise<ChatAnswer> {
  const found = await findState(app, question)
  if (!found) throw new AppError('notFound', noConversation)
  if (found.status === 'asked' || found.problem === chatTexts.expired) throw new AppError('timeout', chatTexts.expired)
  if (found.response === null) throw new AppError('unavailable', found.problem ?? chatTexts.trouble)
  const { response, notice, sources, cards } = found
  return { ...question, response, notice, sources, cards }
}

/** Why there is no answer, and what the knowledge base has on the question instead; not where staff switched it off. */
async function failureOf(
  app: App,
  error: unknown,
  { messageId }: StoredQuestion,
  request: FastifyRequest,
  reply: FastifyReply
) {
  const failure = prepareFailure(error instanceof Error ? error : new Error(String(error)), request, reply)
  const helps = error instanceof AppError && error.status >= 500 && error.message !== chatTexts.inactive
  const articles = helps ? await articlesFor(app.db, messageId).catch(() => []) : []
  return { ...failure, ...(articles.length > 0 && { articles }) }
}

/** The assistant, for visitors, clients and staff. */
export function register(app: App, { listener }: { listener: Listener }): void {
  registerQuestions(app, new Replies(app.db, listener))
  registerHistory(app)
  registerHandOver(app, ownerOf)
  registerProposals(app)
}

function registerQuestions(app: App, replies: Replies): void {
  app.addHook('preClose', async () => replies.close())

  /** Stores the question and waits for its answer; `settled` resolves with the answer or at the time limit. */
  async function ask(request: FastifyRequest<{ Body: ChatQuestion }>, delta: (text: string) => void) {
    const { message, key, leadId, sessionId = randomUUID() } = request.body
    if (unstorable(message)) throw invalid({ message: 'O texto enviado contém caracteres inválidos.' })
    if (key !== undefined && unstorable(key)) throw invalid({ key: 'O valor está em um formato inválido.' })
    const owner = ownerOf(request)
    const { address, each } = limits[owner.userId === null ? 'visitor' : 'person']
    await refuseTooManyOf(
      app,
      [
        { kind: 'chat each', whose: owner.userId ?? sessionId, ...each },
        { kind: 'chat address', whose: `${owner.audience} ${owner.network}`, ...address }
      ],
      chatTexts.tooMany
    )

    let stop = () => {}
    let settle = () => {}
    const settled = new Promise<void>(resolve => (settle = resolve))
    const timer = setTimeout(settle, app.config.chatWait)
    const end = () => {
      clearTimeout(timer)
      stop()
      settle()
    }
    try {
      const question = await app.db.everyCompany(async trx => {
        const stored = await storeQuestion(trx, app.config, owner, { message, sessionId, leadId, key: key ?? null })
        stop() // follows the question of a rolled-back attempt
        stop = replies.follow(stored.messageId, { delta, settled: settle })
        return stored
      })
      // The question of an earlier request may be answered already.
      if (key !== undefined && (await findState(app, question))?.status !== 'asked') settle()
      return { question, settled, end }
    } catch (error) {
      end()
      throw error
    }
  }

  app.post(
    '/api/chat',
    {
      bodyLimit: 256 * 1024,
      config: anybody,
      schema: { summary: 'Ask the assistant', body: ChatQuestion, response: { 200: ChatAnswer, '5xx': ChatFailure } }
    },
    async (request, reply) => {
      const { question, settled, end } = await ask(request, () => {})
      reply.raw.once('close', end)
      await settled.finally(end)
      return readAnswer(app, question).catch(async error =>
        reply.send((await failureOf(app, error, question, request, reply)) as never)
      )
    }
  )

  app.post(
    '/api/chat/stream',
    {
      config: anybody,
      schema: { summary: 'The same, streamed (text/event-stream)', body: ChatQuestion }
    },
    async (request, reply) => {
      const waiting: string[] = []
      let push = (text: string): void => void waiting.push(text)
      const { question, settled, end } = await ask(request, text => push(text))
      const raw = openEventStream(reply)
      const send = ({ event, data }: ChatEvent): void => {
        if (!raw.writableEnded && !raw.destroyed) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      }
      const beat = setInterval(() => raw.write(': \n\n'), heartbeat)
      raw.once('close', end)
      send({ event: 'session', data: { sessionId: question.sessionId } })
      push = text => send({ event: 'delta', data: { text } })
      for (const text of waiting) push(text)
      try {
        await settled
        send({ event: 'done', data: await readAnswer(app, question) })
      } catch (error) {
        const { articles } = await failureOf(app, error, question, request, reply)
        const { status, message } = error instanceof AppError ? error : { status: 500, message: chatTexts.trouble }
        send({ event: 'failure', data: { status, message, ...(articles && { articles }) } })
      } finally {
        clearInterval(beat)
        end()
        raw.end()
      }
    }
  )
}

function registerHistory(app: App): void {
  app.get(
    '/public/chat',
    {
      config: { access: 'public' },
      schema: { summary: 'The assistant’s name, greeting and starter questions', response: { 200: ChatInfo } }
    },
    async () => {
      const { assistantName: name, starterQuestions: questions } = await app.settings()
      return { name, greeting: chatTexts.greeting(name), questions }
    }
  )

  app.get(
    '/api/chat/history',
    {
      config: { access: 'session' },
      schema: { summary: 'One’s own conversations', querystring: ChatHistoryQuery, response: { 200: ChatHistory } }
    },
    async request => {
      const { limit = chatLimits.history.limit, offset = 0, sessionId } = request.query
      const page = { limit: Number(limit), offset: Number(offset), sessionId }
      return { data: await app.db.everyCompany(trx => listHistory(trx, request.actor, page)) }
    }
  )

  app.delete(
    '/api/chat/history/:sessionId',
    { config: { access: 'session' }, schema: { summary: 'Delete a conversation', params: ChatSessionParams } },
    async (request, reply) => {
      const deleted = await app.db.everyCompany(trx => deleteSession(trx, request.actor, request.params.sessionId))
      if (!deleted) throw new AppError('notFound', noConversation)
      return reply.status(204).send()
    }
  )

  app.put(
    '/api/chat/messages/:id/feedback',
    { config: anybody, schema: { summary: 'Say whether an answer helped', params: IdParams, body: ChatFeedback } },
    async (request, reply) => {
      const { feedback } = request.body
      const kept = await app.db.everyCompany(trx => setFeedback(trx, ownerOf(request), request.params.id, feedback))
      if (!kept) throw new AppError('notFound', noAnswer)
      return reply.status(204).send()
    }
  )
}
