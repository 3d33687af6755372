import type { Happening, Outbox } from './outbox.ts'
import type { Customer, Follower } from './players.ts'
import type { GraphRequest } from './requests.ts'
import type { Pace } from './script.ts'
import type { TemplateEvent } from './templates.ts'
import type { Account, FaultKind, PhoneNumber, Sent, Settings, Status, StoredFile, Template, World } from './world.ts'

export type MetaOptions = Partial<Settings> & {
  port?: number
  host?: string
  appSecret: string
  verifyToken: string
  /** Where the app's webhooks go; without it they are kept until `subscribe`. */
  webhooks?: { whatsapp: string; instagram: string } | undefined
  /** Signs the webhooks of Instagram; the app's secret where it is left out. */
  instagramAppSecret?: string
  /** The only client id that Instagram's login takes; any where it is left out. */
  instagramAppId?: string
  /** The token of the system user, which may do everything. */
  token?: string
  /** The ids of the first number and account; chosen where left out. */
  numberId?: string
  wabaId?: string
  accountId?: string
  /** Customers read and answer by themselves. */
  scripted?: boolean | Pace
}

export type NewCustomer = {
  name: string
  /** Hidden behind the user name where it is left out. */
  phone?: string | undefined
  /** The phone's id in WhatsApp, for example without the ninth digit. */
  waId?: string | undefined
  userId?: string | undefined
  username?: string | undefined
  /** The id of the number that they write to; the first one where it is left out. */
  number?: string | undefined
}

export type NewFollower = {
  name: string
  username?: string | undefined
  igsid?: string | undefined
  account?: string | undefined
}

export type NewFault = { match?: (request: GraphRequest) => boolean; times?: number; how: FaultKind }

export type Meta = Pick<
  Outbox,
  'batch' | 'hold' | 'deliver' | 'settled' | 'undelivered' | 'redeliver' | 'deliveries' | 'retries'
> & {
  /** As the base address of the Graph APIs and of Instagram's login, without a version. */
  url: string
  /** A token that may do everything. */
  token: string
  /** The first number and account. */
  number: PhoneNumber
  account: Account
  settings: Settings
  /** The accepted messages of the business, in order. */
  sent: Sent[]
  reads: World['reads']
  /** The newest requests, refused ones included. */
  requests: GraphRequest[]
  players: Map<string, Customer | Follower>
  addNumber(number?: Partial<PhoneNumber>): PhoneNumber
  addAccount(account?: Partial<Account>): Account
  customer(who: NewCustomer): Customer
  instagramCustomer(who: NewFollower): Follower
  /** Reports to the business these states of a message that it sent, in this order. */
  statuses(id: string, names: Status[], failure?: { code: number; details?: string }): Happening[]
  /** Sets a fault for the next requests that match, instead of an answer. */
  failNext(fault: NewFault): void
  /** Asks an address for the challenge and, if it answers, sends the webhooks of the channel there. */
  subscribe(url: string, verifyToken?: string, channel?: 'whatsapp' | 'instagram'): Promise<boolean>
  templates: {
    all(): Template[]
    add(template: Partial<Template> & Pick<Template, 'name' | 'components'>): Template
    decide(id: string, event: TemplateEvent, reason?: string): void
    /** `foretold`: it is only said that it will be so. */
    changeCategory(id: string, category: string, foretold?: boolean): void
    changeQuality(id: string, score: 'GREEN' | 'YELLOW' | 'RED'): void
  }
  files: {
    add(bytes: Buffer, type: string, name?: string): StoredFile
    /** Sets the answer of the file's addresses from now on. */
    fault(id: string, fault: StoredFile['fault']): void
  }
  tokens: {
    /** Issues a token for an account on Instagram, or for a system user. */
    issue(account?: string, days?: number): string
    expire(token: string): void
  }
  /** Lets time pass for windows, tokens and files. */
  passTime(milliseconds: number): void
  close(): Promise<void>
}
