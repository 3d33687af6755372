export type HandedOver = { tone: 'success' | 'error'; title: string; text?: string }

const key = 'toast'
/** A message that took longer than this to be fetched is no news any more; in milliseconds. */
const freshFor = 10_000

/** Leaves a message for the page that is opened next: a sign-in and the application are separate documents. */
export function leaveMessage(message: HandedOver): void {
  sessionStorage.setItem(key, JSON.stringify({ ...message, at: Date.now() }))
}

/** Takes the message that the page before left; it is shown once. */
export function takeMessage(): HandedOver | null {
  try {
    const left = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const { at, ...message } = JSON.parse(left ?? '{"at":0}')
    return Date.now() - at < freshFor ? message : null
  } catch {
    return null // a framed page may have no storage
  }
}
