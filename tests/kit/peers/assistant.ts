import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type {
  ChatAnswer,
  ChatEvent,
  ChatHistoryItem,
  ChatInfo,
  ChatQuestion
} from '../../../services/assistant/chat/schema.ts'
import type { ConnectionResult, Integration } from '../../../services/assistant/integrations/schema.ts'

export type Asked = ChatQuestion & { path: string }
type Reply =
  | { text: string; notice: string }
  | { text: string }
  | { status: number; body: object }
  | 'cut'
  | 'hang'
  | { failure: string; status: number }

export const info: ChatInfo = {
  name: 'Lia',
  greeting: 'Olá, eu sou a **Lia**. Como posso ajudar?',
  questions: [
    'O que a Prosa faz?',
    'Quanto custa cada plano?',
    'Como funciona o teste grátis?',
    'Como recebo leads pelo formulário?',
    'Posso usar com a minha equipe?'
  ]
}

const id = (n: number) => n.toString(16).padStart(24, '0')

/** An article as the knowledge base keeps it. */
export type Article = { id: string; title: string; body: string; audiences: string[]; active: boolean }

/**
 * The assistant's back end as its contract describes it, in front of a site that serves everything else. It keeps the
 * questions; its answers can be chosen.
 */
export async function openAssistant(site: string, port = 0) {
  const state = {
    questions: [] as Asked[],
    reply: { text: 'Há **quatro planos**:\n- Básico\n- Profissional\n\nVeja https://example.com/planos.' } as Reply,
    history: [] as ChatHistoryItem[],
    historyFails: false,
    messagesFail: false,
    feedback: [] as unknown[],
    persons: [] as unknown[],
    test: { success: true, message: 'Conexão estabelecida com sucesso!' } as ConnectionResult,
    tested: [] as unknown[],
    saved: [] as { method: string; path: string; body: unknown }[],
    integrations: [] as Integration[],
    articles: [] as Article[]
  }
  let counter = 1

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', site)
    const ours = /^\/(public\/chat|api\/chat|api\/admin\/(integrations|articles))(\/|$)/
    if (!ours.test(pathname)) return pass(incoming, outgoing)
    const { method = 'GET' } = incoming
    const body = await read(incoming)
    const json = (value: unknown, status = 200, headers = {}): void => {
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      outgoing.end(value === undefined ? '' : JSON.stringify(value))
    }

    if (pathname === '/public/chat') return json(info)
    if (pathname === '/api/chat' || pathname === '/api/chat/stream') return answer(pathname, body, outgoing, json)
    if (pathname === '/api/chat/test-connection') {
      state.tested.push(body)
      return json(state.test)
    }
    if (pathname === '/api/chat/person') {
      state.persons.push(body)
      return json({ message: 'Avisamos a equipe. Você recebe a resposta por e-mail.' })
    }
    if (pathname.endsWith('/feedback')) {
      state.feedback.push(body)
      return json({})
    }
    if (pathname.startsWith('/api/chat/history')) {
      const named = searchParams.get('sessionId')
      if (method === 'DELETE') {
        state.history = state.history.filter(({ sessionId }) => !pathname.endsWith(sessionId))
        return json(undefined, 204)
      }
      if (named ? state.messagesFail : state.historyFails) return json({ message: 'Falhou' }, 500)
      return json({ data: state.history.filter(({ sessionId }) => !named || sessionId === named) })
    }
    if (pathname.startsWith('/api/admin/articles')) return articles(method, pathname, body, json)
    if (method === 'GET') return json(state.integrations)
    state.saved.push({ method, path: pathname, body })
    const integration = state.integrations.find(each => pathname.includes(each.id))
    if (integration) Object.assign(integration, method === 'PATCH' ? body : { configured: true, last4: '1234' })
    json(integration ?? {}, method === 'POST' ? 201 : 200)
  }

  function articles(
    method: string,
    path: string,
    body: unknown,
    json: (value: unknown, status?: number, headers?: object) => void
  ) {
    const article = state.articles.find(each => path.endsWith(each.id))
    if (method === 'POST') {
      const made = { ...(body as Article), id: id(counter++) }
      state.articles.push(made)
      return json(made, 201)
    }
    if (article && method === 'DELETE') state.articles = state.articles.filter(each => each !== article)
    if (article && method === 'PUT') Object.assign(article, body)
    if (article) return json(article)
    if (!path.endsWith('/articles')) return json({ code: 'not_found', message: 'Artigo não encontrado' }, 404)
    const { length } = state.articles
    json(state.articles, 200, { 'Content-Range': `articles 0-${length}/${length}` })
  }

  async function answer(
    path: string,
    body: unknown,
    outgoing: ServerResponse,
    json: (value: unknown, status?: number) => void
  ) {
    const question = body as ChatQuestion
    state.questions.push({ ...question, path })
    const { reply } = state
    if (reply === 'hang') return
    const stream = path.endsWith('stream')
    if (reply !== 'cut' && 'body' in reply) return json(reply.body, reply.status)
    const write = ({ event, data }: ChatEvent) => outgoing.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const text = reply === 'cut' ? 'Resposta inteira.' : 'text' in reply ? reply.text : ''
    const answered: ChatAnswer = {
      response: text,
      notice: reply !== 'cut' && 'notice' in reply ? reply.notice : null,
      sessionId: question.sessionId ?? 'sessao-nova-1',
      messageId: id(counter++),
      sources: [{ id: id(999), title: 'Planos e preços' }],
      cards: []
    }
    if (!stream) return json(answered)
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' })
    write({ event: 'session', data: { sessionId: answered.sessionId } })
    if (reply !== 'cut' && 'failure' in reply) {
      write({ event: 'failure', data: { status: reply.status, message: reply.failure } })
      outgoing.end()
      return
    }
    for (const piece of text.match(/[\s\S]{1,12}/g) ?? []) {
      await new Promise(resolve => setTimeout(resolve, 60))
      write({ event: 'delta', data: { text: piece } })
      if (reply === 'cut') return void outgoing.destroy()
    }
    write({ event: 'done', data: answered })
    outgoing.end()
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers } = incoming
    const onward = request(new URL(incoming.url ?? '/', site), { method, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, state, close }
}

async function read(incoming: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of incoming) text += chunk
  return text === '' ? undefined : JSON.parse(text)
}
