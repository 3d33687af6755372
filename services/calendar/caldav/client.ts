import {
  createAccount,
  createObject,
  type DAVResponse,
  davRequest,
  deleteObject,
  fetchCalendars,
  updateObject
} from 'tsdav'
import { cut } from '../../core/rules.ts'
import { appointmentOf } from '../appointments/calendarText.ts'
import { sentenceOf } from '../appointments/externalReading.ts'

export type Login = { url: string; username: string; password: string }

/** A calendar of an account; `href` is its whole address. */
export type RemoteCalendar = { href: string; name: string }

/** An object of a calendar; `data` is null where it is not there any more. */
export type RemoteEntry = { href: string; etag: string | null; data: string | null }

/** Bytes of an answer, and milliseconds for it. */
export const largestAnswer = 8 * 1024 * 1024
const patience = 20_000
/** Milliseconds for a visit. */
const visitPatience = 300_000
/** Calls of one visit: the search for calendars asks about each of them. */
const maxCalls = 120
const maxCalendars = 50

/** The server refused, or did not say what was asked. */
export class CaldavError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The calendar server answered with ${status}`)
    this.status = status
  }
}

const refusals = new Map([
  [401, 'O servidor recusou o usuário ou a senha. No iCloud, use uma senha específica de app.'],
  [403, 'O servidor não deixa esta conta usar a agenda.'],
  [404, 'Não há agendas neste endereço. Confira o endereço CalDAV da conta.'],
  [502, 'O servidor respondeu, mas não como um servidor de agendas responde.'],
  [405, 'Este endereço não é de um servidor CalDAV.'],
  [507, 'A conta da agenda está sem espaço.']
])

/** A failure in a sentence for the account's person. */
export function caldavSentence(failure: unknown): string {
  if (!(failure instanceof CaldavError)) return sentenceOf(failure)
  return refusals.get(failure.status) ?? `O servidor da agenda respondeu com o erro ${failure.status}.`
}

/**
 * A visit to an account (RFC 4791). Its calls throw a `CaldavError` for a refusal, and what `fetchCalendar` throws where
 * there is no answer. It stays with https where the account's address has it, whatever a server names.
 */
export function openCaldav({ url, username, password }: Login, fetchCalendar: typeof fetch) {
  const secure = new URL(url).protocol === 'https:'
  const statuses: number[] = []
  const end = AbortSignal.timeout(visitPatience)
  const ask: typeof fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input)
    if (secure && address.protocol !== 'https:') throw new CaldavError(404)
    if (statuses.length >= maxCalls) throw new CaldavError(508)
    const answer = await fetchCalendar(address, {
      ...init,
      signal: AbortSignal.any([end, AbortSignal.timeout(patience)])
    })
    statuses.push(answer.status)
    return answer
  }
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const common = { headers: { authorization }, fetch: ask }

  /** A question about a calendar's objects. The library's own calls take one object that is gone for a failure of all. */
  async function report(url: string, name: string, body: object): Promise<DAVResponse[]> {
    const answers = await davRequest({
      url,
      init: {
        method: 'REPORT',
        namespace: 'c',
        headers: { ...common.headers, depth: '1' },
        body: {
          [name]: {
            _attributes: { 'xmlns:d': 'DAV:', 'xmlns:c': 'urn:ietf:params:xml:ns:caldav' },
            'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
            ...body
          }
        }
      },
      fetch: ask
    })
    const [only] = answers
    const { multistatus } = (only?.raw ?? {}) as { multistatus?: object }
    if (answers.length === 1 && only && multistatus === undefined) throw new CaldavError(only.ok ? 502 : only.status)
    return answers
  }

  return {
    /** The calendars of the account that take appointments. */
    async calendars(): Promise<RemoteCalendar[]> {
      try {
        const account = await createAccount({ account: { serverUrl: url, accountType: 'caldav' }, ...common })
        const found = await fetchCalendars({ account, ...common })
        return found
          .filter(({ components = [] }) => components.length === 0 || components.includes('VEVENT'))
          .slice(0, maxCalendars)
          .map(({ url: href, displayName }) => ({ href, name: nameOf(displayName, href) }))
      } catch (failure) {
        // The library says what it did not find; the reason is the answer that it got.
        const refusal = [401, 403, 507].find(status => statuses.includes(status)) ?? statuses.find(each => each >= 400)
        if (failure instanceof CaldavError || statuses.length === 0) throw failure
        throw new CaldavError(refusal ?? 404)
      }
    },

    /** The entries of a calendar between two moments, as one calendar; those that were written from here are left out. */
    async text(href: string, from: number, to: number): Promise<string> {
      const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
      const range = { 'c:time-range': { _attributes: { start: stamp(from), end: stamp(to) } } }
      const event = { 'c:comp-filter': { _attributes: { name: 'VEVENT' }, ...range } }
      const filter = { 'c:comp-filter': { _attributes: { name: 'VCALENDAR' }, ...event } }
      const answers = await report(href, 'calendar-query', { 'c:filter': filter })
      return oneCalendar(answers.flatMap(answer => dataOf(answer) ?? []))
    },

    /** Objects of a calendar by their addresses, in that order; null where the server says nothing of one. */
    async entries(href: string, hrefs: readonly string[]): Promise<(RemoteEntry | null)[]> {
      const answers = await report(href, 'calendar-multiget', { 'd:href': hrefs.map(each => new URL(each).pathname) })
      const byPath = new Map(answers.map(answer => [pathOf(answer.href ?? '', href), answer]))
      return hrefs.map(each => {
        const answer = byPath.get(pathOf(each, href))
        // A server that passes over an object does not say that it is gone.
        if (!answer || !(answer.ok || [404, 410].includes(answer.status))) return null
        const data = answer.ok ? dataOf(answer) : null
        if (data === null && answer.ok) return null
        return { href: each, etag: data === null ? null : tagOf(answer.props?.getetag), data }
      })
    },

    /**
     * Writes an object: a new one where `etag` is null, else over the one that has it. Throws `CaldavError` with 412
     * where it is another one meanwhile. Returns its new etag; null where the server does not say.
     */
    async put(href: string, text: string, etag: string | null): Promise<string | null> {
      const headers = { ...common.headers, 'content-type': 'text/calendar; charset=utf-8' }
      const answer =
        etag === null
          ? await createObject({ url: href, data: text, headers: { ...headers, 'if-none-match': '*' }, fetch: ask })
          : await updateObject({ url: href, data: text, etag, headers, fetch: ask })
      await answer.body?.cancel()
      if (!answer.ok) throw new CaldavError(answer.status)
      return answer.headers.get('etag')
    },

    /** Deletes an object; one that is gone already counts. */
    async remove(href: string, etag: string | null): Promise<void> {
      const answer = await deleteObject({ url: href, ...(etag !== null && { etag }), ...common })
      await answer.body?.cancel()
      if (!answer.ok && ![404, 410].includes(answer.status)) throw new CaldavError(answer.status)
    }
  }
}
export type Caldav = ReturnType<typeof openCaldav>

function nameOf(displayName: unknown, href: string): string {
  const name = typeof displayName === 'string' || typeof displayName === 'number' ? String(displayName).trim() : ''
  const last = new URL(href).pathname.split('/').filter(Boolean).at(-1) ?? ''
  return cut(name || last || 'Agenda', 100)
}

const pathOf = (href: string, base: string): string => decodeURI(new URL(href, base).pathname)

const tagOf = (etag: unknown): string | null => (etag === undefined || etag === null ? null : String(etag))

/** The iCalendar text of an answer, which may stand in a CDATA section. */
function dataOf({ props }: DAVResponse): string | null {
  const data: unknown = props?.calendarData?._cdata ?? props?.calendarData
  return typeof data === 'string' ? data : null
}

/** Several calendars as one, without the appointments that were written from here. */
export function oneCalendar(texts: readonly string[]): string {
  const kept: string[] = []
  for (const text of texts) {
    let part: string[] = []
    let depth = 0
    let own = false
    for (const line of text.split(/\r?\n/)) {
      const begins = /^BEGIN:/i.test(line)
      if (/^(BEGIN|END):VCALENDAR\s*$/i.test(line) || (depth === 0 && !begins)) continue
      if (begins) depth++
      part.push(line)
      own ||= /^UID:/i.test(line) && appointmentOf(line.slice(4)) !== null
      if (!/^END:/i.test(line) || --depth > 0) continue
      if (!own) kept.push(...part)
      part = []
      own = false
    }
  }
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...kept, 'END:VCALENDAR', ''].join('\r\n')
}
