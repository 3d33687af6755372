import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'

export const goodKey = 'sk-test-0123456789-abcd'

/** The server's behaviour instead of a proper answer. */
export type Fault =
  | 'none'
  | 'key'
  | 'forbidden'
  | 'quota'
  | 'rate'
  | 'rateOnce'
  | 'model'
  | 'hang'
  | 'hangMidway'
  | 'cut'
  | 'error'
  | 'html'
  | 'huge'
  | 'redirect'
  | 'noTools'

export type ChatCall = {
  model: string
  messages: { role: string; content: string; tool_calls?: unknown[]; tool_call_id?: string }[]
  authorization: string
  tools?: { function: { name: string; parameters: object } }[]
  tool_choice?: string
  /** The names of all that was sent. */
  parameters: string[]
}

/** The calls that the model asks for; arguments that are no object are sent as they stand. */
export type Wanted = {
  text?: string
  calls?: { name: string; arguments: object | string }[]
  /** How the text is cut; otherwise word by word. */
  pieces?: string[]
  /** The model's thoughts, in a field of their own. */
  reasoning?: string
  refusal?: string
  /** Null: the stream ends without a word on why. */
  finish?: string | null
}

export type OpenAiPeer = {
  /** As OPENAI_BASE_URL. */
  url: string
  /** Chat completions that were asked for, faults included. */
  calls: ChatCall[]
  fault: Fault
  /** Milliseconds before the first word and between words. */
  delay: number
  /** Parameters that it takes for mistakes, and whether it says which. */
  refuses: { parameters: string[]; how: 'message' | 'fields' | 'silent' }
  /** Sent with the next limits of the moment. */
  retryAfter: string | null
  /** Makes the answer; the default repeats the question. */
  reply(call: ChatCall): string | Wanted
  close(): Promise<void>
}

type Failure = { status: number; code: string | null; message: string; type?: string }

const failures: Partial<Record<Fault, Failure>> = {
  key: { status: 401, code: 'invalid_api_key', message: `Incorrect API key provided: ${goodKey}.` },
  forbidden: { status: 403, code: null, message: 'You have insufficient permissions for this operation.' },
  quota: {
    status: 429,
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
    type: 'insufficient_quota'
  },
  rate: { status: 429, code: 'rate_limit_exceeded', message: 'Rate limit reached.' },
  rateOnce: { status: 429, code: 'rate_limit_exceeded', message: 'Rate limit reached.' },
  model: { status: 404, code: 'model_not_found', message: 'The model does not exist.' },
  noTools: { status: 400, code: null, message: 'registry.ollama.ai/library/small does not support tools' },
  error: { status: 500, code: null, message: 'The server had an error.' }
}

/** A small server that speaks the provider's protocol, streaming included, and fails on request. */
export async function startOpenAi(): Promise<OpenAiPeer> {
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const peer: OpenAiPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: [],
    fault: 'none',
    delay: 0,
    refuses: { parameters: [], how: 'message' },
    retryAfter: null,
    reply: ({ messages }) => `Resposta: ${messages.at(-1)?.content}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const authorization = request.headers.authorization ?? ''
    const completion = request.url === '/v1/chat/completions'
    const body = completion ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const { model, messages, tools, tool_choice } = body
    const parameters = Object.keys(body)
    const call: ChatCall = { model, messages, authorization, parameters, ...(tools && { tools, tool_choice }) }
    if (completion) peer.calls.push(call)
    const { fault } = peer
    if (fault === 'rateOnce') peer.fault = 'none'
    const refuse = ({ status, code, message, type = 'invalid_request_error' }: Failure) => {
      if (status === 429 && peer.retryAfter !== null) response.setHeader('retry-after', peer.retryAfter)
      json(response, status, { error: { message, type, code, param: null } })
    }

    if (fault === 'hang') return
    if (fault === 'redirect') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bem-vindo</h1>')
    if (authorization !== `Bearer ${goodKey}`) return refuse(failures.key as Failure)
    const failure = failures[fault]
    // A restricted key may not list models, and may answer.
    const harmless = (fault === 'forbidden' && completion) || (fault === 'noTools' && !tools)
    if (failure && !harmless) return refuse(failure)
    if (request.url === '/v1/models')
      return json(response, 200, { object: 'list', data: [{ id: 'small', object: 'model' }] })
    if (!completion) return refuse({ status: 404, code: null, message: 'Unknown request URL' })
    const refused = peer.refuses.parameters.find(each => parameters.includes(each))
    if (refused && peer.refuses.how === 'fields')
      return json(response, 422, {
        detail: [{ type: 'extra_forbidden', loc: ['body', refused], msg: 'Not permitted' }]
      })
    if (refused)
      return refuse({
        status: 400,
        code: null,
        message: peer.refuses.how === 'silent' ? 'Bad request' : `Unsupported parameter: '${refused}'.`
      })
    const reply = fault === 'huge' ? 'x'.repeat(10 * 1024 * 1024) : peer.reply(call)
    const wanted: Wanted = typeof reply === 'string' ? { text: reply } : reply
    const { calls = [], pieces, reasoning, refusal } = wanted
    const text = pieces?.join('') ?? wanted.text ?? ''
    const finish = wanted.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : wanted.finish
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    if (!body.stream)
      return json(response, 200, {
        id: 'c',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
        usage
      })

    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const event = (data: object) =>
      response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...data })}\n\n`)
    const delta = (more: object) => event({ choices: [{ index: 0, delta: more, finish_reason: null }] })
    const words = pieces ?? (fault === 'huge' ? text.match(/.{1,65536}/g) : text.match(/\S+\s*/g)) ?? []
    if (reasoning) delta({ content: null, reasoning_content: reasoning, reasoning })
    for (const [n, word] of words.entries()) {
      if (peer.delay > 0) await pass(peer.delay)
      delta({ content: word })
      if (n === 0 && fault === 'hangMidway') return
      if (n === 1 && fault === 'cut') {
        await pass(20)
        return void response.destroy()
      }
    }
    for (const [index, { name, arguments: input }] of calls.entries()) {
      const piece = (tool: object) => delta({ tool_calls: [{ index, ...tool }] })
      piece({ id: `call_${peer.calls.length}_${index}`, type: 'function', function: { name, arguments: '' } })
      const whole = typeof input === 'string' ? input : JSON.stringify(input)
      for (const part of whole.match(/[\s\S]{1,7}/g) ?? []) piece({ function: { arguments: part } })
    }
    if (refusal) delta({ refusal })
    if (finish !== null) event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
    event({ choices: [], usage })
    response.end('data: [DONE]\n\n')
  }

  return peer
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
