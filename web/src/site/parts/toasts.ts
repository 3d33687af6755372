import { type HandedOver, leaveMessage, takeMessage } from '../../core/handover.ts'

export type Toast = HandedOver & { id: number }

const shownFor = { success: 6000, error: 10_000 }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message for some seconds, in the place of what was said before. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId
  change([{ ...toast, id }])
  setTimeout(() => dismissToast(id), shownFor[toast.tone])
}

export function dismissToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

/** Removes the messages of the last attempt before the next. */
export function dropToasts(): void {
  if (toasts.length > 0) change([])
}

/** Shows a message here and leaves it for the page that is opened next, which shows it too. */
export function showToastAndHandOver(toast: Omit<Toast, 'id'>): void {
  showToast(toast)
  leaveMessage(toast)
}

/** Shows the message that the page before left. */
export function showHandedOverToast(): void {
  const message = takeMessage()
  if (message) showToast(message)
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToasts = (): readonly Toast[] => toasts
