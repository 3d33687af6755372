import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { ContactChannel } from '../../account/activities/rules.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import type { CarrierKind, Exclusion, RecipientReason, TemplateValueSource, Variant } from './rules.ts'

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
 * `again`: nothing was handed over, and it is tried again at once. `stopped`: it refuses the company itself, or what this
 * campaign sends (`only`), and nothing was handed over; `hours`: when that is worth another look.
 */
export type Outcome =
  | { state: 'accepted'; held?: boolean; answer: string | null }
  | { state: 'later'; broken?: boolean; reason?: RecipientReason | null; answer: string | null }
  | { state: 'rejected'; reason: RecipientReason; answer: string | null }
  | { state: 'unknown'; reason: RecipientReason; answer: string | null }
  | { state: 'unreachable' | 'again'; answer: string | null }
  | { state: 'stopped'; problem: string; only?: boolean; hours?: number; answer: string | null }

/** How many messages the other side takes; null for no bound. `concurrent`: under way at a time. */
export type Pace = { perSecond: number | null; perHour: number | null; perDay: number | null; concurrent: number }

/**
 * How many may begin now; where it is none, seconds until there is room, and whether the lane rests so long. `stops`: why
 * there is none until a person does something.
 */
export type Room = { room: number; wait: number; rests?: 'limit'; stops?: string }

/** A campaign that is ready for any number of people. */
export type Delivery = {
  /** How many may begin beside what else goes the same way; asked in the transaction that claims them. */
  room?(trx: Trx): Promise<Room>
  /** Part of the transaction that claims recipients: what must be stored before anything is handed over. */
  begin?(trx: Trx, recipients: readonly Recipient[]): Promise<void>
  send(recipient: Recipient): Promise<Outcome>
}

/** An open way: used by one worker for some seconds. */
export type Outlet = {
  pace: Pace
  /** Makes what a campaign sends ready. Throws an AppError where that cannot be. */
  load(campaign: { id: string; content: unknown; author: string | null }): Promise<Delivery>
  /** Takes back what `begin` stored of recipients to whom nothing was handed over. */
  takeBack?(trx: Trx, recipientIds: readonly string[]): Promise<void>
  close(): void
}

/** A campaign's text, as it was written. */
export type Written = {
  subject: string
  subjectB?: string | null
  templateId: string | null
  values?: Record<string, TemplateValueSource> | null
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
    /** The comparable form of an address that was fixed, in SQL and here. */
    keyOf(address: RawBuilder<unknown>): RawBuilder<string>
    plain(address: string): string
    /** Why a lead without an address, or with one that does not fit, gets nothing. */
    lacking: { none: Exclusion; wrong: Exclusion }
    /** Why a lead who has not consented gets nothing, as SQL; null for one who has. */
    consent: RawBuilder<Exclusion | null>
  }
  /** One template goes to a person once in some days, whatever campaign sends it. */
  oncePerTemplate: boolean
  /** A scheduled campaign is compared with what it was when it was scheduled. */
  asksAgain: boolean
  templates: 'email_templates' | 'message_templates'
  /**
   * Messages that the company may send in a day; null for no bound. `used`: how many of them are used up, where that is
   * not what its campaigns sent.
   */
  perDay(trx: Trx, config: Config, companyId: string): Promise<{ limit: number | null; used?: number }>
  /** Throws an AppError that says what the company lacks for sending. */
  check(trx: Trx, config: Config, companyId: string): Promise<void>
  /**
   * The content to send, as it stands now; `before`: the campaign's content until now, whose links must keep working.
   * Throws an AppError that names what is missing.
   */
  freeze(trx: Trx, campaign: Written & { before?: unknown }): Promise<unknown>
  /** Throws an AppError where the company cannot send at the moment. */
  open(parts: Parts, companyId: string, hashKey: Buffer): Promise<Outlet>
}
