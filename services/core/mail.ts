import type { Config } from './config.ts'
import { deriveKey } from './config.ts'
import type { Trx } from './db.ts'
import type { Context } from './handlers.ts'
import type { MailKind, SenderProof } from './rules.ts'

export type MailAddress = { name: string; address: string }

/** `inline`: a picture that the HTML of the mail shows. */
export type MailFile = { name: string | null; type: string; content: Uint8Array; inline: boolean }

/** One recipient in the report of a mail server (RFC 3464). */
export type FailedRecipient = { address: string; action: string; status: string; diagnostic: string }

/** A mail that came in, as far as it could be read. All texts are plain and can be stored. */
export type InboundMail = {
  id: string
  kind: MailKind
  receivedAt: string
  /** The sender in From; null where that is no address. Nobody has proved it. */
  from: MailAddress | null
  /** Those it was written to and copied to, and those that answers are to go to, as its headers name them. */
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  replyTo: readonly MailAddress[]
  /** Its headers in their order, the last added first. */
  headers: readonly { name: string; value: string }[]
  /** Every address that it was sent to, of the envelope and of the headers, in lower case. */
  recipients: readonly string[]
  /** Whether a program may have written it. Programs must not answer those of `kind` automatic, which are more. */
  looksAutomatic: boolean
  /** Whether the sender is proved. */
  senderProof: SenderProof
  subject: string
  messageId: string | null
  /**
   * A hash of its Message-ID, sender, subject, text and files, which two deliveries of one mail have in common; null
   * without a Message-ID.
   */
  contentHash: Uint8Array | null
  /** The messages that it answers, the nearest last. */
  references: readonly string[]
  /** The whole body, from its text or from its HTML. */
  text: string
  files: readonly MailFile[]
  /** How many files beyond those that are read. */
  filesLeft: number
  /** Whether it had more lines than are read, so that its text, or a file in it, is not whole. */
  shortened: boolean
  /**
   * The one mail that it forwards, as a file or in its text, with the words that were written to it; null where there is
   * none whose author can be read. Nobody has proved the author.
   */
  forwarded: { author: MailAddress; subject: string; text: string; comment: string } | null
  /** Its iCalendar parts. */
  calendars: readonly string[]
  /**
   * The report in a bounce or a complaint, about the message with this id. `feedback`: the kind of complaint, as
   * `abuse`; `returnPath`: the address that the message's bounces go to; `ways`: the addresses and links
   * for unsubscribing and answering in its headers.
   */
  report: {
    recipients: readonly FailedRecipient[]
    messageId: string | null
    feedback: string | null
    returnPath: string | null
    ways: readonly string[]
  } | null
}

/** The owner of a mail: a company, perhaps with one of its leads; or the installation. */
export type MailPlace = { companyId: string | null; leadId?: string | null }

/** A feature's way to take its own mail. The first feature that claims a mail gets it. */
export type MailClaim<P extends MailPlace = MailPlace> = {
  name: string
  /** Whether this mail is the feature's, and whose. Has no effects. */
  claims(mail: InboundMail, context: Pick<Context, 'db' | 'config'>): Promise<P | null>
  /**
   * Whether a sender's next mail to the plain address would be too much to be taken now, and why. Its server then keeps it
   * and tries again later. Only the envelope is known: nothing of the mail was sent yet.
   */
  defers?(sender: string, context: Pick<Context, 'db' | 'config'>): Promise<string | null>
  /**
   * Stores what a transaction must not wait for, as files that are checked for viruses, and returns the place with it.
   * Files that `handle` does not take must expire on their own: this may run more often.
   */
  prepare?(mail: InboundMail, place: P, context: Pick<Context, 'db' | 'config'>): Promise<P>
  /**
   * Does what follows from it, in the company's scope, or in that of all companies where it is none's. Runs once for
   * each mail: its transaction is the one that notes it. Returns a word that says what became of the mail.
   */
  handle(trx: Trx, mail: InboundMail, place: P, config: Config): Promise<string>
  /**
   * Has `handle` run in the scope of all companies though the mail is a company's, as it writes what companies cannot.
   * It must then recognise a mail that was handled before and is read again.
   */
  everyCompany?: boolean
  /** Words of `handle` for mails whose text nobody sees: they wait for staff to decide on them. */
  unseen?: readonly string[]
}

/** Marks mail that this installation sends, so that it is known when it comes back. */
export const loopHeader = 'X-Prosa-Loop'

export const loopMark = ({ secret }: Pick<Config, 'secret'>): string => deriveKey(secret, 'own mail').slice(0, 16)
