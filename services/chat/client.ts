import OpenAI from 'openai'
import type { Config } from '../core/config.ts'
import { ForbiddenAddressError, safeFetch } from '../core/outside.ts'
import { cut } from '../core/rules.ts'
import { keyTexts } from '../integrations/rules.ts'
import type { ConnectionResult } from '../integrations/schema.ts'

/**
 * Why the provider did not answer. `answer`: its answer could not be understood; `tools`: it does not support tools.
 */
export type ProviderProblem =
  | 'key'
  | 'permission'
  | 'credit'
  | 'rate'
  | 'model'
  | 'address'
  | 'inside'
  | 'timeout'
  | 'unreachable'
  | 'server'
  | 'answer'
  | 'tools'

/** Far more than any reply has. */
const maxBytes = 1024 * 1024

export type Provider = {
  apiKey: string
  baseUrl: string
  /** The address comes from the configuration or a stored integration, so it may be internal. */
  trusted: boolean
}

/** The answer was HTML, as from a proxy or a wrong address. */
class NotJsonError extends Error {}

/**
 * Opens the only connection to the provider. Errors it throws must not be shown or logged as they are: they may quote
 * the key.
 */
function openProvider({ apiKey, baseUrl, trusted }: Provider, timeout: number): OpenAI {
  const call = safeFetch({ trusted, maxBytes })
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout,
    maxRetries: 0,
    // Otherwise the library reads these from the environment.
    organization: null,
    project: null,
    logLevel: 'off',
    fetch: async (input, init) => {
      const answer = await call(input, init)
      if (answer.ok && /^text\/html/i.test(answer.headers.get('content-type') ?? '')) {
        await answer.body?.cancel()
        throw new NotJsonError()
      }
      return answer
    }
  })
}

const causes = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causes(error.cause)] : [error]

/** A connection that broke within the answer, or spoke no HTTP. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(E[A-Z]{3,}|HPE_\w+)$/.test(String(error.code))

/** Why a call failed. */
export function problemOf(error: unknown): ProviderProblem {
  const chain = causes(error)
  if (chain.some(cause => cause instanceof ForbiddenAddressError)) return 'inside'
  if (chain.some(cause => cause instanceof NotJsonError)) return 'answer'
  if (
    error instanceof OpenAI.APIConnectionTimeoutError ||
    error instanceof OpenAI.APIUserAbortError ||
    chain.some(cause => cause instanceof Error && /^(Abort|Timeout)Error$/.test(cause.name))
  )
    return 'timeout'
  if (error instanceof OpenAI.APIConnectionError) return 'unreachable'
  if (error instanceof OpenAI.APIError) return problemOfAnswer(error)
  return chain.some(isOfNetwork) ? 'unreachable' : 'answer'
}

function problemOfAnswer({
  status,
  code,
  type,
  param,
  message
}: InstanceType<typeof OpenAI.APIError>): ProviderProblem {
  if (code === 'insufficient_quota' || type === 'insufficient_quota' || code === 'billing_hard_limit_reached')
    return 'credit'
  if (code === 'model_not_found' || (status === 404 && /model/i.test(message)) || (status === 400 && param === 'model'))
    return 'model'
  if (status === 401 || code === 'invalid_api_key') return 'key'
  if (status === 403) return 'permission'
  if (status === 429) return 'rate'
  if (status === 404 || status === 405 || (status && status >= 300 && status < 400)) return 'address'
  // Errors within a stream have no status.
  return status === undefined || status >= 500 ? 'server' : 'answer'
}

const testTexts: Record<ProviderProblem, string> = {
  key: 'a chave de API é inválida.',
  permission: 'a chave de API não tem permissão para este uso.',
  credit: 'a conta está sem crédito ou passou do limite contratado.',
  rate: 'muitas chamadas seguidas. Aguarde um momento e tente novamente.',
  model: 'o modelo configurado não existe ou não está disponível para esta chave.',
  address: 'o endereço não é o de um serviço compatível.',
  inside: 'este endereço é de uma rede interna e não pode ser testado daqui.',
  timeout: 'o serviço não respondeu a tempo.',
  unreachable: 'não foi possível chegar ao serviço.',
  server: 'o serviço está com problemas. Tente novamente mais tarde.',
  answer: 'o endereço não é o de um serviço compatível.',
  tools: 'o modelo não aceita ferramentas.'
}

const testTimeout = 10_000

/**
 * Tests a key by listing models, which costs nothing. A key without that permission is tested with a reply of one
 * token.
 */
