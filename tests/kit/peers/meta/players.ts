import type { Happening } from './outbox.ts'
import type { Fields, Person } from './world.ts'

export type FileOptions = { bytes?: Buffer; type?: string; name?: string; caption?: string }
/**
 * Parts that any message may carry besides its content. `referral`: the advertisement that led to it; `group`: the id
 * of the group in which it was written.
 */
export type Extras = {
  id?: string
  at?: number
  replyTo?: string
  forwarded?: true
  referral?: Fields
  group?: string
}

/** A customer on WhatsApp; each method does something on their phone and returns the report to the business. */
export type Customer = {
  person: Person
  text(body: string, extras?: Extras): Happening
  image(file?: FileOptions, extras?: Extras): Happening
  /** A voice note, unless it is said to be another file. */
  audio(file?: FileOptions, extras?: Extras): Happening
  video(file?: FileOptions, extras?: Extras): Happening
  document(file?: FileOptions, extras?: Extras): Happening
  sticker(file?: FileOptions, extras?: Extras): Happening
  location(place?: Fields, extras?: Extras): Happening
  contact(name: string, phone: string, extras?: Extras): Happening
  /** Without a sign it takes the reaction back. */
  reaction(messageId: string, emoji?: string): Happening
  reply(messageId: string, body: string): Happening
  /** Presses a button that the business sent, of a message or of a template. */
  buttonReply(messageId: string, buttonId: string): Happening
  listReply(messageId: string, rowId: string): Happening
  /** The answer of a form (flow). */
  flowReply(messageId: string, answer: Fields): Happening
  order(items: Fields[], text?: string): Happening
  edit(messageId: string, body: string): Happening
  /** Deletes for everyone. */
  delete(messageId: string): Happening
  /** Reads a message of the business, or all that are unread; nothing is reported where receipts are off. */
  read(messageId?: string): Happening[]
  /** Listens to a voice note. */
  play(messageId: string): Happening[]
  /** A message that the Cloud API does not support. */
  unsupported(kind?: string): Happening
  /** Any message, also of a kind that does not exist yet. */
  raw(type: string, content: unknown, extras?: Extras): Happening
  /** Moves to another number, or reports the change of its id. */
  changeNumber(phone: string): Happening
  marketing(value: 'stop' | 'resume'): Happening
  /** A text that the business writes in the WhatsApp Business app on its phone. */
  fromBusiness(body: string): Happening
}

export type FollowerExtras = { id?: string; at?: number; replyTo?: string; referral?: Fields }

/** A customer on Instagram; each method does something on their phone and returns the report to the business. */
export type Follower = {
  person: Person
  text(body: string, extras?: FollowerExtras): Happening
  image(file?: FileOptions, extras?: FollowerExtras): Happening
  audio(file?: FileOptions, extras?: FollowerExtras): Happening
  video(file?: FileOptions, extras?: FollowerExtras): Happening
  document(file?: FileOptions, extras?: FollowerExtras): Happening
  /** A heart, which is the only sticker that Instagram reports. */
  sticker(): Happening
  /** Instagram reports neither places nor contacts: they arrive as text and link. */
  location(place?: { latitude: number; longitude: number }): Happening
  contact(name: string, phone: string): Happening
  /** Without a name it takes the reaction back. */
  reaction(messageId: string, reaction?: string, emoji?: string): Happening
  reply(messageId: string, body: string): Happening
  quickReply(title: string, payload: string): Happening
  /** Presses a button of the profile or an ice breaker. */
  buttonReply(title: string, payload: string): Happening
  edit(messageId: string, body: string): Happening
  /** Unsends. */
  delete(messageId: string): Happening
  /** Writes in answer to a story of the business. */
  storyReply(body: string): Happening
  /** Names the business in a story of their own. */
  storyMention(): Happening
  /** Shares a post or a reel. */
  share(kind?: 'share' | 'ig_reel'): Happening
  ephemeral(): Happening
  read(messageId?: string): Happening[]
  unsupported(): Happening
  /** Any event, also of a kind that does not exist yet. */
  raw(event: Fields, at?: number): Happening
  /** A message while another app has the conversation. */
  standby(body: string): Happening
  comment(body: string): Happening
  /** A text that the business writes in its Instagram app. */
  fromBusiness(body: string): Happening
}
