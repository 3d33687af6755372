import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { ContactChannel } from '../../account/activities/rules.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import type { CarrierKind, RecipientReason, Variant } from './rules.ts'

export type Parts = { db: Db; config: Config; log: Logger }

/** The recipient of one message, and its campaign. */
export type Recipient = {
  id: string
  campaignId: string
  /** As it was when the recipients were fixed. */
  address: string
  leadId: string | null
  attempts: number
  /** Which subject, where two are tested. */
  variant: Variant | null
  person: { name: string; email: string | null; phone: string | null; custom: Record<string, unknown> }
}

/**
 * The outcome of a message. `accepted`: the other side took it. `later`: it asks to try again, with the `reason` where
 * it is this person's alone; `broken` where it ended the session without a word. `rejected`: it refuses this person.
 * `unknown`: it may have taken it, and nobody can say. `unreachable`: nothing was handed over, and the way is broken.
 * `stopped`: it refuses the company itself, and nothing was handed over.
 */
export type Outcome =
  | { state: 'accepted'; answer: string | null }
  | { state: 'later'; broken?: boolean; reason?: RecipientReason | null; answer: string | null }
  | { state: 'rejected'; reason: RecipientReason; answer: string | null }
  | { state: 'unknown'; reason: RecipientReason; answer: string | null }
  | { state: 'unreachable'; answer: string | null }
  | { state: 'stopped'; problem: string; answer: string | null }

/** How many messages the other side takes; null for no bound. `concurrent`: under way at a time. */
export type Pace = { perSecond: number | null; perHour: number | null; perDay: number | null; concurrent: number }

/** An open way: used by one worker for some seconds. */
export type Outlet = {
  pace: Pace
  /** Makes what a campaign sends ready for any number of people. Throws an AppError where that cannot be. */
  load(campaign: { id: string; content: unknown }): Promise<(recipient: Recipient) => Promise<Outcome>>
  close(): void
}

/** A way by which campaigns go out: everything that differs from one to another. */
export type Carrier = {
  kind: CarrierKind
  /** The consent that is needed, and the address of a lead, as SQL of the lead `l`. */
  audience: {
    channel: ContactChannel
    contact: 'email' | 'phone'
    address: RawBuilder<string | null>
    /** In comparable form. */
    key: RawBuilder<string | null>
    fits: RawBuilder<boolean>
  }
  /** Messages that the company may send in a day; null for no bound. */
  perDay(trx: Trx, config: Config, companyId: string): Promise<number | null>
  /** Throws an AppError that says what the company lacks for sending. */
  check(trx: Trx, config: Config, companyId: string): Promise<void>
  /**
   * The content to send, as it stands now; `before`: the campaign's content until now, whose links must keep working.
   * Throws an AppError that names what is missing.
   */
  freeze(
    trx: Trx,
    campaign: { subject: string; subjectB?: string | null; templateId: string | null; before?: unknown }
  ): Promise<unknown>
  /** Throws an AppError where the company cannot send at the moment. */
  open(parts: Parts, companyId: string, hashKey: Buffer): Promise<Outlet>
}
