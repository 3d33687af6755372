export type Toast = { id: number; tone: 'success' | 'error'; title: string; text?: string }

const handedOverKey = 'toast'
/** A message that took longer than this to be fetched is no news any more. */
const freshFor = 10_000
const shownFor = { success: 6000, error: 10_000 }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message for some seconds. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId
  change([...toasts.filter(other => other.title !== toast.title), { ...toast, id }])
  setTimeout(() => dismissToast(id), shownFor[toast.tone])
}

export function dismissToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

/** Shows a message here and leaves it for the page that is opened next, which shows it too. */
export function showToastAndHandOver(toast: Omit<Toast, 'id'>): void {
  showToast(toast)
  sessionStorage.setItem(handedOverKey, JSON.stringify({ ...toast, at: Date.now() }))
}

/** Shows the message that the page before left. */
export function showHandedOverToast(): void {
  try {
    const left = sessionStorage.getItem(handedOverKey)
    sessionStorage.removeItem(handedOverKey)
    const { at, ...toast } = JSON.parse(left ?? '{"at":0}')
    if (Date.now() - at < freshFor) showToast(toast)
  } catch {
    // A framed page may have no storage.
  }
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToasts = (): readonly Toast[] => toasts
