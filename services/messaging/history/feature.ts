import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { pastBrought, pastKnown } from './jobs.ts'

/** The past of a telephone that is connected beside the WhatsApp Business app. */
export const history: Feature = {
  name: 'history',
  audited,
  routes: [() => import('./routes.ts')],
  worker: () => import('./worker.ts'),
  jobs: [pastKnown, pastBrought],
  tables: {
    past_messages: 'mensagens antigas de quem não é lead',
    past_names: 'nomes da agenda do telefone'
  },
  fieldNames: { answered: 'Só quem foi respondido' }
}
