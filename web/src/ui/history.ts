/** Something that is edited, with the way back and forth. */
export type History<Content> = {
  past: Content[]
  now: Content
  future: Content[]
  /** The place of the last change, and its time: typing on in one place is one step. */
  place: string | null
  at: number
}

export type HistoryAction<Content> =
  | { type: 'change'; content: Content; place: string | null; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; content: Content }

const oneStep = 1500
const longest = 100

export const historyOf = <Content>(now: Content): History<Content> => ({
  past: [],
  now,
  future: [],
  place: null,
  at: 0
})

export function change<Content>(history: History<Content>, action: HistoryAction<Content>): History<Content> {
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
