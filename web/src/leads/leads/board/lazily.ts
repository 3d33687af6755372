import { onDemand } from '../../../ui/onDemand.tsx'
import { expectPanels } from '../lazily.ts'

/** Apart from the other panels, for what drags its cards weighs more than all of them. */
const loadBoard = () => {
  expectPanels() // the menu of its cards
  return import('./LeadBoard.tsx')
}

/** Prefetches the board for a person who seems about to open it; a failure is harmless. */
export const expectBoard = (): void => {
  if (navigator.onLine) loadBoard().catch(() => {})
}

export const LeadBoard = onDemand(async () => (await loadBoard()).LeadBoard)
