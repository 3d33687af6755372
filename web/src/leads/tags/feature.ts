import type { Feature } from '../../shell/features.ts'

export const tags: Feature = { name: 'tags', refreshes: [{ key: 'tags', on: ['tags-changed'] }] }
