import type { Logger } from 'pino'
import { eachAlone } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import type { InboundMail, MailClaim, MailPlace } from '../../core/mail.ts'
import { providerId } from '../audit/rules.ts'
import type {} from './events.ts'
import { mailsReceived } from './jobs.ts'
import type { MailReader } from './reading.ts'
import type { MailState } from './rules.ts'
import { rawMail } from './store.ts'

export type Services = { db: Db; config: Config; log: Logger; reader: MailReader; claims: readonly MailClaim[] }

/** The facts about a mail once it is read. */
type Reading = {
  kind?: InboundMail['kind']
  sender?: string | null
  sender_name?: string | null
  subject?: string
  sender_proof?: InboundMail['senderProof']
  content_hash?: Buffer | null
}

type Conclusion = Reading & {
  state: MailState
  handled_by?: string
  outcome?: string
}

/**
 * Reads mails that wait, and gives each to the feature that claims it. May run twice: effects are noted with the mail.
 */
export const workOffMails = (services: Services, mailIds: readonly string[]): Promise<void> =>
  eachAlone(
    mailIds,
    id => `mail ${id}`,
    id => processMails(services, id)
  )

async function processMails({ db, config, log, reader, claims }: Services, id: string): Promise<void> {
  const row = await rawMail(db, id)
  if (!row?.raw || row.state !== 'waiting') return
  const envelope = { from: row.envelope_from, recipients: row.recipients, peer: row.peer }
  const answer = await reader.read(row.raw, envelope, { prove: true })
  if ('unreadable' in answer) {
    log.info({ mailId: id, reason: answer.unreadable }, 'mail not readable')
    return conclude(db, id, { state: 'unreadable' })
  }
  const mail: InboundMail = { id, receivedAt: row.received_at, senderProof: answer.senderProof, ...answer.mail }
  const read = {
    kind: mail.kind,
    sender: mail.from?.address ?? null,
    sender_name: mail.from?.name || null,
    subject: mail.subject,
    sender_proof: mail.senderProof,
    content_hash: mail.contentHash && Buffer.from(mail.contentHash)
  }
  if (mail.kind === 'loop') return conclude(db, id, { state: 'loop', ...read })
  for (const claim of claims) {
    const place = await claim.claims(mail, { db, config })
    if (place === null) continue
    await give({ db, config }, claim, mail, place, { state: 'handled', ...read, handled_by: claim.name })
    log.info({ mailId: id, claim: claim.name, companyId: place.companyId }, 'mail handled')
    return
  }
  await conclude(db, id, { state: 'unclaimed', ...read })
}

/**
 * Has a feature do what follows from a mail, once: in a company's scope the row of mail_placements stands for that,
 * else the state of the mail itself.
 */
async function give(
  { db, config }: Pick<Services, 'db' | 'config'>,
  claim: MailClaim,
  mail: InboundMail,
  claimed: MailPlace,
  conclusion: Conclusion
): Promise<void> {
  const place = (await claim.prepare?.(mail, claimed, { db, config })) ?? claimed
  const { companyId, leadId = null } = place
  const note = (trx: Trx, id: string) =>
    trx
      .insertInto('mail_placements')
      .values({ company_id: id, mail_id: mail.id, lead_id: leadId })
      .onConflict(conflict => conflict.columns(['company_id', 'mail_id']).doNothing())
      .returning('mail_id')
      .executeTakeFirst()
  if (companyId === null || claim.everyCompany)
    return db.everyCompany(async trx => {
      const waiting = await trx
        .selectFrom('inbound_mails')
        .select('id')
        .where('id', '=', mail.id)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst()
      if (!waiting) return
      if (companyId !== null) await note(trx, companyId)
      const outcome = await claim.handle(trx, mail, place, config)
      await trx
        .updateTable('inbound_mails')
        .set({ ...conclusion, ...ending(claim, outcome), handled_at: new Date() })
        .where('id', '=', mail.id)
        .execute()
    })
  // The jobs of the claim may run before the mail is concluded, and ask who wrote it.
  const { state: _state, handled_by: _claim, ...read } = conclusion
  await change(db, mail.id, read)
  const outcome = await db.company({ id: companyId, held: true, deleted: true }, async trx => {
    return (await note(trx, companyId)) ? claim.handle(trx, mail, place, config) : undefined
  })
  await conclude(db, mail.id, { ...conclusion, ...(outcome !== undefined && ending(claim, outcome)) })
}

/** The state that an outcome leaves the mail in. */
const ending = ({ unseen = [] }: MailClaim, outcome: string): Pick<Conclusion, 'state' | 'outcome'> => ({
  state: unseen.includes(outcome) ? 'unclaimed' : 'handled',
  outcome
})

const conclude = (db: Db, id: string, conclusion: Conclusion): Promise<void> =>
  change(db, id, { ...conclusion, handled_at: new Date() })

const change = async (db: Db, id: string, values: Partial<Conclusion> & { handled_at?: Date }): Promise<void> => {
  await db.everyCompany(async trx => {
    await trx.updateTable('inbound_mails').set(values).where('id', '=', id).where('state', '=', 'waiting').execute()
    if (values.state !== undefined && values.state !== 'handled') await announceMails(trx)
  })
}

/** Announces to staff's browsers that there are others that nothing took. */
export const announceMails = (trx: Trx): Promise<void> =>
  announce(trx, { companyId: providerId, kind: 'inbound-mails-changed', data: {} })

/**
 * Has mails read again as they came, those too whose reading failed for good: a later version may know what to do with
 * them, or what was in the way is gone. Returns how many are still stored.
 */
export async function readAgain(trx: Trx, mailIds: readonly string[]): Promise<number> {
  const rows = await trx
    .updateTable('inbound_mails')
    .set({ state: 'waiting', handled_at: null, decided_at: null })
    .where('id', 'in', mailIds)
    .where('raw', 'is not', null)
    .returning('id')
    .execute()
  if (rows.length > 0) await publish(trx, mailsReceived, { mailIds: rows.map(({ id }) => id) })
  return rows.length
}
