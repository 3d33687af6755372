import { onDemand } from '../../ui/onDemand.tsx'

/** Fetched when somebody books, from wherever that is. */
export const BookDialog = onDemand(async () => (await import('./BookDialog.tsx')).BookDialog)
export const AppointmentDialog = onDemand(async () => (await import('./AppointmentDialog.tsx')).AppointmentDialog)
