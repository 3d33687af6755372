import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../core/db.ts'
import { isRefused } from '../../core/errors.ts'
import { NotYet } from '../../core/queues.ts'
import { retried } from '../../core/retried.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import type { Carrier, Delivery, Outlet, Parts, Recipient } from './carrier.ts'
import { carriers } from './carriers.ts'
import { countLane, leaseSeconds, leaveLane, restAfter, restLane, roomOf, takeLane } from './lane.ts'
import { claim, type Due, dueCampaigns, nameLost, type Settled, settle } from './ledger.ts'
import { activeLanes, announceCampaign, finishCampaigns, pauseByItself, pauseOfRefusals } from './moves.ts'
import { type CarrierKind, campaignTexts, pauseRules } from './rules.ts'

/** Milliseconds of one run of sending: then other companies, and a stop of the worker, have their turn. */
const slice = 15_000

/**
 * Times as many recipients as are handed over at once: claimed in all, so that the next ones are there when a
 * connection is free, and with those whose end is not stored yet. Recipients that are claimed when a worker dies are
 * never sent to.
 */
const [maxClaimed, maxUnstored] = [2, 4]

/** Connections in a row that were lost, after which a run ends. */
const lostInRow = 3

/** Outcomes after which the other side has the message, may have it, or refused it. */
const handedOver: ReadonlySet<Settled['outcome']['state']> = new Set(['accepted', 'unknown', 'rejected'])

/** Milliseconds between two announcements of how far a campaign has come. */
const announceEvery = 1000

/**
 * Sends what is due of a company's campaigns by one carrier, in this worker alone. Returns when nothing is due, another
 * worker has the lane, or it rests; where its time is over it asks to come again at once (`NotYet`).
 */
export async function sendDue(parts: Parts, companyId: string, kind: CarrierKind): Promise<void> {
  const carrier = carriers[kind]
  const holder = randomBytes(8).toString('hex')
  const scope = { id: companyId, held: true, deleted: true }
  const { db } = parts
  const lane = await db.company(scope, trx => takeLane(trx, companyId, kind, holder))
  if (!lane) return
  try {
    await db.company(scope, trx => nameLost(trx, companyId, kind, holder))
    const due = await db.company(scope, trx => dueCampaigns(trx, companyId, kind))
    if (due.length === 0) return
    const key = await erasureKey(db, parts.config)
    const outlet = await openOrPause(parts, companyId, carrier, key)
    if (!outlet) return
    try {
      const run = new Run({ ...parts, companyId, carrier, holder, key, outlet })
      for (const campaign of due) await run.send(campaign)
      if (run.timeIsOver) throw new NotYet(10)
    } finally {
      outlet.close()
    }
  } finally {
    await db.company(scope, async trx => {
      await finishCampaigns(trx, companyId, kind)
      await leaveLane(trx, companyId, kind, holder)
    })
  }
}

/** Opens the outlet; pauses the campaigns, with the reason, where a person must mend something. */
async function openOrPause(
  parts: Parts,
  companyId: string,
  carrier: Carrier,
  key: Buffer
): Promise<Outlet | undefined> {
  try {
    return await carrier.open(parts, companyId, key)
  } catch (error) {
    if (!isRefused(error)) throw error
    await parts.db.company(companyId, trx => pauseByItself(trx, companyId, carrier.kind, error.message))
    return undefined
  }
}

type Claimed = { taken: Recipient[]; passed: number; wait?: number }

type Context = Parts & { companyId: string; carrier: Carrier; holder: string; key: Buffer; outlet: Outlet }

/** The work of one worker on one lane, for as long as a slice. */
class Run {
  readonly #context: Context
  readonly #until = performance.now() + slice
  readonly #underWay = new Set<Promise<void>>()
  /** Those of them that the other side has not answered for, and of these how many it was given. */
  readonly #claimed = new Set<Promise<unknown>>()
  #delivering = 0
  readonly #waiting: (() => void)[] = []
  readonly #ended: Settled[] = []
  #storing: Promise<void> | undefined
  #failure: unknown
  #stopped = false
  #announced = 0
  /** Refusals since they were last looked at, and connections that were lost in a row. */
  #refused = 0
  #lost = 0
  #leased = performance.now()
  /** How many may still begin by the pace of the hour and the day, as the lane said when it was last asked. */
  #room = 0
  /** Mails that may begin now by the pace of a second. */
  #tokens = 1
  #filled = performance.now()

