import type { IncomingHttpHeaders } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import type { Config } from '../../core/config.ts'
import type { MessageKind, Window } from '../conversations/rules.ts'
import type { TemplateCategory, TemplateStatus } from '../templates/rules.ts'
import type { RefusedError } from './errors.ts'
import type { Channel, ChannelChange, Tested } from './queries.ts'
import type { ChannelKind } from './rules.ts'
import type { ChannelSettings, Check } from './schema.ts'
import type { Sent } from './sent.ts'
import type { FilledTemplate, ProviderTemplate, SubmittedTemplate } from './templates.ts'
import type { Entry, IdentityKind, Media } from './updates.ts'

/** A company's channel, and the settings of the installation by which its provider is reached. */
export type Connection = { config: Config; channel: Pick<Channel, 'id' | 'account' | 'token'> }

/** A file of ours; its bytes are read while it is sent. */
export type ChannelFile = { name: string; type: string; size: number; bytes: AsyncIterable<Uint8Array> }

/** A message that is to be sent now. */
export type OutgoingMessage = {
  /** Our id: a provider that repeats it in the states of the message settles those whose end is not known. */
  id: string
  kind: MessageKind
  text: string | null
  data: {
    /** With the provider's id of a file that `media.upload` has handed over. */
    media?: Media
    buttons?: string[]
    list?: { button: string; rows: { title: string; description?: string }[] }
    template?: FilledTemplate
    place?: { latitude: number; longitude: number; name?: string; address?: string }
  }
  /** The provider's id of the message that is answered. */
  replyTo: string | null
  contact: string
  contactKind: IdentityKind
  window: Window
  /** Where the provider can fetch the file of the message for an hour. */
  fileUrl: string
}

/** The company's current reaction to a message of a person; null: none any longer. */
export type OutgoingReaction = Pick<OutgoingMessage, 'contact' | 'contactKind' | 'window'> & {
  emoji: string | null
  /** The provider's id of the message. */
  externalId: string
}

/** A person's profile at a provider; `picture` is an address that may soon expire. */
export type Profile = { name: string | null; username: string | null; picture: string | null }

/** The app that the installation itself has at a provider. */
type InstallationApp = {
  /** Whether companies can do without one of their own. */
  ready: boolean
  /** Those that sign its deliveries, and the token of its challenge. */
  secrets: readonly string[]
  verifyToken: string | undefined
  /** Where people are sent back to who let the product in at the provider; null where there is no such way. */
  loginReturn: string | null
}

/** How the settings of a kind of channel are named in its calls. */
export type SettingsShape = {
  /** Their subject in the summaries of the calls: 'WhatsApp number'. */
  noun: string
  /** The body of a change, and what is answered. */
  Change: TSchema
  Settings: TSchema
  /** Reads a body of the shape `Change`. */
  read(body: never): ChannelChange & { active?: boolean }
  /** Makes an answer of the shape `Settings`. */
  show(settings: ChannelSettings, channel: Channel | undefined, config: Config): object
  /** Whether the company's history says that the channel was set up. */
  recorded: boolean
}

/** A provider's templates of the account above a channel's. Calls throw as those of the adapter do. */
export type TemplateCalls = {
  /** The currency in which the account pays; null where the provider does not say. */
  currency(connection: Connection, account: string): Promise<string | null>
  list(connection: Connection, account: string): Promise<ProviderTemplate[]>
  create(
    connection: Connection,
    account: string,
    template: SubmittedTemplate
  ): Promise<{ externalId: string; status: TemplateStatus; category: TemplateCategory }>
  edit(connection: Connection, externalId: string, template: SubmittedTemplate): Promise<void>
  /** The parts of a template as the provider has them. */
  components(template: SubmittedTemplate): object[]
  /** Deleting one that is gone succeeds. */
  remove(connection: Connection, account: string, template: { name: string; externalId: string }): Promise<void>
}

/**
 * A kind of channel: everything that the product asks of its provider, and nothing else does. Calls to the provider
 * throw a RefusedError or an UnreachableError (errors.ts), unless they return how they ended. Parts that are optional
 * are those that not every provider has. The objects are listed in adapters.ts, what the browser knows of them in
 * rules.ts.
 */
export type ChannelAdapter = {
  kind: ChannelKind

  /** The installation's own app. Companies may have one each, whose secret and token are stored with their channel. */
  app(config: Config): InstallationApp
  /**
   * The provider's question before it delivers anything. `read`: the token to be checked, and the answer to a right
   * one.
   */
  challenge?: {
    Query: TSchema
    read(query: Record<string, string | undefined>): { token: string; answer: string } | undefined
  }
  /**
   * The accounts that a delivery names, read from its bytes without parsing: a hint at whose secret may have signed.
   */
  accountsNamed(body: Buffer): string[]
  /** How to compare a secret with the signature of a delivery; undefined where it has none. */
  verify(headers: IncomingHttpHeaders, body: Buffer): ((secret: string) => boolean) | undefined
  /** Every update of a delivery, also those that are not understood: one never hides another. */
  read(body: unknown): Entry[]

  /** Sends one message, once. */
  send(connection: Connection, message: OutgoingMessage): Promise<Sent>
  /** Puts a sign to a message of the person, or takes it away. Done twice it has one effect. */
  react?(connection: Connection, reaction: OutgoingReaction): Promise<void>
  /** How fast: messages under way at once for one channel, by second, and to one person within some seconds. */
  pace: { concurrency: number; perSecond: number; perPerson: { limit: number; seconds: number } }
  /** The meaning of an error code that is reported after a message was accepted. */
  refusal(code: number): RefusedError
  /** Shows the person that everything up to a message of theirs was read. */
  confirmReading?(connection: Connection, externalId: string): Promise<void>
  /** Shows the person that somebody is answering a message of theirs. */
  showTyping?(connection: Connection, externalId: string): Promise<void>

  /** Has the provider let a person write no more, or again. */
  block?(
    connection: Connection,
    person: Pick<OutgoingMessage, 'contact' | 'contactKind'>,
    blocked: boolean
  ): Promise<void>

  media: {
    /** The bytes of a file that a person sent; undefined where the provider has it no longer. */
    fetch(connection: Connection, media: Media): Promise<AsyncIterable<Uint8Array> | undefined>
    /**
     * Hands a file over before its message, and returns the provider's id of it. Without it providers fetch `fileUrl`.
     */
    upload?(connection: Connection, file: ChannelFile): Promise<string>
    /** Why this installation cannot send files by the channel; null where it can. */
    unavailable?(config: Config): string | null
  }
  /** A person's profile, where deliveries lack it; null where the provider has none either. */
  profile?(connection: Connection, contact: string): Promise<Profile | null>
  /** The telephone that the provider vouches for behind an address, in E.164 and as its key without the ninth digit. */
  phoneOf?(contact: string, kind: IdentityKind): { phone: string; phoneKey: string } | undefined
  /** Where a telephone in E.164 is written to, and how else the provider may spell that address. */
  addressOf?(phone: string): { contact: string; kind: IdentityKind; also: string[] } | undefined
  /** The templates that the provider reviews, of the account above the channel's. */
  templates?: TemplateCalls
  /** A person's address as people read it. */
  contactText?(contact: string, kind: IdentityKind): string

  /** Reads the account live. Its error is kept as the reason why the test failed. */
  test(connection: Connection): Promise<Tested>
  /** Checks of this kind of channel, besides those of every channel. */
  checks?(channel: Channel): Check[]
  settings: SettingsShape
}
