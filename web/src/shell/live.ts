import { useQueryClient } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { useEffect, useState } from 'react'
import type { LiveEvent } from '../../../services/account/activities/schema.ts'
import { failureOf, send } from '../core/http.ts'
import { token } from '../core/session.ts'
import { rereadUser } from './account.ts'
import type { Feature } from './features.ts'

const shortestWait = 1000
const longestWait = 30_000
/** The server says something at least every 20 s; after more than two silences the connection is taken for dead. */
const longestSilence = 50_000
/** Browsers allow six connections to a server over HTTP/1.1, so tabs in the background give theirs back. */
const backgroundTime = 60_000
/**
 * Up to where the events of each address are known: at first as of the moment when the server sent this page, before it
 * read anything.
 */
const cursors = new Map<string, string>()
/** Where no server filled it in, the page begins without one. */
const pageCursor = /^[\d:,]+$/.exec(document.querySelector<HTMLMetaElement>('meta[name="cursor"]')?.content ?? '')?.[0]

type LiveListener = {
  onEvent(event: LiveEvent): void
  /** Events may have been missed: whatever is shown should be read again. */
  onResync(): void
  onConnection(open: boolean): void
}

/** Follows the events of an address until the returned function is called, over lost connections and restarts. */
function openLive(address: string, { onEvent, onResync, onConnection }: LiveListener): () => void {
  const closed = new AbortController()
  let wait = shortestWait
  let attempt = new AbortController()
  let wake = () => {}

  const parser = createParser({
    onId: id => {
      cursors.set(address, id)
    },
    onEvent: ({ event, data }) => {
      if (event === 'resync') onResync()
      else if (event) onEvent({ ...JSON.parse(data), kind: event })
    }
  })

  async function follow(): Promise<void> {
    attempt = new AbortController()
    const signal = AbortSignal.any([closed.signal, attempt.signal])
    const cursor = cursors.get(address) ?? pageCursor
    const headers: HeadersInit = cursor ? { 'Last-Event-ID': cursor } : {}
    const response = await send(address, { headers, signal, timeout: false })
    if (!response.ok) {
      if (response.status === 401) closed.abort()
      await failureOf(address, response)
      return
    }
    if (!response.body) return

    wait = shortestWait
    onConnection(true)
    if (!cursor) onResync()
    parser.reset()

    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let silence = setTimeout(() => attempt.abort(), longestSilence)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(silence)
        silence = setTimeout(() => attempt.abort(), longestSilence)
        parser.feed(value)
      }
    } finally {
      clearTimeout(silence)
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!closed.signal.aborted && token() !== null) {
      await follow().catch(() => {})
      if (closed.signal.aborted) return
      if (document.visibilityState === 'visible') onConnection(false)
      await new Promise<void>(resolve => {
        wake = resolve
        if (document.visibilityState === 'visible') setTimeout(resolve, wait)
      })
      wait = Math.min(wait * 2, longestWait)
    }
  }

  let background: ReturnType<typeof setTimeout> | undefined
  const onVisibility = () => {
    clearTimeout(background)
    if (document.visibilityState === 'visible') wake()
    else background = setTimeout(() => attempt.abort(), backgroundTime)
  }
  const onOnline = () => {
    wait = shortestWait
    wake()
  }
  const onOffline = () => attempt.abort()

  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  void keepFollowing()

  return () => {
    closed.abort()
    wake()
    clearTimeout(background)
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', onOnline)
    removeEventListener('offline', onOffline)
  }
}

/** Runs at once, then at most once in each interval however often it is called, and never forgets the last call. */
function atMostEvery(interval: number, run: () => void): () => void {
  let resting = false
  let calledAgain = false
  return function call() {
    if (resting) {
      calledAgain = true
      return
    }
    resting = true
    run()
    setTimeout(() => {
      resting = false
      if (!calledAgain) return
      calledAgain = false
      call()
    }, interval)
  }
}

const announce = (name: string, detail: LiveEvent) => dispatchEvent(new CustomEvent(name, { detail }))

/**
 * Keeps what is shown up to date with the server, as the features of an area declare it. Each event of the server is
 * one of the browser too, under its kind and under the name by which a feature announces it. True while the connection
 * is lost.
 */
export function useLive(features: readonly Feature[], address = '/api/events'): boolean {
  const queryClient = useQueryClient()
  const [lost, setLost] = useState(false)

  useEffect(() => {
    const left = new AbortController()
    for (const { key, on, concerns = () => true } of features.flatMap(({ refreshes = [] }) => refreshes)) {
      // A burst of events must not cancel the answer to the first of them over and over.
      const refresh = atMostEvery(1000, () => void queryClient.invalidateQueries({ queryKey: [key] }))
      const onEvent = (event: Event) => concerns((event as CustomEvent<LiveEvent>).detail) && refresh()
      for (const name of on) addEventListener(name, onEvent, { signal: left.signal })
    }
    const announced = features.flatMap(({ announces = [] }) => announces)
    // The own rights may be others.
    const refreshRights = atMostEvery(1000, () => void rereadUser())

    const close = openLive(address, {
      onEvent: event => {
        if (event.kind === 'team-changed') refreshRights()
        announce(event.kind, event)
        for (const { of, as } of announced) if (of === event.kind) announce(as, event)
      },
      onResync: () => {
        refreshRights()
        void queryClient.invalidateQueries()
      },
      onConnection: open => setLost(!open)
    })
    return () => {
      close()
      left.abort()
    }
  }, [queryClient, features, address])

  return lost
}
