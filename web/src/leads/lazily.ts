import { lazy } from 'react'

/**
 * Fetches what the list opens on demand. It comes in one piece: apart, each part is smaller than a round trip is worth.
 */
export const loadPanels = () => import('./panels.ts')

export const LeadBoard = lazy(async () => ({ default: (await loadPanels()).LeadBoard }))
export const FacetPanel = lazy(async () => ({ default: (await loadPanels()).FacetPanel }))
export const FacetSheet = lazy(async () => ({ default: (await loadPanels()).FacetSheet }))
export const BulkBar = lazy(async () => ({ default: (await loadPanels()).BulkBar }))
export const Operations = lazy(async () => ({ default: (await loadPanels()).Operations }))
export const RecentOperations = lazy(async () => ({ default: (await loadPanels()).RecentOperations }))
export const TagManager = lazy(async () => ({ default: (await loadPanels()).TagManager }))
export const ViewsMenu = lazy(async () => ({ default: (await loadPanels()).ViewsMenu }))
export const StatusMenu = lazy(async () => ({ default: (await loadPanels()).StatusMenu }))
export const LostDialog = lazy(async () => ({ default: (await loadPanels()).LostDialog }))
