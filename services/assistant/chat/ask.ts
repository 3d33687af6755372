import OpenAI from 'openai'
import { AnswerTooLongError } from '../../core/outside.ts'
import { cut } from '../../core/rules.ts'
import { causes, openProvider, type Provider, type ProviderProblem, problemOf } from '../integrations/client.ts'
import type { Habits } from '../integrations/rules.ts'
import { namedIn, parametersFor, unusual } from './parameters.ts'
import type { noticeTexts } from './rules.ts'
import { Thoughts } from './thoughts.ts'

/** Why an answer is not whole: `filter` and `refusal` by the provider, `unfinished` where it only broke off. */
export type Shortfall = keyof typeof noticeTexts

/** A tool that the provider calls; its arguments are unchecked. */
export type ToolCall = { id: string; name: string; arguments: string }

export type PromptMessage =
  | { role: 'system' | 'user' | 'assistant'; content: string }
  | { role: 'assistant'; content: string | null; calls: ToolCall[] }
  | { role: 'tool'; content: string; callId: string }

export type ToolOffer = { name: string; description: string; parameters: Record<string, unknown> }

/**
 * `problem`: why there is no reply, or why it broke off; its text is what had arrived. `shortfall`: why the text is not
 * the whole answer. `retryAfter`: milliseconds after which the provider wishes to be asked again. `habits`: with what
 * the server was seen to do this time.
 */
export type Reply = {
  text: string
  calls: ToolCall[]
  tokens: number
  problem: ProviderProblem | null
  shortfall: Shortfall | null
  retryAfter: number | null
  habits: Habits
}

/** Characters kept of a reply. */
const longestReply = 20_000

/** More than any answer needs. */
const maxCalls = 8
const longestArguments = 8000

/** A count beyond this is no count. */
const maxTokens = 10_000_000

export type Asking = {
  model: string
  messages: readonly PromptMessage[]
  timeout: number
  habits: Habits
  /** The tools offered; `spent`: no more calls are allowed, it must answer. */
  tools?: { offered: readonly ToolOffer[]; spent: boolean }
}

/**
 * Asks for a reply and passes its text on as it arrives, without what the model thinks. A server that refuses a
 * parameter is asked without it. Never throws: a reply that breaks off has a problem and no calls.
 */
export async function askProvider(provider: Provider, asking: Asking, onText: (text: string) => void): Promise<Reply> {
  const signal = AbortSignal.timeout(asking.timeout)
  let habits = asking.habits
  for (;;) {
    const { reply, learned, refused } = await askOnce(provider, { ...asking, habits }, signal, onText)
    // Each refusal leaves fewer parameters to refuse.
    if (refused.length > 0) habits = { ...habits, refused: [...habits.refused, ...refused] }
    // Guesses are kept where they helped.
    else return { ...reply, habits: reply.problem ? asking.habits : { ...habits, ...learned } }
  }
}

/** `refused`: the parameters without which it is worth another try. */
type Tried = { reply: Omit<Reply, 'habits'>; learned: Partial<Habits>; refused: readonly string[] }

async function askOnce(
  provider: Provider,
  { model, messages, timeout, tools, habits }: Asking,
  signal: AbortSignal,
  onText: (text: string) => void
): Promise<Tried> {
  const calls: ToolCall[] = []
  let [text, refusal, refused] = ['', '', '']
  let tokens = 0
  let finish: string | null = null
  let learned: Partial<Habits> = {}
  const thoughts = new Thoughts(habits.thinksFirst, () => {
    text = ''
    learned = { thinksFirst: true }
  })
  const parameters = {
    ...(tools && !(tools.spent && habits.refused.includes('tool_choice')) && toolsOf(tools, habits)),
    ...parametersFor(habits)
  }

  /** Passes words on; false where the reply grows too long. */
  const say = (words: string): boolean => {
    const more = storable((text === '' ? words.trimStart() : words).slice(0, longestReply - text.length))
    text += more
    if (more) onText(more)
    return text.length < longestReply
  }
  const ended = (problem: ProviderProblem | null, shortfall: Shortfall | null = null): Tried => {
    say(thoughts.end())
    const whole = problem === null && shortfall === null
    const reply = { text, calls: whole ? calls : [], tokens, problem, shortfall, retryAfter: null }
    return { reply, learned, refused: [] }
  }
  const without = (names: readonly string[]): Tried => ({ ...ended('request'), refused: names })

  try {
    const openai = openProvider(provider, timeout, body => {
      refused = body
    })
    const body = { model, messages: messages.map(toMessage), ...parameters }
    for await (const { usage, choices } of chunksOf(openai, body, signal)) {
      if (Number.isSafeInteger(usage?.total_tokens)) tokens = Math.min(usage?.total_tokens ?? 0, maxTokens)
      const { delta, finish_reason } = choices?.[0] ?? {}
      if (finish_reason) finish = String(finish_reason)
      for (const piece of delta?.tool_calls ?? []) if (!gather(calls, piece)) return ended('answer')
      refusal += storable(delta?.refusal)
      if (!say(thoughts.add(storable(wordsOf(delta?.content))))) return ended(null, 'length')
    }
    // An aborted stream ends as if it were complete.
    if (signal.aborted) return ended('timeout')
    if (refusal !== '') say(refusal)
    const shortfall = refusal !== '' ? 'refusal' : shortfallOf(finish)
    const reply = ended(null, shortfall)
    const nothing = text === '' && calls.length === 0
    return nothing && (shortfall === null || shortfall === 'unfinished') ? ended('answer') : reply
  } catch (error) {
    if (signal.aborted) return ended('timeout')
    if (text !== '' && causes(error).some(cause => cause instanceof AnswerTooLongError)) return ended(null, 'length')
    if (isFiltered(error)) return ended(null, 'filter')
    const named = namedIn(refused, parameters)
    if (named) return without([named])
    if (tools && namesTools(error, refused)) return ended('tools')
    const problem = problemOf(error)
    const others = unusual.filter(name => name in parameters)
    if (problem === 'request' && others.length > 0) return without(others)
    if (problem === 'request' && tools) return ended('tools')
    const failed = ended(problem)
    return { ...failed, reply: { ...failed.reply, retryAfter: retryAfterOf(error) } }
  }
}

