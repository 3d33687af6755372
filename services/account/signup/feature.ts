import type { Feature } from '../../core/features.ts'

export const signup: Feature = { name: 'signup', routes: [() => import('./routes.ts')] }
