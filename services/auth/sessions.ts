import { sql } from 'kysely'
import { type Db, signalAfterCommit, sqlBuilder, type Trx } from '../core/db.ts'
import { prepare } from '../core/prepare.ts'
import type { Listener } from '../core/signals.ts'
import type { Settings } from '../settings/schema.ts'
import { internalStaff } from './rules.ts'
import type { User } from './schema.ts'
import { bySession, toUser } from './sessionUser.ts'

/** What a bearer token says: a row of `sessions`, and which of its generations. */
export type TokenClaims = { sid: string; gen: number }

/** In milliseconds; how long a session lasts is a setting. */
const sessionTimes = {
  /** A replaced token is good this much longer, for requests that were under way. */
  grace: 60_000,
  /** How long this process may rely on what it read of a session; an end is pushed to it at once. */
  cached: 5_000
}

export const timeoutText = 'Sua sessão expirou por inatividade. Entre novamente.'

type SessionRow = {
  id: string
  generation: number
  renewed: number
  seen: number
  expires: number
  user: User
  /** The employees whose leads the person sees; null for all. */
  owners: string[] | null
}

export type Refusal = { refused: 'unknown' | 'idle' }
export type Accepted = {
  user: User
  sessionId: string
  /** The employees whose leads the person sees; null for all. */
  owners: string[] | null
  /** The generation of a successor token, where it is time for one. */
  renewal: number | undefined
}

const renew = prepare<{ id: string; generation: number }>('renew-session', placeholder =>
  sqlBuilder
    .updateTable('sessions')
    .set({ generation: sql`generation + 1`, renewed_at: sql`now()`, seen_at: sql`now()` })
    .where('id', '=', placeholder('id'))
    .where('generation', '=', placeholder('generation'))
    .where('ended_at', 'is', null)
    .returning('generation')
)

const see = prepare<{ id: string }>('see-session', placeholder =>
  sqlBuilder
    .updateTable('sessions')
    .set({ seen_at: sql`now()` })
    .where('id', '=', placeholder('id'))
    .where('ended_at', 'is', null)
)

const end = prepare<{ id: string; reason: string }>('end-session', placeholder =>
  sqlBuilder
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: placeholder('reason', 'text') })
    .where('id', '=', placeholder('id'))
    .where('ended_at', 'is', null)
)

const reasonOfEnd = prepare<{ id: string }>('session-end-reason', placeholder =>
  sqlBuilder.selectFrom('sessions').select('end_reason').where('id', '=', placeholder('id'))
)

/** The sessions as one process sees them: read from the database, kept for seconds, dropped as soon as one ends. */
export class Sessions {
  readonly #db: Db
  readonly #settings: () => Promise<Settings>
  readonly #known = new Map<string, { row: SessionRow; until: number }>()
  readonly #onError: (error: unknown) => void

  constructor(db: Db, listener: Listener, settings: () => Promise<Settings>, onError: (error: unknown) => void) {
    this.#db = db
    this.#settings = settings
    this.#onError = onError
    listener.on('session', signal => {
      const id = signal.split(':')[1]
      if (id) this.#known.delete(id)
      else this.#known.clear()
    })
  }

