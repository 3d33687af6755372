import { onDemand } from '../../../ui/onDemand.tsx'
import { expectPanels } from '../lazily.ts'

/** Apart from the other panels, for what drags its cards weighs more than all of them. */
const loadBoard = () => {
  expectPanels() // the menu of its cards
  return import('./LeadBoard.tsx')
}

/** Fetches the board for whoever seems about to open it; where that fails nothing is lost yet. */
export const expectBoard = (): void => {
  if (navigator.onLine) loadBoard().catch(() => {})
}

export const LeadBoard = onDemand(async () => (await loadBoard()).LeadBoard)
