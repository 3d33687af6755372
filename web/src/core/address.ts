/**
 * The path, query and fragment of an address of this site; null for what leads elsewhere, so that a stored or typed
 * address can never send a person to another host.
 */
export function ownPath(address: string | null): string | null {
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
  return path?.startsWith('/login') ? null : path
}

const messageKey = 'loginMessage'

/** Takes the message that another page left for the sign-in page; it is shown once. */
export function takeLoginMessage(): string | null {
  const message = sessionStorage.getItem(messageKey)
  sessionStorage.removeItem(messageKey)
  return message
}
