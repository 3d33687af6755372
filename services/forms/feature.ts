import type { Feature } from '../core/features.ts'

export const forms: Feature = {
  name: 'forms',
  routes: [() => import('./routes.ts'), () => import('./editorRoutes.ts')],
  permissions: ['edit_form'],
  tables: {
    form_counts: 'contagens do formulário',
    form_versions: 'versões publicadas do formulário',
    forms: 'formulários'
  }
}
