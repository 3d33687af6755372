import type { Direction, MessageKind, MessageStatus } from '../conversations/rules.ts'
import type { TemplateCategory, TemplateStatus } from '../templates/rules.ts'

/**
 * The kind of a person's address in a channel, as its adapter calls it ('wa_id', 'igsid'); no two channels share one.
 */
export type IdentityKind = string

/** A person as a channel knows them. `address` is the one that messages are sent to. */
export type Contact = {
  address: string
  addressKind: IdentityKind
  identities: Partial<Record<IdentityKind, string>>
  name?: string
  username?: string
  /** E.164, and its key without the ninth digit, where the channel vouches for a number. */
  phone?: string
  phoneKey?: string
}

/** A file at the provider: an id to ask for, or an address that soon ends. */
export type Media = {
  id?: string
  url?: string
  type?: string
  name?: string
  hash?: string
  voice?: boolean
  size?: number
}

/** A message as a provider reports it. */
type ReportedMessage = {
  direction: Direction
  externalId: string
  contact: Contact
  at: string
  kind: MessageKind
  text: string | null
  data: Record<string, unknown> & { media?: Media }
  replyTo?: string
}

/** One thing that a provider reported of a channel. `externalId` is the provider's id of the message, `at` its time. */
export type Update =
  | (ReportedMessage & {
      type: 'message'
      /** The person came by an advertisement whose answer within a day is rewarded: writing is free for 72 hours. */
      advertised?: true
      /** The message whose further attachment this is. */
      partOf?: string
    })
  /** A message that was written before the telephone was connected; `status`: how far one of the company's had come. */
  | (ReportedMessage & { type: 'past'; status?: MessageStatus })
  /** How far the past of the telephone has come: phases from 0, in percent each. */
  | { type: 'progress'; phase: number; progress: number }
  /** A name of the telephone's address book. */
  | { type: 'name'; contact: Contact; at: string }
  | {
      type: 'status'
      externalId: string
      at: string
      status: MessageStatus
      /** Our id, which the provider repeats. */
      messageId?: string
      code?: number
      detail?: string
      pricing?: Record<string, unknown>
    }
  | { type: 'read'; externalId: string; at: string }
  /** Whether the person wants advertising, as they set it at the provider. */
  | { type: 'preference'; contact: Contact; at: string; wants: boolean }
  | { type: 'reaction'; externalId: string; at: string; direction: Direction; emoji: string | null }
  /** An edit without `text` changes no words: the new ones were not understood. */
  | { type: 'edit' | 'deletion'; externalId: string; contact: Contact; at: string; direction: Direction; text?: string }

/**
 * The id under which a further attachment of a message is stored, since each of ours has one file. `receive_change` in
 * conversations/receive.sql knows its form, and as many of them.
 */
export const partId = (externalId: string, n: number): string => `${externalId}#${n}`
export const maxParts = 20

/** The provider's id of a message, or of the one whose attachment it is. */
export const wholeId = (externalId: string): string => externalId.split('#', 1)[0] ?? externalId

/**
 * The outcome of an update. `stored` and `repeated` are processed; every other one says why it changed nothing:
 * an account that no company has connected, a kind that is not used, or what cannot be read.
 */
export const outcomes = [
  'stored',
  'repeated',
  'unknown_account',
  'not_its_account',
  'other_kind',
  'unreadable'
] as const
export type Outcome = (typeof outcomes)[number]

/** A provider's report on an account as a whole. Missing properties are as before. */
export type AccountReport = {
  at: string
  /** Its subject: the latest of several reports on one topic holds. */
  topic: string
  /** The number that it is about, in digits; without one every number of the account. */
  address?: string
  /** Why nothing can be sent, in Portuguese; null: it can be again. */
  blocked?: string | null
  /** The permission that the product has lost, in Portuguese. */
  permission?: string
  quality?: string | null
  messagingLimit?: string
  /** A notice for the people who manage the channel; `daily` where a repetition within a day says nothing new. */
  notice?: { title: string; text: string; daily?: true }
}

/** A provider's report on one template, of the account above those of channels. */
export type TemplateReport = {
  at: string
  /** Null where the report has a number that is too large to be read exactly. */
  externalId: string | null
  name: string | null
  language: string | null
} & (
  | { type: 'status'; status: TemplateStatus; reason: string | null }
  | { type: 'quality'; quality: string | null }
  /** `foretold`: the category that it will get unless somebody objects. */
  | { type: 'category'; category: TemplateCategory | null; foretold: TemplateCategory | null }
)

/**
 * One update of a delivery, and the account that it is about: either the update itself, what is reported of the account
 * above those of channels (`parent`) or of a template of it, or why nothing follows from it.
 */
export type Entry = { account: string | null } & (
  | { update: Update }
  | { parent: string; report: AccountReport }
  | { parent: string; template: TemplateReport }
  | { explained: Outcome }
)
