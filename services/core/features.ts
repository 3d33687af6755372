import type { Config } from './config.ts'
import type { Db, Trx } from './db.ts'
import type { Context, Handler } from './handlers.ts'
import type { App } from './http.ts'
import type { Job } from './jobs.ts'
import type { Queues } from './queues.ts'
import type { Listener } from './signals.ts'

/** A table whose rows tell of leads, and the columns by which they name them. */
export type Place = {
  table: string
  columns: readonly string[]
  /** In the certificate, and where something is left. */
  label: string
  /** Whether its rows go, or stay without what they told. */
  fate: 'gone' | 'emptied'
}

/** What the application has open for whoever registers routes. */
export type Parts = {
  listener: Listener
  queues: Queues
  features: readonly Feature[]
  /** Folder of the built web application; without it only the API is served. */
  web: string | undefined
}

export type Routes = { register(app: App, parts: Parts): void | Promise<void> }

/** Something that is done again and again. It may be killed at any moment and run twice at once. */
export type Schedule = {
  name: string
  /** In milliseconds. */
  every: number
  run(context: Pick<Context, 'db' | 'config' | 'log'>): Promise<unknown>
}

/** What a feature has to do in the workers. */
export type WorkerPart = {
  handlers?: readonly Handler[]
  schedules?: readonly Schedule[]
  /** What removes what has served its time, in portions, by name. */
  tidy?: Readonly<Record<string, (db: Db) => Promise<unknown>>>
  /** Seals anew, with the current key, what an earlier one sealed; returns how much it was. */
  reseal?(trx: Trx, config: Config): Promise<number>
  /** Lets go of what the handlers hold open. */
  close?(config: Config): void
}

/**
 * All that the rest needs to know of a feature. It is read everywhere and hence light: what serves requests, and what
 * works on jobs, is loaded by the processes that do so.
 */
export type Feature = {
  name: string
  routes?: readonly (() => Promise<Routes>)[]
  worker?: () => Promise<WorkerPart>
  jobs?: readonly Job[]
  /** The kinds of live events that are its own, whoever announces them. */
  events?: readonly string[]
  /** Permissions that its routes were made for. */
  permissions?: readonly string[]
  /** Where it keeps what tells of leads, in the order in which it is emptied. */
  places?: readonly Place[]
  /** Its other tables of a company, as a sentence names them where a contact is still found there. */
  tables?: Readonly<Record<string, string>>
}