  /** Tells whether a token is good at this moment, and marks its session as seen. */
  async check({ sid, gen }: TokenClaims, now = Date.now()): Promise<Accepted | Refusal> {
    const row = await this.#read(sid, now)
    if (!row) return { refused: await this.#whyEnded(sid) }
    if (row.expires <= now) return { refused: 'unknown' }
    const idle = (await this.#settings()).sessionIdleMinutes * 60_000
    if (row.seen + idle <= now) {
      await this.end(sid, 'idle')
      return { refused: 'idle' }
    }
    if (gen < row.generation && (gen < row.generation - 1 || row.renewed + sessionTimes.grace <= now)) {
      await this.end(sid, 'replayed')
      return { refused: 'unknown' }
    }
    if (gen > row.generation) {
      this.#known.delete(sid)
      const fresh = await this.#read(sid, now)
      if (!fresh || gen > fresh.generation) return { refused: 'unknown' }
    }
    this.#see(row, now)
    return { user: row.user, sessionId: sid, owners: row.owners, renewal: await this.#successor(row, gen, idle, now) }
  }

  /**
   * Tells whether a session still stands and is one of the company, without marking it as seen: for streams, which are
   * no sign of a person.
   */
  async alive(sid: string, companyId: string, now = Date.now()): Promise<boolean> {
    const row = await this.#read(sid, now)
    const idle = (await this.#settings()).sessionIdleMinutes * 60_000
    return row?.user.companyId === companyId && row.expires > now && row.seen + idle > now
  }

  /** Starts a session and returns what its token says. */
  async start(
    trx: Trx,
    user: Pick<User, 'id' | 'companyId' | 'role'>,
    client: { ip: string; userAgent: string | null }
  ): Promise<TokenClaims> {
    const { sessionStaffHours, sessionClientDays } = await this.#settings()
    const life = (internalStaff(user) ? sessionStaffHours : sessionClientDays * 24) * 3600_000
    const { id, generation } = await trx
      .insertInto('sessions')
      .values({
        user_id: user.id,
        company_id: user.companyId,
        expires_at: new Date(Date.now() + life),
        ip: client.ip,
        user_agent: client.userAgent
      })
      .returning(['id', 'generation'])
      .executeTakeFirstOrThrow()
    return { sid: id, gen: generation }
  }

  /** Makes every process read a session again, after something about it was changed. */
  forget(sid: string): void {
    this.#known.delete(sid)
    this.#db.signal(`session:${sid}`)
  }

  /** Ends a session everywhere. */
  async end(sid: string, reason: string): Promise<void> {
    await this.#db.everyCompanyBatch([end({ id: sid, reason })])
    this.#known.delete(sid)
    this.#db.signal(`session:${sid}`)
  }

  /** A page makes several calls at once: each of them hears of the same end, whichever was the first. */
  async #whyEnded(id: string): Promise<Refusal['refused']> {
    const [result] = await this.#db.everyCompanyBatch([reasonOfEnd({ id })])
    return result?.rows[0]?.end_reason === 'idle' ? 'idle' : 'unknown'
  }

  async #read(sid: string, now: number): Promise<SessionRow | undefined> {
    const known = this.#known.get(sid)
    if (known && known.until > now) return known.row
    const [result] = await this.#db.everyCompanyBatch([{ name: 'session', text: bySession, values: [sid] }])
    const read = result?.rows[0]
    if (!read) {
      this.#known.delete(sid)
      return undefined
    }
    const row = {
      id: sid,
      generation: read.generation,
      renewed: Number(read.renewed),
      seen: Number(read.seen),
      expires: Number(read.expires),
      user: toUser(read),
      owners: internalStaff(read) || read.employee_role === 'admin' ? null : read.owners
    }
    if (this.#known.size >= 20_000) this.#known.clear()
    this.#known.set(sid, { row, until: now + sessionTimes.cached })
    return row
  }

  /** Written at most once a minute for each session: the idle time is an hour. */
  #see(row: SessionRow, now: number): void {
    if (row.seen + 60_000 > now) return
    row.seen = now
    this.#db.everyCompanyBatch([see({ id: row.id })]).catch(this.#onError)
  }

  /**
   * The answer that carried a successor may have been lost (a page that was left, say), so a replaced token is told it
   * again for as long as it is good. Whoever heard nothing would else be signed out as a thief.
   */
  async #successor(row: SessionRow, gen: number, idle: number, now: number): Promise<number | undefined> {
    if (gen < row.generation) return row.generation
    const due = gen === row.generation && row.renewed + idle / 2 <= now
    return due ? this.#renew(row) : undefined
  }

  async #renew(row: SessionRow): Promise<number | undefined> {
    const [result] = await this.#db.everyCompanyBatch([renew({ id: row.id, generation: row.generation })])
    this.#known.delete(row.id)
    this.#db.signal(`session:${row.id}`)
    return result?.rows[0]?.generation
  }
}

/** Ends all sessions of a user, or all but one, once the transaction is committed; returns how many. */
export async function endSessionsOf(trx: Trx, userId: string, reason: string, but?: string): Promise<number> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(but !== undefined, query => query.where('id', '!=', but ?? ''))
    .returning('id')
    .execute()
  for (const { id } of ended) signalAfterCommit(trx, `session:${id}`)
  return ended.length
}

/** Makes every process read anew who the person behind these sessions is, once the transaction is committed. */
export async function refreshSessionsOf(trx: Trx, userId: string): Promise<void> {
  const open = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  for (const { id } of open) signalAfterCommit(trx, `session:${id}`)
}
