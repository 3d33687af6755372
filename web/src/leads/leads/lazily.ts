import { onDemand } from '../../ui/onDemand.tsx'

/**
 * Fetches what the list opens on demand. It comes in one piece: apart, each part is smaller than a round trip is worth.
 */
const loadPanels = () => import('./panels.ts')

/** Prefetches them for a person who seems about to open one; a failure is harmless. */
export const expectPanels = (): void => {
  if (navigator.onLine) loadPanels().catch(() => {})
}

export const FacetPanel = onDemand(async () => (await loadPanels()).FacetPanel)
export const FacetSheet = onDemand(async () => (await loadPanels()).FacetSheet)
export const FilterChips = onDemand(async () => (await loadPanels()).FilterChips)
export const BulkBar = onDemand(async () => (await loadPanels()).BulkBar)
export const Operations = onDemand(async () => (await loadPanels()).Operations)
export const RecentOperations = onDemand(async () => (await loadPanels()).RecentOperations)
export const LeadTags = onDemand(async () => (await loadPanels()).LeadTags)
export const ViewsMenu = onDemand(async () => (await loadPanels()).ViewsMenu)
export const StatusMenu = onDemand(async () => (await loadPanels()).StatusMenu)
export const LostDialog = onDemand(async () => (await loadPanels()).LostDialog)

const loadEditor = () => import('./list/CellEditor.tsx')
/** It brings what the page of a lead has as well, which many have loaded already. */
export const CellEditor = onDemand(async () => (await loadEditor()).CellEditor)
export const OwnerMenu = onDemand(async () => (await loadEditor()).OwnerMenu)
