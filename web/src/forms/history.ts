import type { FormContent } from '../../../services/forms/rules.ts'

/** A draft with the way back and forth. */
export type History = {
  past: FormContent[]
  now: FormContent
  future: FormContent[]
  /** What was changed last, and when: typing on in one place is one step. */
  place: string | null
  at: number
}

export type HistoryAction =
  | { type: 'change'; content: FormContent; place: string | null; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; content: FormContent }

const oneStep = 1500
const longest = 100

export const historyOf = (now: FormContent): History => ({ past: [], now, future: [], place: null, at: 0 })

export function change(history: History, action: HistoryAction): History {
  const { past, now, future } = history
  switch (action.type) {
    case 'change': {
      const { content, place, at } = action
      const goesOn = place !== null && place === history.place && at - history.at < oneStep
      return { past: goesOn ? past : [...past, now].slice(-longest), now: content, future: [], place, at }
    }
    case 'undo': {
      const before = past.at(-1)
      return before ? { ...historyOf(before), past: past.slice(0, -1), future: [now, ...future] } : history
    }
    case 'redo': {
      const [after, ...rest] = future
      return after ? { ...historyOf(after), past: [...past, now], future: rest } : history
    }
    case 'reset':
      return historyOf(action.content)
  }
}
