import { sql } from 'kysely'
import { type Db, signalAfterCommit, sqlBuilder, type Trx } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import type { Listener } from '../../core/signals.ts'
import type { Settings } from '../settings/schema.ts'
import { internalStaff } from './rules.ts'
import type { User } from './schema.ts'
import { bySession, toUser } from './sessionUser.ts'

/** The claims of a bearer token: a row of `sessions`, and one of its generations. */
export type TokenClaims = { sid: string; gen: number }

/** In milliseconds; the length of a session is a setting. */
const sessionTimes = {
  /** A replaced token stays valid this long, for requests under way. */
  grace: 60_000,
  /** How long a process caches a session; its end is signalled at once. */
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
  /** Owners whose leads the person sees; null for all. */
  owners: string[] | null
}

export type Refusal = { refused: 'unknown' | 'idle' }
export type Accepted = {
  user: User
  sessionId: string
  /** Owners whose leads the person sees; null for all. */
  owners: string[] | null
  /** The generation of the successor token, when one is due. */
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

/** The sessions as one process sees them: cached for seconds, dropped when one ends. */
export class Sessions {
  readonly #db: Db
  readonly #settings: () => Promise<Settings>
  readonly #cache = new Map<string, { row: SessionRow; until: number }>()
  readonly #onError: (error: unknown) => void

  constructor(db: Db, listener: Listener, settings: () => Promise<Settings>, onError: (error: unknown) => void) {
    this.#db = db
    this.#settings = settings
    this.#onError = onError
    listener.on('session', signal => {
      const id = signal.split(':')[1]
      if (id) this.#cache.delete(id)
      else this.#cache.clear()
    })
  }

  /** Checks a token, and marks its session as used. */
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
      this.#cache.delete(sid)
      const fresh = await this.#read(sid, now)
      if (!fresh || gen > fresh.generation) return { refused: 'unknown' }
    }
    this.#see(row, now)
    return { user: row.user, sessionId: sid, owners: row.owners, renewal: await this.#successor(row, gen, idle, now) }
  }

  /**
   * The follower of an open session that belongs to the company, or to none with null; undefined where it has ended.
   * The session is not marked as used: an open stream is no sign of activity.
   */
  async follower(
    sid: string,
    companyId: string | null,
    now = Date.now()
  ): Promise<Pick<Accepted, 'owners'> | undefined> {
    const row = await this.#read(sid, now)
    const idle = (await this.#settings()).sessionIdleMinutes * 60_000
    const open = row && row.user.companyId === companyId && row.expires > now && row.seen + idle > now
    return open ? { owners: row.owners } : undefined
  }

  /** Starts a session and returns its token's claims. */
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

  /** Drops a session from every process's cache, after a change. */
  forget(sid: string): void {
    this.#cache.delete(sid)
    this.#db.signal(`session:${sid}`)
  }

  /** Ends a session everywhere. */
  async end(sid: string, reason: string): Promise<void> {
    await this.#db.everyCompanyBatch([end({ id: sid, reason })])
    this.#cache.delete(sid)
    this.#db.signal(`session:${sid}`)
  }

  /** A page makes several calls at once, and each must get the same reason. */
  async #whyEnded(id: string): Promise<Refusal['refused']> {
    const [result] = await this.#db.everyCompanyBatch([reasonOfEnd({ id })])
    return result?.rows[0]?.end_reason === 'idle' ? 'idle' : 'unknown'
  }

  async #read(sid: string, now: number): Promise<SessionRow | undefined> {
    const cached = this.#cache.get(sid)
    if (cached && cached.until > now) return cached.row
    const [result] = await this.#db.everyCompanyBatch([{ name: 'session', text: bySession, values: [sid] }])
    const read = result?.rows[0]
    if (!read) {
      this.#cache.delete(sid)
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
    if (this.#cache.size >= 20_000) this.#cache.clear()
    this.#cache.set(sid, { row, until: now + sessionTimes.cached })
    return row
  }

  /** Written at most once a minute for each session; the idle timeout is much longer. */
  #see(row: SessionRow, now: number): void {
    if (row.seen + 60_000 > now) return
    row.seen = now
    this.#db.everyCompanyBatch([see({ id: row.id })]).catch(this.#onError)
  }

  /**
   * The response with a successor may have been lost (a closed page, for example), so a replaced token gets it again
   * while it is valid. Otherwise its later use would count as theft and end the session.
   */
  async #successor(row: SessionRow, gen: number, idle: number, now: number): Promise<number | undefined> {
    if (gen < row.generation) return row.generation
    const due = gen === row.generation && row.renewed + idle / 2 <= now
    return due ? this.#renew(row) : undefined
  }

  async #renew(row: SessionRow): Promise<number | undefined> {
    const [result] = await this.#db.everyCompanyBatch([renew({ id: row.id, generation: row.generation })])
    this.#cache.delete(row.id)
    this.#db.signal(`session:${row.id}`)
    return result?.rows[0]?.generation
  }
}

/** Ends all sessions of a user, except one if given, when the transaction commits; returns how many. */
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

/** Drops the person's sessions from every process's cache when the transaction commits. */
export async function refreshSessionsOf(trx: Trx, userId: string): Promise<void> {
  const open = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  for (const { id } of open) signalAfterCommit(trx, `session:${id}`)
}
