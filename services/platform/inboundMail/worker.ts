import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import type { Daemon } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import type { MailClaim } from '../../core/mail.ts'
import { forgotten } from './forgotten.ts'
import { workOffMails } from './handling.ts'
import { mailsReceived } from './jobs.ts'
import { readMailbox } from './mailbox.ts'
import { isOpen } from './open.ts'
import { listenForMail } from './port.ts'
import { readerOf } from './reading.ts'
import type {} from './tables.ts'

/** Days for which a mail is kept as it came, and after which nothing but that it came is left. */
const [keptDays, notedDays] = [30, 400]

let claims: readonly MailClaim[] = []

export const receiveClaims = (ofAll: readonly MailClaim[]): void => {
  claims = ofAll
}

export const handlers = [
  on(
    mailsReceived,
    async ({ mailIds }, { db, config, log }) =>
      workOffMails({ db, config, log, reader: readerOf(config), claims }, mailIds),
    { concurrency: 4 }
  )
]

export const daemons: readonly Daemon[] = [
  { name: 'inbound mailbox', wanted: ({ inboundMail }) => inboundMail.mailbox !== undefined, run: readMailbox },
  {
    name: 'inbound port',
    wanted: ({ inboundMail }) => inboundMail.port !== undefined,
    run: (services, signal) => listenForMail({ ...services, claims }, signal)
  }
]

export const close = (config: Config): void => readerOf(config).close()

export const tidy = {
  /** In portions: mails are large. */
  inboundMails: (db: Db): Promise<unknown> =>
    db.everyCompany(async trx => {
      await sql`update inbound_mails set ${forgotten} where id in (
        select id from inbound_mails m where raw is not null and state <> 'waiting' and not ${isOpen}
          and received_at < now() - ${keptDays} * interval '1 day' order by received_at limit 2000)`.execute(trx)
      await sql`delete from inbound_mails where id in (
        select id from inbound_mails where raw is null and received_at < now() - ${notedDays} * interval '1 day'
        order by received_at limit 5000)`.execute(trx)
    })
}
