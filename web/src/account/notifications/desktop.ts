import { useSyncExternalStore } from 'react'
import { user } from '../../core/session.ts'

/** Which new messages this browser announces outside of the page, and whether with a sound. */
export type DesktopNotices = { messages: 'none' | 'mine' | 'all'; sound: boolean }

const off: DesktopNotices = { messages: 'none', sound: false }
const key = 'desktopNotices'
const changed = 'desktopNoticesChanged'

function all(): Record<string, DesktopNotices> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, DesktopNotices>
  } catch {
    return {}
  }
}

/** The settings of the signed-in person on this device; the browser gives its permission for each device too. */
export const desktopNotices = (): DesktopNotices => all()[user()?.id ?? ''] ?? off

export function setDesktopNotices(change: Partial<DesktopNotices>): void {
  const id = user()?.id
  if (!id) return
  localStorage.setItem(key, JSON.stringify({ ...all(), [id]: { ...desktopNotices(), ...change } }))
  dispatchEvent(new Event(changed))
}

function listen(listener: () => void): () => void {
  for (const event of [changed, 'storage']) addEventListener(event, listener)
  return () => {
    for (const event of [changed, 'storage']) removeEventListener(event, listener)
  }
}

export function useDesktopNotices(): DesktopNotices {
  // Strings, since each reading makes another object.
  const text = useSyncExternalStore(listen, () => JSON.stringify(desktopNotices()))
  return JSON.parse(text) as DesktopNotices
}

export const canShowNotices = (): boolean => 'Notification' in window

/** Plays two short tones. */
export function playSound(): void {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0.08
  volume.connect(context.destination)
  for (const [n, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(context.currentTime + n * 0.12)
    tone.stop(context.currentTime + n * 0.12 + 0.1)
  }
  setTimeout(() => void context.close(), 1000)
}
