import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'

export const mailTemplates: Feature = {
  name: 'mailTemplates',
  audited,
  routes: [() => import('./routes.ts'), () => import('./pictureRoutes.ts')],
  pages: ['/email', '/email/templates/new', '/email/templates/:id'],
  fieldNames: { preheader: 'Texto de prévia' },
  tables: { email_templates: 'modelos de e-mail' }
}
