import type { Config } from '../core/config.ts'
import { cut } from '../core/rules.ts'
import { callGraph, GraphError, GraphUnreachableError } from './graph.ts'
import { meaningOf } from './graphErrors.ts'
import { type Channel, type Tested, tokenOf } from './queries.ts'
import { channelTexts } from './rules.ts'

const whatsappFields =
  'id,display_phone_number,verified_name,quality_rating,throughput,whatsapp_business_manager_messaging_limit'

/** Milliseconds that a person waits for a live test. */
const patience = 10_000

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? cut(value, 200) : null)

/** Reads the number or account from the provider with the stored token. Never throws for what the provider says. */
export async function testChannel(config: Config, channel: Channel): Promise<Tested> {
  const token = tokenOf(config, channel)
  if (channel.account === null || token === null) return { error: channelTexts.notConfigured, problem: null }
  const whatsapp = channel.kind === 'whatsapp'
  try {
    const answer = await callGraph(config, {
      kind: channel.kind,
      token,
      path: whatsapp ? channel.account : 'me',
      query: { fields: whatsapp ? whatsappFields : 'user_id,username,name' },
      timeout: patience
    })
    if (!whatsapp) {
      const account = text(answer.user_id) ?? text(answer.id)
      if (account !== channel.account)
        return { error: 'O token é de outra conta do Instagram. Confira o número da conta.', problem: null }
      return { address: text(answer.username), name: text(answer.name) ?? text(answer.username) }
    }
    return {
      address: text(answer.display_phone_number),
      name: text(answer.verified_name),
      quality: text(answer.quality_rating),
      messagingLimit: text(answer.whatsapp_business_manager_messaging_limit),
      throughput: text((answer.throughput as { level?: unknown } | undefined)?.level)
    }
  } catch (error) {
    if (error instanceof GraphUnreachableError) return { error: error.text, problem: null }
    if (error instanceof GraphError) return { error: error.text, problem: problemOf(error) }
    throw error
  }
}

/** What a refusal says of the channel as a whole; null where it is about what was asked. */
export function problemOf({ failure }: GraphError): Channel['problem'] {
  const { remedy } = meaningOf(failure)
  if (remedy === 'reauthorize') return 'token'
  return remedy === 'blocked' || remedy === 'permission' ? remedy : null
}
