import { sql } from 'kysely'
import { forEachCompany } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { type Handler, on } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { companyTurns } from '../../core/turns.ts'
import { deliveriesReceived } from '../channels/jobs.ts'
import { answerAway } from './away.ts'
import { checkAgain } from './checking.ts'
import { processDeliveries } from './deliveries.ts'
import {
  answerBegun,
  conversationRead,
  fileQueued,
  mediaReceived,
  messagesQueued,
  messagesReceived,
  profileMissing,
  reactionChanged
} from './jobs.ts'
import { fetchMedia } from './media.ts'
import { notifyOfMessages } from './notices.ts'
import { askProfiles, fetchProfile } from './profile.ts'
import { announceConversation } from './queries.ts'
import { sendReaction } from './reactions.ts'
import { confirmReading } from './reading.ts'
import { findDue, sendQueued } from './sending.ts'
import { showTyping } from './typing.ts'
import { uploadFile } from './uploading.ts'
import { confirmStops } from './wishes.ts'

/** Files wait for a server most of the time: many are under way at once, few of them of one company. */
const [filesAtOnce, ofOneCompany] = [32, 2]
const [fetching, sendingFile] = [companyTurns(ofOneCompany), companyTurns(ofOneCompany)]

export const handlers: readonly Handler[] = [
  on(deliveriesReceived, ({ deliveryIds }, { db }) => processDeliveries(db, deliveryIds)),
  on(messagesReceived, ({ companyId, conversationIds }, { db }) =>
    db.company(companyId, async trx => {
      await notifyOfMessages(trx, companyId, conversationIds)
      const stopped = await confirmStops(trx, companyId, conversationIds)
      await answerAway(
        trx,
        companyId,
        conversationIds.filter(id => !stopped.includes(id))
      )
      await askProfiles(trx, companyId, conversationIds)
    })
  ),
  on(
    mediaReceived,
    ({ companyId, messageId }, context) => fetching(companyId, () => fetchMedia(context, companyId, messageId)),
    { concurrency: filesAtOnce }
  ),
  on(
    fileQueued,
    ({ companyId, messageId }, context) => sendingFile(companyId, () => uploadFile(context, companyId, messageId)),
    { concurrency: filesAtOnce }
  ),
  on(conversationRead, ({ companyId, conversationId }, context) => confirmReading(context, companyId, conversationId)),
  on(profileMissing, ({ companyId, conversationId }, context) => fetchProfile(context, companyId, conversationId)),
  on(reactionChanged, ({ companyId, messageId }, context) => sendReaction(context, companyId, messageId)),
  on(answerBegun, ({ companyId, conversationId }, context) => showTyping(context, companyId, conversationId)),
  // Each waits for the provider most of the time, and a slow channel occupies one of them.
  on(messagesQueued, ({ companyId, channelId }, parts) => sendQueued(parts, companyId, channelId), { concurrency: 50 })
]

export const schedules: readonly Schedule[] = [
  {
    name: 'messages-due',
    label: 'Mensagens que esperam para ser enviadas',
    every: 5000,
    run: async ({ db }) => {
      const due = await findDue(db)
      await db.everyCompany(async trx => {
        for (const channel of due) await publish(trx, messagesQueued, channel)
      })
    }
  },
  {
    name: 'files-unchecked',
    label: 'Arquivos que esperam pelo verificador de vírus',
    every: 60_000,
    run: ({ db }) => checkAgain(db)
  },
  {
    name: 'conversations-return',
    label: 'Conversas adiadas que voltam',
    every: 60_000,
    run: ({ db }) => wakeSnoozed(db)
  }
]

/** Opens the conversations whose time has come, each company's by themselves. */
export async function wakeSnoozed(db: Db): Promise<void> {
  const due = await db.everyCompany(trx =>
    trx
      .selectFrom('conversations')
      .select('company_id')
      .distinct()
      .where('status', '=', 'snoozed')
      .where('snoozed_until', '<=', sql<string>`now()`)
      .execute()
  )
  await forEachCompany(
    due.map(({ company_id }) => company_id),
    id => wakeSnoozedOf(db, id)
  )
}

async function wakeSnoozedOf(db: Db, companyId: string): Promise<void> {
  await db.everyCompany(async trx => {
    const woken = await trx
      .updateTable('conversations')
      .set({ status: 'open', snoozed_until: null, unread: sql<number>`greatest(unread, 1)` })
      .where('company_id', '=', companyId)
      .where('status', '=', 'snoozed')
      .where('snoozed_until', '<=', sql<string>`now()`)
      .returning(['id', 'company_id', 'lead_id'])
      .execute()
    for (const { id, company_id, lead_id } of woken)
      await announceConversation(trx, company_id, { id, leadId: lead_id })
  })
}