export async function testConnection(config: Pick<Config, 'openai'>, provider: Provider): Promise<ConnectionResult> {
  const timeout = Math.min(testTimeout, config.openai.timeout)
  const openai = openProvider({ ...provider, apiKey: provider.apiKey.trim() }, timeout)
  const signal = AbortSignal.timeout(timeout)
  try {
    try {
      const models = await openai.models.list({ signal })
      if (!Array.isArray(models.data)) return failed('answer')
    } catch (error) {
      if (problemOf(error) !== 'permission') throw error
      await openai.chat.completions.create(
        { model: config.openai.model, messages: [{ role: 'user', content: 'Oi' }], max_completion_tokens: 1 },
        { signal }
      )
    }
    return { success: true, message: keyTexts.testSucceeded }
  } catch (error) {
    return failed(problemOf(error))
  }
}

const failed = (problem: ProviderProblem): ConnectionResult => ({
  success: false,
  message: `${keyTexts.testFailed}: ${testTexts[problem]}`
})

/** A tool that the provider calls; its arguments are unchecked. */
export type ToolCall = { id: string; name: string; arguments: string }

export type PromptMessage =
  | { role: 'system' | 'user' | 'assistant'; content: string }
  | { role: 'assistant'; content: string | null; calls: ToolCall[] }
  | { role: 'tool'; content: string; callId: string }

export type ToolOffer = { name: string; description: string; parameters: Record<string, unknown> }

/** `problem`: why the reply broke off; its text is what had arrived. */
export type Reply = { text: string; calls: ToolCall[]; tokens: number; problem: ProviderProblem | null }

/** Characters kept of a reply. */
const longestReply = 20_000

/** More than any answer needs. */
const maxCalls = 8
const longestArguments = 8000

export type Asking = {
  model: string
  messages: readonly PromptMessage[]
  timeout: number
  /** The tools offered; `spent`: no more calls are allowed, it must answer. */
  tools?: { offered: readonly ToolOffer[]; spent: boolean }
}

/**
 * Asks for a reply and passes its text on as it arrives. Never throws: a reply that breaks off has a problem and no
 * calls.
 */
export async function askProvider(provider: Provider, asking: Asking, onText: (text: string) => void): Promise<Reply> {
  const { model, messages, timeout, tools } = asking
  const signal = AbortSignal.timeout(timeout)
  const calls: ToolCall[] = []
  let text = ''
  let tokens = 0
  const ended = (problem: ProviderProblem | null): Reply => ({ text, calls: problem ? [] : calls, tokens, problem })
  try {
    const stream = await openProvider(provider, timeout).chat.completions.create(
      {
        model,
        messages: messages.map(toMessage),
        ...(tools && {
          tools: tools.offered.map(each => ({ type: 'function' as const, function: each })),
          tool_choice: tools.spent ? ('none' as const) : ('auto' as const)
        }),
        stream: true,
        stream_options: { include_usage: true },
        max_completion_tokens: 2000
      },
      { signal }
    )
    for await (const chunk of stream) {
      if (chunk.usage) tokens = chunk.usage.total_tokens
      const delta = chunk.choices?.[0]?.delta
      for (const piece of delta?.tool_calls ?? []) if (!gather(calls, piece)) return ended('answer')
      const more = storable(storable(delta?.content).slice(0, longestReply - text.length))
      if (!more) continue
      text += more
      onText(more)
      if (text.length >= longestReply) return ended('answer')
    }
    // An aborted stream ends as if it were complete.
    if (signal.aborted) return ended('timeout')
    return ended(text.trim() === '' && calls.length === 0 ? 'answer' : null)
  } catch (error) {
    if (signal.aborted) return ended('timeout')
    return ended(tools && refusesTools(error) ? 'tools' : problemOf(error))
  }
}

function toMessage(message: PromptMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (!('calls' in message)) return message
  const { role, content, calls } = message
  return {
    role,
    content,
    tool_calls: calls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: given }
    }))
  }
}

type Piece = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall

/** Adds a piece of a streamed call; false where the call grows too large. Some servers send no index. */
function gather(calls: ToolCall[], { index, id, function: given }: Piece): boolean {
  const place = index ?? (id || given?.name ? calls.length : calls.length - 1)
  if (!Number.isInteger(place) || place < 0 || place > calls.length || place >= maxCalls) return false
  const call = calls[place] ?? { id: '', name: '', arguments: '' }
  calls[place] = call
  call.id ||= cut(storable(id), 100) || `call_${place}`
  call.name ||= cut(storable(given?.name), 64)
  call.arguments += storable(given?.arguments)
  return call.arguments.length <= longestArguments
}

/** Servers without tools report it in many ways, most as a malformed request. */
function refusesTools(error: unknown): boolean {
  if (!(error instanceof OpenAI.APIError) || error.status === undefined || [401, 403, 429].includes(error.status))
    return false
  const named = /\b(tools?|tool_choice|functions?|function.call\w*)\b/i.test(`${error.message} ${error.param ?? ''}`)
  return named || (problemOf(error) === 'answer' && [400, 422, 501].includes(error.status))
}

/** PostgreSQL accepts neither NUL nor lone surrogates. */
const storable = (text: unknown): string => (typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed() : '')
