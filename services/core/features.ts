import type { TSchema } from '@sinclair/typebox'
import type { Audited } from './audit.ts'
import type { Config } from './config.ts'
import type { Db, Trx } from './db.ts'
import type { Empty } from './erasure.ts'
import type { Context, Handler } from './handlers.ts'
import type { App } from './http.ts'
import type { Job } from './jobs.ts'
import type { MailClaim } from './mail.ts'
import type { Queues } from './queues.ts'
import type { Listener } from './signals.ts'
import type { Wait } from './waits.ts'

/**
 * Moments at which another feature has something to do, in the transaction in which they come. The feature where they
 * come adds them by `declare module`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: core has none
export interface Moments {}

/** A table with rows about leads. */
export type Place = {
  table: string
  /** Those that refer to leads; of a request to erase them, its own id too. */
  columns: readonly string[]
  /** Shown in the certificate of an erasure, and where data are left. */
  label: string
  /**
   * Replaces the deletion of the rows that refer to the leads: keeps and empties them, or also deletes others that
   * mention the people.
   */
  empty?: () => Promise<Empty>
}

/** An account of the demonstration as which anyone may sign in. */
export type DemoAccount = { about: string; email: string; password: string; staff?: boolean }

/** The services that the application opens and passes to routes. */
export type Parts = {
  listener: Listener
  queues: Queues
  features: readonly Feature[]
  /** None outside of a demonstration. */
  demoAccounts: readonly DemoAccount[]
  /** Folder of the built web application; without it only the API is served. */
  web: string | undefined
}

export type Routes = { register(app: App, parts: Parts): void | Promise<void> }

/** A recurring job. It may be killed at any moment and run twice at once. */
export type Schedule = {
  name: string
  /** The Portuguese name that staff read. */
  label: string
  /** Milliseconds between two runs. */
  every: number
  run(context: Pick<Context, 'db' | 'config' | 'log'>): Promise<unknown>
}

/** A long-running loop; one worker at a time runs it. */
export type Daemon = {
  name: string
  /** Whether this installation needs it. */
  wanted(config: Config): boolean
  /** Runs until `signal` says that another worker has it, or that this one ends. */
  run(context: Pick<Context, 'db' | 'config' | 'log'>, signal: AbortSignal): Promise<void>
}

/** The part of a feature that runs in the workers. */
export type WorkerPart = {
  handlers?: readonly Handler[]
  schedules?: readonly Schedule[]
  daemons?: readonly Daemon[]
  /** Claims on incoming mail; the first feature to claim a mail gets it. */
  mailClaims?: readonly MailClaim[]
  /** Is called with the claims of all features before any handler runs. */
  receiveClaims?(claims: readonly MailClaim[]): void
  /** Clean-up steps by name. Each works in portions. */
  tidy?: Readonly<Record<string, (db: Db) => Promise<unknown>>>
  /** Republishes the jobs of the last day that no row's state records; called once after the queues were lost. */
  recover?(db: Db): Promise<unknown>
  /** Seals again, with the current key, what an earlier key sealed; returns how many values. */
  reseal?(trx: Trx, config: Config): Promise<number>
  /** Closes what the handlers opened. */
  close?(config: Config): void
}

/**
 * The declaration of a feature, all that the rest of the product knows of it. Every process loads it, so routes and
 * handlers are imported lazily.
 */
export type Feature = {
  name: string
  /** Whether this installation has it, where not all do; else its routes are not loaded. */
  wanted?(config: Config): boolean
  routes?: readonly (() => Promise<Routes>)[]
  /** Addresses of its pages in the client application, which the server answers with it. */
  pages?: readonly string[]
  worker?: () => Promise<WorkerPart>
  jobs?: readonly Job[]
  /** The moments that it handles; each has one feature that does. */
  moments?: { readonly [Name in keyof Moments]?: () => Promise<Moments[Name]> }
  /** The queues that it opens, each with the label that staff read; jobs of other features may be in them. */
  queues?: Readonly<Record<string, string>>
  /** The kinds of live events it defines, with the shape of their data, whichever feature announces them. */
  events?: Readonly<Record<string, TSchema>>
  /** The actions and fields of its entries in the audit log. */
  audited?: Audited
  /** Permissions that its routes introduced. */
  permissions?: readonly string[]
  /** Portuguese names of fields of its requests, put before the reason of a refusal. */
  fieldNames?: Readonly<Record<string, string>>
  /** States of its rows that only a job ends. */
  waits?: readonly Wait[]
  /** Tables with rows about leads, in the order in which an erasure empties them. */
  places?: readonly Place[]
  /** Its other company tables, each with the Portuguese name used where a contact is still found there. */
  tables?: Readonly<Record<string, string>>
}