  constructor(context: Context) {
    this.#context = context
  }

  /** Whether something may still be due. */
  get timeIsOver(): boolean {
    return !this.#stopped && performance.now() >= this.#until
  }

  /** Sends a campaign until nothing of it is due, the time is over, or the lane stops. */
  async send(campaign: Due): Promise<void> {
    if (this.#stopped || this.timeIsOver) return
    const { companyId, outlet, carrier, db } = this.#context
    let delivery: Delivery
    try {
      delivery = await outlet.load(campaign)
    } catch (error) {
      if (!isRefused(error)) throw error
      return db.company(companyId, trx =>
        pauseByItself(trx, companyId, carrier.kind, error.message, { only: campaign.id })
      )
    }
    try {
      await this.#loop(campaign, delivery)
    } finally {
      // The lane is given up only once nothing is under way.
      await Promise.all(this.#underWay)
      await this.#storing
    }
    if (this.#failure) throw this.#failure
    await this.#announce(campaign.id, true)
  }

  async #loop(campaign: Due, delivery: Delivery): Promise<void> {
    const { outlet } = this.#context
    while (!this.#stopped && !this.#failure && performance.now() < this.#until) {
      const { concurrent } = outlet.pace
      const free = Math.min(
        maxClaimed * concurrent - this.#claimed.size,
        maxUnstored * concurrent - this.#underWay.size
      )
      // Each claim waits for the disk, so that a few at a time would leave the connections without work.
      const limit = free < concurrent / 2 ? 0 : Math.min(free, this.#mayBegin())
      if (limit <= 0) {
        await this.#wait()
        continue
      }
      const underWay = this.#underWay.size
      const { taken, passed, wait } = await this.#claim(campaign, limit, delivery)
      if (wait !== undefined) {
        await sleep(1000 * Math.min(wait, 1))
        continue
      }
      if (taken.length === 0 && passed === 0) {
        // Mails under way may have used the room that is left, or free some when they end.
        if (underWay === 0) return
        await this.#wait()
      }
      this.#tokens -= taken.length
      for (const recipient of taken) {
        const handed = this.#deliver(recipient, delivery).finally(() => this.#claimed.delete(handed))
        this.#claimed.add(handed)
        const work = handed
          .then(outcome => this.#settle({ recipient, outcome }))
          .catch(error => {
            this.#failure ??= error
          })
          .finally(() => this.#underWay.delete(work))
        this.#underWay.add(work)
      }
      await this.#announce(campaign.id)
    }
  }

  /** Hands a message over as soon as a connection is free; not at all where the run has stopped meanwhile. */
  async #deliver(recipient: Recipient, delivery: Delivery): Promise<Settled['outcome']> {
    const { concurrent } = this.#context.outlet.pace
    while (this.#delivering >= concurrent) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#delivering++
    try {
      return this.#stopped ? { state: 'unreachable', answer: null } : await delivery.send(recipient)
    } finally {
      this.#delivering--
      this.#waiting.shift()?.()
    }
  }

  /** Until one that is under way has gone a step further, or a moment has passed. */
  async #wait(): Promise<void> {
    await Promise.race([...this.#claimed, ...this.#underWay, sleep(100)]).catch(() => {})
  }

  /** How many may begin now by the pace of a second. */
  #mayBegin(): number {
    const { perSecond } = this.#context.outlet.pace
    if (perSecond === null) return Number.POSITIVE_INFINITY
    const now = performance.now()
    this.#tokens = Math.min(Math.max(1, perSecond / 4), this.#tokens + ((now - this.#filled) / 1000) * perSecond)
    this.#filled = now
    return Math.floor(this.#tokens)
  }

  /** Claims recipients; `wait`: none now, as others use the way for so many seconds. */
  async #claim(campaign: Due, limit: number, delivery: Delivery): Promise<Claimed> {
    const { db, companyId, carrier, holder, key, outlet } = this.#context
    const renews = performance.now() - this.#leased > (leaseSeconds * 1000) / 4
    return db.company({ id: companyId, held: true, deleted: true }, async trx => {
      if (this.#room <= 0 || renews) {
        const lane = await takeLane(trx, companyId, carrier.kind, holder)
        // Another worker has it: this one was silent for too long.
        if (!lane) return this.#stop()
        this.#leased = performance.now()
        const left = roomOf(outlet.pace, lane)
        // Those under way are not counted yet.
        this.#room = left.room - this.#underWay.size
        if (left.room <= 0) await restLane(trx, companyId, carrier.kind, left.wait)
        if (left.room <= 0) return this.#stop()
        if (this.#room <= 0) return { taken: [], passed: 0 }
      }
      const shared = await delivery.room?.(trx)
      if (shared?.stops) {
        await pauseByItself(trx, companyId, carrier.kind, shared.stops)
        return this.#stop()
      }
      if (shared && shared.room <= 0) {
        if (!shared.rests) return { taken: [], passed: 0, wait: shared.wait }
        await restLane(trx, companyId, carrier.kind, shared.wait, shared.rests)
        return this.#stop()
      }
      const wanted = Math.min(limit, this.#room, shared?.room ?? limit)
      const found = await claim(trx, { ...campaign, companyId, campaignId: campaign.id, carrier, key, holder }, wanted)
      if (found.taken.length > 0) await delivery.begin?.(trx, found.taken)
      this.#room -= found.taken.length
      return found
    })
  }

  #stop(): Claimed {
    this.#stopped = true
    return { taken: [], passed: 0 }
  }

  /** Stores it together with what ended while the last ones were being stored; resolves once it is. */
  async #settle(settled: Settled): Promise<void> {
    this.#ended.push(settled)
    while (this.#ended.includes(settled)) {
      this.#storing ??= this.#store().finally(() => {
        this.#storing = undefined
      })
      await this.#storing
    }
  }

  async #store(): Promise<void> {
    const batch = [...this.#ended]
    try {
      await retried(() => this.#note(batch))
    } finally {
      this.#ended.splice(0, batch.length)
    }
  }

  async #note(batch: readonly Settled[]): Promise<void> {
    const { db, companyId, carrier, key, outlet } = this.#context
    const count = (state: string) => batch.filter(({ outcome }) => outcome.state === state).length
    const broken = batch.filter(({ outcome }) => outcome.state === 'later' && outcome.broken).length
    const lost = count('unreachable') + broken
    const reached = batch.length > lost + count('unknown')
    const sent = batch.length - count('unreachable') - count('again') - broken - count('stopped')
    // Counted once it is stored: this may be tried several times.
    const lostNow = reached ? 0 : this.#lost + lost
    const failed = lostNow >= lostInRow && !this.#stopped
    const refusedNow = this.#refused + count('rejected')
    const looksAtRefusals = refusedNow >= pauseRules.from / 4
    await db.company({ id: companyId, held: true, deleted: true }, async trx => {
      await settle(trx, companyId, key, carrier.audience, batch)
      const kept = batch.filter(({ outcome }) => !handedOver.has(outcome.state))
      await outlet.takeBack?.(
        trx,
        kept.map(({ recipient }) => recipient.id)
      )
      const failures = await countLane(trx, companyId, carrier.kind, { sent, reached, failed })
      const stopping = batch.find(({ outcome }) => outcome.state === 'stopped')
      if (stopping?.outcome.state === 'stopped') {
        const { problem, answer, only, hours } = stopping.outcome
        const said = answer ? ` Resposta do servidor: ${answer}` : ''
        await pauseByItself(trx, companyId, carrier.kind, `${problem}${said}`, {
          only: only ? stopping.recipient.campaignId : null,
          hours
        })
      } else if (failed && failures >= pauseRules.runs)
        await pauseByItself(trx, companyId, carrier.kind, campaignTexts.connections)
      else if (failed) await restLane(trx, companyId, carrier.kind, restAfter(failures))
      if (looksAtRefusals) {
        const campaigns = new Set(batch.map(({ recipient }) => recipient.campaignId))
        for (const id of campaigns) await pauseOfRefusals(trx, companyId, id)
      }
    })
    this.#lost = lostNow
    this.#refused = looksAtRefusals ? 0 : refusedNow
    if (failed || count('stopped') > 0) this.#stopped = true
  }

  async #announce(campaignId: string, always = false): Promise<void> {
    if (!always && performance.now() - this.#announced < announceEvery) return
    this.#announced = performance.now()
    const { db, companyId } = this.#context
    await db.company(companyId, trx => announceCampaign(trx, companyId, campaignId))
  }
}

/** The lanes that have something to send now, or something that a worker left. */
export async function findLanes(db: Db): Promise<{ companyId: string; carrier: CarrierKind }[]> {
  return db.everyCompany(activeLanes)
}