const toolsOf = ({ offered, spent }: NonNullable<Asking['tools']>, { refused }: Habits) => ({
  tools: offered.map(each => ({ type: 'function' as const, function: each })),
  ...(!refused.includes('tool_choice') && { tool_choice: spent ? ('none' as const) : ('auto' as const) })
})

/** The chunks of a reply; a server that does not stream gives one. */
async function* chunksOf(
  openai: OpenAI,
  body: OpenAI.ChatCompletionCreateParams,
  signal: AbortSignal
): AsyncGenerator<Pick<OpenAI.ChatCompletionChunk, 'choices' | 'usage'>> {
  if (body.stream) return yield* await openai.chat.completions.create(body, { signal })
  const { choices, usage } = await openai.chat.completions.create(body, { signal })
  yield {
    ...(usage && { usage }),
    choices: choices.map(({ message, finish_reason }) => ({ index: 0, delta: message as Delta, finish_reason }))
  }
}

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta

/** The words of a piece; some servers send a list of parts, of which some are thoughts. */
const wordsOf = (content: unknown): unknown =>
  Array.isArray(content)
    ? content.map(part => (part?.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('')
    : content

/** Servers have many words for the same ends. */
function shortfallOf(finish: string | null): Shortfall | null {
  if (finish === null || /error|insufficient|abort/i.test(finish)) return 'unfinished'
  if (/length|max_tokens/i.test(finish)) return 'length'
  return /filter|safety|recitation|block|prohibited|refus/i.test(finish) ? 'filter' : null
}

/** Some providers filter the question, and refuse it. */
const isFiltered = (error: unknown): boolean =>
  error instanceof OpenAI.APIError &&
  (/^content_(filter|policy_violation)$/.test(String(error.code)) ||
    (error.status === 400 && /content (management )?policy/i.test(error.message)))

/** Milliseconds after which the provider wishes to be asked again (RFC 9110, 10.2.3). */
function retryAfterOf(error: unknown): number | null {
  const said = error instanceof OpenAI.APIError ? error.headers?.get('retry-after') : null
  if (!said) return null
  const wait = /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return wait >= 0 ? wait : null
}

function toMessage(message: PromptMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (!('calls' in message)) return message
  const { role, content, calls } = message
  return {
    role,
    content,
    tool_calls: calls.map(({ id, name, arguments: json }) => ({
      id,
      type: 'function',
      function: { name, arguments: json }
    }))
  }
}

type Piece = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall

/** Adds a piece of a streamed call; false where the call grows too large. Some servers send no index. */
function gather(calls: ToolCall[], { index, id, function: part }: Piece): boolean {
  const place = index ?? (id || part?.name ? calls.length : calls.length - 1)
  if (!Number.isInteger(place) || place < 0 || place > calls.length || place >= maxCalls) return false
  const call = calls[place] ?? { id: '', name: '', arguments: '' }
  calls[place] = call
  call.id ||= cut(storable(id), 100) || `call_${place}`
  call.name ||= cut(storable(part?.name), 64)
  call.arguments += storable(part?.arguments)
  return call.arguments.length <= longestArguments
}

/** Servers without tools report it in many ways, most as a malformed request. */
const namesTools = (error: unknown, refused: string): boolean =>
  error instanceof OpenAI.APIError &&
  error.status !== undefined &&
  ![401, 403, 429].includes(error.status) &&
  /\b(tools?|tool_choice|functions?|function.call\w*)\b/i.test(`${refused} ${error.message} ${error.param ?? ''}`)

/** PostgreSQL accepts neither NUL nor lone surrogates. */
const storable = (text: unknown): string => (typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed() : '')
