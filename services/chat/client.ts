import OpenAI from 'openai'
import type { Config } from '../core/config.ts'
import { ForbiddenAddressError, outsideFetch } from '../core/outside.ts'
import { keyTexts } from '../integrations/rules.ts'
import type { ConnectionResult } from '../integrations/schema.ts'

/** What keeps the provider from answering. `answer`: it answered what cannot be understood. */
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

/** Far more than any reply has. */
const maxBytes = 1024 * 1024

export type Provider = {
  apiKey: string
  baseUrl: string
  /** The address is one of the configuration or of a stored integration, so it may be an internal one. */
  trusted: boolean
}

/** The answer was a page for people, as proxies and wrong addresses give. */
class NotJsonError extends Error {}

/** The one way to the provider. Nothing that it throws is to be shown or logged as it is: errors may quote the key. */
function openProvider({ apiKey, baseUrl, trusted }: Provider, timeout: number): OpenAI {
  const call = outsideFetch({ trusted, maxBytes })
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout,
    maxRetries: 0,
    // Not from the environment, which is read in one place only.
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

/** Says in our own words why a call failed. */
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
  return 'answer'
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
  // An error within a stream has no status.
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
  answer: 'o endereço não é o de um serviço compatível.'
}

const testTimeout = 10_000

/**
 * Tries a key by listing models, which costs nothing. A key that may not do that is tried with a reply of one token.
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

export type PromptMessage = { role: 'system' | 'user' | 'assistant'; content: string }

/** `problem`: why it ended before its time; the text is then what had come. */
export type Reply = { text: string; tokens: number; problem: ProviderProblem | null }

/** Characters of a reply; what is beyond is not kept. */
const longestReply = 20_000

/** Asks for a reply and passes its text on as it comes. Never throws: a reply that breaks off is a reply with a problem. */
export async function askProvider(
  provider: Provider,
  { model, messages, timeout }: { model: string; messages: PromptMessage[]; timeout: number },
  onText: (text: string) => void
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeout)
  let text = ''
  let tokens = 0
  try {
    const stream = await openProvider(provider, timeout).chat.completions.create(
      { model, messages, stream: true, stream_options: { include_usage: true }, max_completion_tokens: 2000 },
      { signal }
    )
    for await (const chunk of stream) {
      if (chunk.usage) tokens = chunk.usage.total_tokens
      const more = storable(chunk.choices?.[0]?.delta?.content ?? '')
      if (!more) continue
      text += more.slice(0, longestReply - text.length)
      if (text.length >= longestReply) return { text, tokens, problem: 'answer' }
      onText(more)
    }
    // An aborted stream ends as if it were complete.
    if (signal.aborted) return { text, tokens, problem: 'timeout' }
    return { text, tokens, problem: text.trim() === '' ? 'answer' : null }
  } catch (error) {
    return { text, tokens, problem: signal.aborted ? 'timeout' : problemOf(error) }
  }
}

/** PostgreSQL takes neither NUL nor halves of characters. */
const storable = (text: unknown): string => (typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed() : '')
