import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../services/core/db.ts'
import type { Daemon } from '../services/core/features.ts'

type Services = Parameters<Daemon['run']>[0]
type Daemons = { close(): Promise<void> }

/** Seconds without a sign of life after which another worker takes over, and milliseconds between two signs. */
const [leaseSeconds, signEvery] = [10, 2500]

/** Milliseconds after which what has failed runs again. */
const restart = 2000

/**
 * Runs each daemon in one of any number of workers: in the one that has its lease. A worker that cannot renew it stops
 * before another one may take it.
 */
export function startDaemons(daemons: readonly Daemon[], services: Services): Daemons {
  const wanted = daemons.filter(daemon => daemon.wanted(services.config))
  const kept = wanted.map(daemon => keep(daemon, services))
  return {
    close: async () => {
      await Promise.all(kept.map(each => each.close()))
    }
  }
}

function keep(daemon: Daemon, services: Services): Daemons {
  const { db, log } = services
  const holder = randomUUID()
  const ending = new AbortController()
  let turn: { stop: AbortController; done: Promise<void> } | undefined
  let heldUntil = 0

  const stop = async () => {
    turn?.stop.abort()
    await turn?.done
    turn = undefined
  }
  const look = async () => {
    const requestedAt = performance.now()
    const held = await lease(db, daemon.name, holder).catch(error => {
      log.warn({ err: error, daemon: daemon.name }, 'lease not renewed')
      return undefined
    })
    if (held) heldUntil = requestedAt + leaseSeconds * 1000
    // The lease is given up early: stopping takes a while.
    const sure = held ?? performance.now() < heldUntil - 2 * signEvery
    if (!sure) await stop()
    else if (held && !turn) {
      log.info({ daemon: daemon.name }, 'daemon runs here')
      const stop = new AbortController()
      turn = { stop, done: run(daemon, services, stop.signal) }
    }
  }
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await look()
      await sleep(signEvery, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    close: async () => {
      ending.abort()
      await looking
      await stop()
      // So that another worker need not wait.
      await db
        .everyCompany(trx =>
          trx.deleteFrom('worker_leases').where('name', '=', daemon.name).where('holder', '=', holder).execute()
        )
        .catch(() => {})
    }
  }
}

/** Takes or renews a lease; false while another worker has it. */
async function lease(db: Db, name: string, holder: string): Promise<boolean> {
  const { rows } = await db.everyCompany(trx =>
    sql`insert into worker_leases as l (name, holder, held_until)
      values (${name}, ${holder}, now() + ${sql.lit(leaseSeconds)} * interval '1 second')
      on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
        where l.holder = excluded.holder or l.held_until < now()
      returning name`.execute(trx)
  )
  return rows.length > 0
}

/** Runs it until the signal, again where it fails. */
async function run(daemon: Daemon, services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await daemon
      .run(services, signal)
      .catch(error => signal.aborted || services.log.warn({ err: error, daemon: daemon.name }, 'daemon failed'))
    await sleep(restart, undefined, { signal }).catch(() => {})
  }
}
