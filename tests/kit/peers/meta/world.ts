import { randomBytes, randomInt } from 'node:crypto'
import { GraphRefusal, type Refusal } from './errors.ts'
import type { Outbox } from './outbox.ts'
import type { GraphRequest } from './requests.ts'

export type Fields = Record<string, unknown>
export type Channel = 'whatsapp' | 'instagram'
export type Status = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** A number of a company on WhatsApp. */
export type PhoneNumber = {
  id: string
  /** The WhatsApp Business Account that it belongs to. */
  waba: string
  /** Digits. */
  phone: string
  verifiedName: string
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  status: 'CONNECTED' | 'PENDING' | 'FLAGGED' | 'RESTRICTED' | 'BANNED'
  /** Refuses every send with this code, for example 368 or 131031. */
  blocked: number | undefined
  registered: boolean
  profile: Fields
  /** As Meta names how many people the portfolio may write to in 24 hours. */
  messagingLimit: string
}

export type Waba = { id: string; subscribed: boolean; callback: string | undefined }

/** A company's account on Instagram. */
export type Account = { id: string; username: string; name: string; subscribed: string[] }

/** A file: sent to the company by a customer, or uploaded by the company. */
export type StoredFile = {
  id: string
  bytes: Buffer
  type: string
  name: string | undefined
  at: number
  /** The answer of its addresses instead of the file. */
  fault: 'gone' | { redirect: string } | undefined
}

/** One message of a conversation, as the customer's phone shows it. */
export type Line = {
  id: string
  from: 'customer' | 'business'
  at: number
  kind: string
  text: string
  /** Set for a message of the business. */
  status?: Status
  /** Set for a message of the customer. */
  seen?: true
  file?: string
  link?: string
  replyTo?: string
  choices?: { id: string; title: string; description?: string }[]
  reactions?: Partial<Record<Line['from'], string>>
  edited?: true
  deleted?: true
}

export type Person = {
  id: string
  channel: Channel
  /** The number's or account's id to which this person writes. */
  account: string
  name: string
  username: string | undefined
  /** Digits; undefined where the person hides the number behind a user name. */
  phone: string | undefined
  /** The id of WhatsApp, which may lack the ninth digit of the phone. */
  waId: string | undefined
  /** The business-scoped id of WhatsApp. */
  userId: string
  /** The Instagram-scoped id. */
  igsid: string
  picture: string | undefined
  /** When they last wrote, from which the window is counted. */
  lastWrote: number | undefined
  /** False: not on WhatsApp, or not to be reached. */
  reachable: boolean
  /** Does not want advertising. */
  stopped: boolean
  /** Templates to this person are refused with this code, such as 131049 or 130472. */
  refused: number | undefined
  /** False: never reports that it read something. */
  receipts: boolean
  typing: boolean
  businessTypingUntil: number
  thread: Line[]
}

/** A message that the business sent and that was accepted. */
export type Sent = {
  id: string
  channel: Channel
  account: string
  /** As the business wrote it: a phone, a business-scoped id or an Instagram-scoped id. */
  to: string
  /** The id by which the message was addressed; on WhatsApp one of two. */
  by: 'phone' | 'userId' | 'igsid'
  person: Person | undefined
  type: string
  text: string
  /** The whole request. */
  body: Fields
  callbackData: string | undefined
  at: number
  token: string
  status: Status | 'accepted'
  /** For the price. */
  category: string
  isFree: boolean
}

export type Template = {
  id: string
  waba: string
  name: string
  language: string
  category: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'PENDING_DELETION'
  parameter_format: 'POSITIONAL' | 'NAMED'
  components: Fields[]
  rejected_reason: string
}

/** `account`: whose token it is; a token without one is a system user's and may do everything. */
export type Token = { account?: string; issued: number; expires: number }

export type FaultKind =
  | Refusal
  | 'html'
  | 'hang'
  /** Accepts a send, whose states will come, and breaks off before the answer. */
  | 'cutAfterAccept'
  | 'status500'
  | { redirect: string }
  /** Does what it is asked, and answers, only once this is settled. */
  | { heldUntil: Promise<unknown> }

