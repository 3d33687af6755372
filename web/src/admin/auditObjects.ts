import type { AuditProblem } from '../../../services/admin/rules.ts'

const objectNames: Record<string, string> = {
  settings: 'Configurações',
  audit: 'Auditoria',
  'sign-ins': 'Acessos',
  errors: 'Erros',
  jobs: 'Trabalhos com falha',
  support: 'Acessos de suporte'
}

/** What an entry is about; what has no name has its id. */
export const objectText = ({ objectType, objectName, objectId }: AuditObject): string | null =>
  objectName ?? (objectType === 'settings' || objectType === 'log' ? objectNames[objectId ?? ''] : null) ?? objectId

type AuditObject = { objectType: string | null; objectName: string | null; objectId: string | null }

export const problemLabels: Record<AuditProblem, string> = {
  changed: 'Um registro foi alterado',
  missing: 'Faltam registros no meio',
  cut: 'Os últimos registros foram apagados'
}
