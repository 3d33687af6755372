import type { Db } from '../../core/db.ts'
import type { Provider, ProviderProblem } from '../integrations/client.ts'
import type { Habits } from '../integrations/rules.ts'
import { askAgain } from './again.ts'
import type { PromptMessage, Reply, Shortfall, ToolOffer } from './ask.ts'
import { type Draft, titleOf } from './cards.ts'
import { type Performed, perform } from './propose.ts'
import { redact } from './redact.ts'
import { chatTexts } from './rules.ts'
import type { Viewer } from './viewer.ts'

/** Rounds of tool calls before the provider must answer. */
const maxRounds = 3

/** Cards of one answer: a person should read each of them. */
const maxCards = 3

type Conversation = {
  provider: Provider
  model: string
  /** For the whole answer, in milliseconds. */
  timeout: number
  /** When the person stops waiting, in milliseconds. */
  patience: number
  habits: Habits
  prompt: (mayAct: boolean) => PromptMessage[]
  db: Db
  viewer: Viewer | null
  offered: readonly ToolOffer[]
  onText: (text: string) => void
}

/** `sent`: the prompts, to estimate tokens where the provider does not count them. */
type Conversed = Pick<Reply, 'text' | 'tokens' | 'problem' | 'shortfall' | 'habits'> & {
  proposals: Draft[]
  sent: string
}

/**
 * Asks the provider until it answers: lookups run with the person's rights, actions become proposals. Without tool
 * calls this is a single call.
 */
export async function converse(conversation: Conversation): Promise<Conversed> {
  const { provider, model, timeout, patience, prompt, db, viewer, offered, onText } = conversation
  const until = Date.now() + timeout
  let { habits } = conversation
  let acting = viewer !== null && !habits.refused.includes('tools')
  let messages = prompt(acting)
  const proposals: Draft[] = []
  let text = ''
  let tokens = 0
  let refused: string | undefined

  const say = (more: string) => {
    text += more
    onText(more)
  }
  const askOnce = async (spent: boolean): Promise<Reply> => {
    // Loaded with the first question: the provider's library takes a tenth of an idle process's memory.
    const { askProvider } = await import('./ask.ts')
    const before = text
    const gap = before.trim() === '' ? '' : '\n\n'
    let started = false
    const tools = acting && { tools: { offered, spent } }
    const left = Math.max(1, until - Date.now())
    const reply = await askProvider(provider, { model, messages, habits, timeout: left, ...tools }, more => {
      onText(started ? more : gap + more)
      started = true
    })
    habits = reply.habits
    if (reply.text !== '') text = before + gap + reply.text
    return reply
  }
  const ask = (spent: boolean) => askAgain(() => askOnce(spent), Math.min(until, patience))
  const end = (problem: ProviderProblem | null, shortfall: Shortfall | null = null): Conversed => {
    if (proposals.length > 0) say(`${text.trim() && '\n\n'}${closing(proposals)}`)
    else if (text.trim() === '' && refused !== undefined) say(refused)
    const sent = messages.map(({ content }) => content).join('')
    const fine = proposals.length > 0 || text === refused
    return {
      text,
      tokens,
      problem: fine ? null : problem,
      shortfall: fine ? null : shortfall,
      proposals,
      habits,
      sent
    }
  }

  for (let round = 0; ; round++) {
    let reply = await ask(round >= maxRounds)
    if (reply.problem === 'tools') {
      acting = false
      messages = prompt(false)
      reply = await ask(false)
      if (!reply.problem) habits = { ...habits, refused: [...habits.refused, 'tools'] }
    }
    tokens += reply.tokens
    const { problem, shortfall } = reply
    if (shortfall) return end(null, shortfall)
    if (!viewer || problem || reply.calls.length === 0 || round >= maxRounds)
      return end(problem ?? (text.trim() === '' ? 'answer' : null))

    const results: Performed[] = []
    for (const call of reply.calls) {
      const result = await perform(db, viewer, call)
      results.push(keep(proposals, result))
    }
    refused = results.findLast(result => result.refused !== undefined)?.refused ?? refused
    if (results.every(({ draft }) => draft)) return end(null)
    messages = [
      ...messages,
      {
        role: 'assistant',
        content: reply.text || null,
        calls: reply.calls.map(call => ({ ...call, arguments: redact(call.arguments) || '{}' }))
      },
      ...reply.calls.map(({ id }, n) => ({
        role: 'tool' as const,
        content: redact(results[n]?.result ?? ''),
        callId: id
      }))
    ]
  }
}

/** Collects proposals without repetition, up to the limit. */
function keep(proposals: Draft[], result: Performed): Performed {
  if (!result.draft || proposals.some(each => JSON.stringify(each) === JSON.stringify(result.draft))) return result
  if (proposals.length >= maxCards) {
    const sentence = `Mostro no máximo ${maxCards} cartões por vez.`
    return { result: sentence, refused: sentence }
  }
  proposals.push(result.draft)
  return result
}

/** The text beside the cards. Ours, so that it never claims that something was done. */
function closing(proposals: readonly Draft[]): string {
  const { one, several, choose } = chatTexts.proposal
  const titles = proposals.map(titleOf)
  if (proposals.every(({ options }) => options.length > 0)) return choose
  return titles.length === 1 ? one(titles[0] ?? '') : several(titles)
}
