import type { Logger } from 'pino'
import type { Db } from '../services/core/db.ts'
import type { Schedule } from '../services/core/features.ts'
import { type Handler, on } from '../services/core/handlers.ts'
import { diedThrice, scheduledRun, scheduleQueue } from '../services/core/jobs.ts'
import { takeLocks } from '../services/core/locks.ts'
import { NotYet, type Queues } from '../services/core/queues.ts'
import { keepDeadLetter } from './deadLetters.ts'

/** Milliseconds until the schedules are registered again: the store may be away at first, or be emptied later. */
const lookAgain = { failed: 2000, done: 60_000 }

/** Registers the schedules with the queues' store, and again from time to time. Returns the function that stops it. */
export function startScheduling(db: Db, queues: Queues, schedules: readonly Schedule[], log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async () => {
    let wait = lookAgain.done
    await oneAtATime(db, () => queues.schedule(scheduleQueue, schedules)).catch(error => {
      wait = lookAgain.failed
      log.warn({ err: error }, 'nothing scheduled')
    })
    if (!stopped) timer = setTimeout(look, wait)
  }
  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Two workers that miss a schedule at the same time would each add a first run: BullMQ reads it, then writes it. */
const oneAtATime = (db: Db, work: () => Promise<void>) =>
  db.everyCompany(async trx => {
    await takeLocks(trx, null, 'schedules')
    await work()
  })

/**
 * Runs a schedule in one of any number of workers. A failed run is kept as a dead letter until one succeeds, and the
 * next run tries again. A run that is due while another is active is skipped, or waits where somebody requested it.
 */
export function scheduleHandler({ name, run }: Schedule, queues: Queues): Handler {
  return on(scheduledRun(name), async ({ requested }, { db, config, log, jobId }) => {
    if (!(await takeTurn(db, queues, name, jobId))) {
      if (requested) throw new NotYet(1000)
      return
    }
    try {
      await run({ db, config, log })
      await forgetFailure(db, name)
    } catch (error) {
      log.warn({ err: error }, 'scheduled run failed')
      await db.everyCompany(trx => keepDeadLetter(trx, scheduleQueue, scheduleLetter(name), error))
    } finally {
      // A turn that is left behind is taken over once its job is no longer active.
      await leaveTurn(db, name, jobId).catch(() => {})
    }
  })
}

/**
 * Takes the turn of a schedule for a job; false while another run is under way. The turn of a job that is not active
 * any more is of a worker that was killed.
 */
async function takeTurn(db: Db, queues: Queues, name: string, jobId: string): Promise<boolean> {
  const turn = await db.everyCompany(async trx => {
    const mine = { name, job_id: jobId }
    await trx
      .insertInto('schedule_turns')
      .values(mine)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return trx.selectFrom('schedule_turns').select('job_id').where('name', '=', name).executeTakeFirst()
  })
  if (turn === undefined || turn.job_id === jobId) return turn !== undefined
  // Read after the turn: a job is active before it takes one, and until it has left it.
  const active = await queues.active(scheduleQueue)
  if (active.some(({ id }) => id === turn.job_id)) return false
  const taken = await db.everyCompany(trx =>
    trx
      .updateTable('schedule_turns')
      .set({ job_id: jobId })
      .where('name', '=', name)
      .where('job_id', '=', turn.job_id)
      .executeTakeFirst()
  )
  return taken.numUpdatedRows === 1n
}

const leaveTurn = (db: Db, name: string, jobId: string) =>
  db.everyCompany(trx =>
    trx.deleteFrom('schedule_turns').where('name', '=', name).where('job_id', '=', jobId).execute()
  )

const letterOf = (name: string) => `schedule ${name}`

/** The one dead letter of a schedule, for as long as its last run has failed. */
export const scheduleLetter = (name: string) => ({
  id: letterOf(name),
  name,
  data: { requested: true },
  attempts: 1
})

/** Whether the last run of a schedule ended its processes; the next one runs alone from the start. */
export async function hasDied(db: Db, name: string): Promise<boolean> {
  const letter = await db.everyCompany(trx =>
    trx
      .selectFrom('failed_jobs')
      .select('id')
      .where('job_id', '=', letterOf(name))
      .where('error', '=', diedThrice)
      .executeTakeFirst()
  )
  return letter !== undefined
}

const forgetFailure = (db: Db, name: string) =>
  db.everyCompany(trx => trx.deleteFrom('failed_jobs').where('job_id', '=', letterOf(name)).execute())
