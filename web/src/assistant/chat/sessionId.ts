const storedKey = 'chatSessionId'

/** A new name, for a conversation or for one sending of a message. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The conversation that this browser was in; null where there is none, or no storage. */
export function storedSessionId(): string | null {
  try {
    const id = localStorage.getItem(storedKey)
    return id && /^[\w-]{8,64}$/.test(id) ? id : null
  } catch {
    return null
  }
}

export function storeSessionId(id: string): void {
  try {
    localStorage.setItem(storedKey, id)
  } catch {} // a framed page may have no storage
}
