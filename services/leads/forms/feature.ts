import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { optionsAdded } from './jobs.ts'

export const forms: Feature = {
  name: 'forms',
  audited,
  routes: [() => import('./routes.ts'), () => import('./editorRoutes.ts')],
  pages: ['/form-editor'],
  worker: () => import('./worker.ts'),
  jobs: [optionsAdded],
  moments: { companyCreated: () => import('./queries.ts').then(({ createDefaultForm }) => createDefaultForm) },
  permissions: ['edit_form'],
  tables: {
    answer_counts: 'contagens de respostas',
    answer_fields: 'campos com opções',
    form_counts: 'contagens do formulário',
    form_versions: 'versões publicadas do formulário',
    forms: 'formulários'
  },
  fieldNames: {
    accent: 'Cor',
    layout: 'Exibição',
    origins: 'Sites',
    placeholder: 'Exemplo',
    redirect: 'Endereço depois do envio',
    required: 'Obrigatório',
    help: 'Ajuda',
    logo: 'Logotipo',
    privacyUrl: 'Aviso de privacidade'
  }
}
