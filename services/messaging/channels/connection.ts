import type { Config } from '../../core/config.ts'
import { adapters } from './adapters.ts'
import { isProviderError, RefusedError } from './errors.ts'
import { type Channel, type Tested, tokenOf } from './queries.ts'
import { channelTexts } from './rules.ts'

/** Reads the number or account from the provider with the stored token. Never throws for an answer of the provider. */
export async function testChannel(
  config: Config,
  channel: Pick<Channel, 'id' | 'kind' | 'account' | 'token'>
): Promise<Tested> {
  if (channel.account === null || tokenOf(config, channel) === null)
    return { error: channelTexts.notConfigured, problem: null }
  try {
    return await adapters[channel.kind].test({ config, channel })
  } catch (error) {
    if (!isProviderError(error)) throw error
    return { error: error.text, problem: error instanceof RefusedError ? error.problem : null }
  }
}
