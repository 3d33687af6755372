import type { Feature } from '../core/features.ts'

export const desk: Feature = {
  name: 'desk',
  routes: [() => import('./routes.ts'), () => import('./answerRoutes.ts'), () => import('./toolRoutes.ts')],
  events: ['desk-presence'],
  fieldNames: {
    mentions: 'Menções'
  }
}
