import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { ProviderWords } from '../channels/channelRules.ts'
import { type ChannelState, channelRules, stateOf } from '../channels/rules.ts'
import type {} from '../channels/tables.ts'
import { blockedText, windowOf } from './rules.ts'
import type { Conversation } from './schema.ts'
import type {} from './tables.ts'

/** Why nothing can be sent by a channel now, by its state. */
const offTexts: Record<Exclude<ChannelState, 'active' | 'attention'>, (provider: ProviderWords) => string> = {
  missing: () => 'O canal ainda não está configurado.',
  inactive: () => 'O canal está desligado. Ligue-o nas configurações para responder.',
  reauthorize: () => 'O canal precisa ser conectado de novo: o token venceu ou foi revogado.',
  permission: () => 'O canal está sem permissão para enviar. Veja nas configurações o que falta.',
  blocked: ({ The }) => `${The} bloqueou o canal. Veja nas configurações o que fazer.`
}

/**
 * The channel by which a person is answered now. Throws 409 `CHANNEL_OFF` where it cannot send, and 409
 * `JANELA_FECHADA` outside the provider's window.
 */
export async function refuseClosed(trx: Trx, conversation: Conversation): Promise<{ channelId: string }> {
  const open = await refuseOff(trx, conversation)
  const { channel, windowEndsAt } = conversation
  if (windowOf(channel, windowEndsAt, new Date()).window === 'closed')
    throw new AppError('conflict', channelRules[channel].window.closed, { code: 'JANELA_FECHADA' })
  return open
}

/** The same for a message that needs no window. Throws 409 `CHANNEL_OFF`, and 409 `BLOCKED` for a blocked person. */
export async function refuseOff(
  trx: Trx,
  { id, channel }: Pick<Conversation, 'id' | 'channel'>
): Promise<{ channelId: string }> {
  const row = await trx
    .selectFrom('conversations as c')
    .innerJoin('channels as ch', join =>
      join.onRef('ch.company_id', '=', 'c.company_id').onRef('ch.id', '=', 'c.channel_id')
    )
    .select(['ch.id', 'ch.account', 'ch.token', 'ch.active', 'ch.problem', 'ch.quality', 'c.blocked_at'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.blocked_at !== null) throw new AppError('conflict', blockedText, { code: 'BLOCKED' })
  const state = stateOf({ ...row, configured: row.token !== null })
  if (state !== 'active' && state !== 'attention')
    throw new AppError('conflict', offTexts[state](channelRules[channel].provider), { code: 'CHANNEL_OFF' })
  return { channelId: row.id }
}
