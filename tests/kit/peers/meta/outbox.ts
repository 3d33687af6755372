import { createHmac } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import { asMeta, bodyOf } from './bodies.ts'
import type { Channel, Fields } from './world.ts'

/** Something that the provider reports to the business: one message, one state, one change of a template. */
export type Happening = {
  /** The id of its message. */
  id: string
  channel: Channel
  /** The WhatsApp Business Account or the Instagram account. */
  entry: string
  /** The field of the change; for Instagram also `messaging` or `standby`. */
  field: string
  value: Fields
  at: number
}

export type Delivery = {
  channel: Channel
  url: string
  /** Exactly what is sent and signed. */
  body: string
  ids: string[]
  /** HTTP status of each attempt, or why there was none. */
  attempts: (number | string)[]
  delivered: boolean
}

/** The part that happenings of one POST share: a list of messages, a list of changes, or only the POST itself. */
export type Grouping = 'messages' | 'changes' | 'entries'

/** How a provider spoils the order: the same seed, the same order. `delay`: milliseconds between two. */
export type Disorder = { shuffle?: number; repeat?: number; delay?: number; parallel?: number }

export type Target = { url: string; secret: string }

export type Outbox = {
  add(happening: Happening): Happening
  /** Joins what has not been delivered yet into one POST a channel. */
  batch(happenings: Happening[], as?: Grouping): void
  /** Keeps back what happens from now on, until `deliver`. */
  hold(): void
  /** Delivers what waits; resolves when all of it was answered with 200 or given up. */
  deliver(disorder?: Disorder): Promise<void>
  /** Resolves when nothing waits for an answer or for another attempt. */
  settled(): Promise<void>
  deliveries: Delivery[]
  undelivered(): Delivery[]
  /** Tries again what had been given up. */
  redeliver(): Promise<void>
  /** Milliseconds before each further attempt. */
  retries: number[]
  close(): void
}

export const sign = (body: string, secret: string, algorithm: 'sha256' | 'sha1' = 'sha256'): string =>
  `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`

const patience = 10_000

/**
 * Delivers webhooks until they are answered with 200. `targetOf` says where to; nowhere keeps them undelivered.
 * `isWanted`: whether the business subscribed to it at all.
 */
export function openOutbox(
  targetOf: (happening: Happening) => Target | undefined,
  isWanted: (happening: Happening) => boolean
): Outbox {
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  const firsts = new WeakMap<Delivery, Happening>()
  let waiting: { happenings: Happening[]; as: Grouping }[] = []
  let held = false
  let scheduled = false
  // First attempts run one after the other; a retry does not hold up later ones.
  let line: Promise<unknown> = Promise.resolve()

  const outbox: Outbox = {
    retries: [50, 200, 800, 2000],
    deliveries: [],
    undelivered: () => outbox.deliveries.filter(({ delivered }) => !delivered),
    add(happening) {
      if (isWanted(happening)) {
        waiting.push({ happenings: [happening], as: 'messages' })
        schedule()
      }
      return happening
    },
    batch(happenings, as = 'messages') {
      const joined = new Set(happenings)
      waiting = waiting.filter(group => !group.happenings.some(each => joined.has(each)))
      for (const channel of ['whatsapp', 'instagram'] as const) {
        const group = happenings.filter(each => each.channel === channel && isWanted(each))
        if (group.length > 0) waiting.push({ happenings: group, as })
      }
      schedule()
    },
    hold() {
      held = true
    },
    deliver(disorder = {}) {
      held = false
      const posts = disordered(take(), disorder)
      const { delay = 0, parallel = 1 } = disorder
      const lanes = Array.from({ length: parallel }, async (_, lane) => {
        for (const [index, post] of posts.entries()) {
          if (index % parallel !== lane) continue
          if (delay > 0) await pass(delay, undefined, { signal: ending.signal }).catch(() => undefined)
          await track(attempt(post))
        }
      })
      return track(Promise.all(lanes)).then(outbox.settled)
    },
    async settled() {
      while (waiting.length > 0 && !held) await new Promise(setImmediate)
      while (running.size > 0) await Promise.all(running)
    },
    async redeliver() {
      await Promise.all(outbox.undelivered().map(delivery => track(attempt(delivery))))
      await outbox.settled()
    },
    close: () => ending.abort()
  }

  /** Leaves the rest of the current turn time to join, shuffle or hold what happened. */
  function schedule(): void {
    if (scheduled || held) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (held) return
      for (const post of take()) line = track(line.then(() => attempt(post)))
    })
  }

  function take(): Delivery[] {
    const posts = waiting.flatMap(({ happenings, as }): Delivery[] => {
      const [first] = happenings
      if (!first) return []
      const body = asMeta(bodyOf(happenings, as))
      const ids = happenings.map(({ id }) => id)
      const post = { channel: first.channel, url: '', body, ids, attempts: [], delivered: false }
      firsts.set(post, first)
      return [post]
    })
    waiting = []
    outbox.deliveries.push(...posts)
    return posts
  }

  function track<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  async function attempt(post: Delivery, tries = 0): Promise<void> {
    const first = firsts.get(post)
    const target = first && targetOf(first)
    if (!target || ending.signal.aborted) return
    post.url = target.url
    const outcome = await send(post, target.secret, ending.signal)
    post.attempts.push(outcome)
    if (outcome === 200) post.delivered = true
    const wait = outbox.retries[tries]
    if (outcome === 200 || wait === undefined) return
    void track(
      pass(wait, undefined, { signal: ending.signal }).then(
        () => attempt(post, tries + 1),
        () => undefined
      )
    )
  }

  return outbox
}

async function send({ url, body }: Delivery, secret: string, ending: AbortSignal): Promise<number | string> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    'facebook-api-version': 'v26.0',
    'x-hub-signature': sign(body, secret, 'sha1'),
    'x-hub-signature-256': sign(body, secret)
  }
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(patience)])
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    return String(error)
  }
}

function disordered(posts: Delivery[], { shuffle, repeat = 1 }: Disorder): Delivery[] {
  const all = Array.from({ length: repeat }, () => posts).flat()
  if (shuffle === undefined) return all
  const random = seeded(shuffle)
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [all[other] as Delivery, all[last] as Delivery]
  }
  return all
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
