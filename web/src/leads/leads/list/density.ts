import { useStore } from 'react-admin'

type Density = 'small' | 'medium'

/** How close the rows of the table stand, and the choice of it. */
export const useDensity = () => useStore<Density>('leads.density', 'small')