export type Fault = { match: (request: GraphRequest) => boolean; times: number; how: FaultKind }

export type World = {
  /** Where the server listens. */
  url: string
  appSecret: string
  instagramAppSecret: string
  /** Any is accepted where undefined. */
  instagramAppId: string | undefined
  now(): number
  tokens: Map<string, Token>
  wabas: Map<string, Waba>
  numbers: Map<string, PhoneNumber>
  accounts: Map<string, Account>
  people: Person[]
  files: Map<string, StoredFile>
  templates: Template[]
  sent: Sent[]
  /** Messages of customers that the business marked as read. */
  reads: { messageId: string; typing: boolean; at: number }[]
  faults: Fault[]
  outbox: Outbox
  settings: Settings
  /** Authorization codes of Instagram. */
  codes: Map<string, { account: string; redirectUri: string; clientId: string; expires: number }>
  /** Called after the business sent something. */
  onSent(sent: Sent): void
  /** Runs later, and not after the server was closed. */
  later(milliseconds: number, work: () => unknown): void
}

/** Settings that may change while it runs. */
export type Settings = {
  /** WhatsApp reports that a message was sent and delivered, shortly after it was accepted. */
  autoStatuses: boolean
  /** Templates are kept until their quality is known: `statuses` delivers or drops them. */
  holds: boolean
  /** Instagram reports the business's own messages: before or after the answer to the send, or not at all. */
  echoes: 'before' | 'after' | 'off'
  /** Whether a send outside of the window (131047) or to nobody (131026) is refused, or accepted and failed later. */
  refuses: 'atOnce' | 'later'
  /** Messages in a row to one person, and seconds until the next one is free. */
  pairLimit: { burst: number; seconds: number }
  /** Messages of a number in a second. */
  throughput: number
  /** Whether the Instagram app may write for seven days. */
  humanAgent: boolean
  /** Instagram asks on a page, agrees at once, or refuses. */
  consent: 'page' | 'agrees' | 'refuses'
  /** In which of its two shapes Instagram hands out a short-lived token. */
  tokenShape: 'flat' | 'data'
  /** Permissions that the owner of an account gives the product. */
  scopes: string
  /** Milliseconds until a template that was sent in is decided about by its words; null: by `decide` alone. */
  review: number | null
  /** Answers of a number that are free in a month, and whether utility templates are while the window is open. */
  freeService: number
  utilityInWindow: 'free' | 'charged'
  /** Every number is on WhatsApp, also of people whom nobody plays. */
  everybody: boolean
}

export const defaults: Settings = {
  autoStatuses: true,
  holds: false,
  echoes: 'after',
  refuses: 'atOnce',
  pairLimit: { burst: 45, seconds: 6 },
  throughput: 80,
  humanAgent: true,
  consent: 'agrees',
  tokenShape: 'flat',
  scopes: 'instagram_business_basic,instagram_business_manage_messages',
  review: null,
  freeService: 1000,
  utilityInWindow: 'charged',
  everybody: false
}

export const day = 24 * 60 * 60 * 1000

export const newId = (start = '', length = 15): string =>
  start + Array.from({ length: length - start.length }, () => randomInt(0, 10)).join('')
/** Base64 with all its signs, as WhatsApp uses it. */
export const newWamid = (): string => `wamid.HBg${randomBytes(29).toString('base64')}`
export const newMid = (): string => `aWdfZAG1faXRlbToxOk${randomBytes(60).toString('base64url')}ZD`
export const newUserId = (): string => newId('BR.', 19)
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
/** The fields that are defined. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The value, or the refusal that Graph gives for a lookup that finds nothing. */
export function orUnknown<T>(value: T | undefined, id: string, method = 'get'): T {
  if (value !== undefined) return value
  const details = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`
  throw new GraphRefusal(100, details, 33)
}

export function storeFile(world: World, bytes: Buffer, type: string, name?: string): StoredFile {
  const file: StoredFile = { id: newId('1', 16), bytes, type, name, at: world.now(), fault: undefined }
  world.files.set(file.id, file)
  return file
}
