import OpenAI from 'openai'
import type { Config } from '../../core/config.ts'
import { ForbiddenAddressError, safeFetch } from '../../core/outside.ts'
import { keyTexts } from './rules.ts'
import type { ConnectionResult } from './schema.ts'

/**
 * Why the provider did not answer. `answer`: its answer could not be understood; `tools`: it does not support tools;
 * `request`: it refuses how it was asked; `long`: the conversation is too long for the model.
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
  | 'request'
  | 'long'

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

/** States of an answer that refuses how it was asked. */
const refusals = [400, 422, 501]

/**
 * Opens the only connection to the provider. Errors it throws must not be shown or logged as they are: they may quote
 * the key.
 */
export function openProvider(
  { apiKey, baseUrl, trusted }: Provider,
  timeout: number,
  onRefusal: (body: string) => void = () => {}
): OpenAI {
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
      if (!refusals.includes(answer.status)) return answer
      // The library keeps only what has the provider's own form.
      const body = await answer.text()
      onRefusal(body)
      return new Response(body, answer)
    }
  })
}

/** An error and the errors behind it. */
export const causes = (error: unknown): unknown[] =>
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
  if (code === 'context_length_exceeded' || (status === 400 && /context (length|window|size)/i.test(message)))
    return 'long'
  if (status === 401 || code === 'invalid_api_key') return 'key'
  if (status === 403) return 'permission'
  if (status === 429) return 'rate'
  if (status === 404 || status === 405 || (status && status >= 300 && status < 400)) return 'address'
  // Errors within a stream have no status.
  if (status === undefined || status >= 500) return 'server'
  return refusals.includes(status) ? 'request' : 'answer'
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
  tools: 'o modelo não aceita ferramentas.',
  request: 'o serviço não aceitou o pedido.',
  long: 'o pedido é longo demais para o modelo.'
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
      await openai.chat.completions
        .create(
          { model: config.openai.model, messages: [{ role: 'user', content: 'Oi' }], max_completion_tokens: 1 },
          { signal }
        )
        .catch(refusal => {
          // A server that knows the parameter by another name has accepted the key.
          if (problemOf(refusal) !== 'request') throw refusal
        })
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
