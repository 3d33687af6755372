/**
 * The path, query and fragment of an address of this site; null for what leads elsewhere, so that a stored or typed
 * address can never send a person to another host.
 */
function ownPath(address: string | null): string | null {
  if (!address?.startsWith('/')) return null
  try {
    const url = new URL(address, location.origin)
    return url.origin === location.origin ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}

/**
 * The normal path meant by an old address of the form `#/leads?status=new`; null for every other fragment. The extra
 * slashes go, so that the rewritten address cannot name another host.
 */
export function pathOfHash(hash: string): string | null {
  return hash.startsWith('#/') ? hash.replace(/^#[/\\]+/, '/') : null
}

const returnKey = 'returnTo'

/** Takes the address that a guard stored before it asked for a sign-in; it serves once. */
export function takeReturnPath(): string | null {
  const path = ownPath(sessionStorage.getItem(returnKey))
  sessionStorage.removeItem(returnKey)
  return path && /^\/(employee-)?login/.test(path) ? null : path
}

let leaving = false

/**
 * Opens the sign-in page, once for all that find at the same time that the session is over: each navigation would give
 * up the one before. A person who acts here again had unsent words, and chose to stay.
 */
export function openSignIn(): void {
  if (leaving) return
  leaving = true
  for (const event of ['pointerdown', 'keydown', 'pageshow'])
    addEventListener(event, () => (leaving = false), { once: true })
  location.assign('/login')
}

const messageKey = 'loginMessage'
const toneKey = 'loginMessageTone'

export type LoginMessage = { tone: 'error' | 'success'; text: string }

/** Leaves good news for the sign-in page; whatever else is left under `loginMessage` is shown as an error. */
export function leaveLoginNews(text: string): void {
  sessionStorage.setItem(messageKey, text)
  sessionStorage.setItem(toneKey, 'success')
}

/** Takes the message that another page left for the sign-in page; it is shown once. */
export function takeLoginMessage(): LoginMessage | null {
  const text = sessionStorage.getItem(messageKey)
  const tone = sessionStorage.getItem(toneKey) === 'success' ? 'success' : 'error'
  for (const key of [messageKey, toneKey]) sessionStorage.removeItem(key)
  return text === null ? null : { tone, text }
}
