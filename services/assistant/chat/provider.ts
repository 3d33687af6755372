import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import type { Provider, ProviderProblem } from '../integrations/client.ts'
import type { Habits } from '../integrations/rules.ts'
import { habitsOf, noteHabits, readableKey, type Service } from '../integrations/service.ts'
import { chatTexts } from './rules.ts'

/** The texts for the person about a problem of the provider. */
export const problemTexts: Record<ProviderProblem, string> = {
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
  answer: chatTexts.trouble,
  tools: chatTexts.trouble,
  request: chatTexts.settings,
  long: chatTexts.tooLong
}

type Chosen = { refused: string } | { service: Service; model: string; provider: Provider; habits: Habits }

/** The provider to call, or why none is called. */
export function providerOf(config: Config, service: Service | undefined): Chosen {
  const key = service && readableKey(config, service)
  if (!service || !key) return { refused: chatTexts.keyMissing }
  if (service.status !== 'active') return { refused: chatTexts.inactive }
  if (service.monthly_token_cap !== null && service.tokens >= service.monthly_token_cap)
    return { refused: chatTexts.noCredit }
  const model = service.model ?? config.openai.model
  const provider = { apiKey: key, baseUrl: service.base_url ?? config.openai.baseUrl, trusted: true }
  return { service, model, provider, habits: habitsOf(service, nameOf(provider, model)) }
}

const nameOf = ({ baseUrl }: Provider, model: string): string => `${baseUrl} ${model}`

/** Remembers what the server was seen to do, where that is new. */
export async function learn(
  db: Db,
  { service, provider, model, habits }: Exclude<Chosen, { refused: string }>,
  seen: Habits
) {
  if (isDeepStrictEqual(seen, habits)) return
  await db.everyCompany(trx => noteHabits(trx, service, nameOf(provider, model), seen))
}

/** An estimate of a text's tokens, where the provider does not count them. */
export const estimate = (text: string): number => Math.ceil(text.length / 4)
