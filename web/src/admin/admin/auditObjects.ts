import type { AuditRow } from '../../../../services/admin/admin/logSchema.ts'
import type { AuditProblem } from '../../../../services/platform/audit/rules.ts'

const objectNames: Record<string, string> = {
  settings: 'Configurações',
  audit: 'Auditoria',
  'sign-ins': 'Acessos',
  errors: 'Erros',
  jobs: 'Trabalhos com falha',
  support: 'Acessos de suporte',
  'inbound-mails': 'E-mails recebidos'
}

const kinds: Record<string, string> = { mail: 'E-mail', lead: 'Lead', export: 'Exportação', certificate: 'Certificado' }

/** The data that support reads by each of the calls that are open to it. */
const reads: Record<string, string> = {
  'GET /api/companies/:companyId': 'Dados da empresa',
  'GET /api/companies/:companyId/usage': 'Uso do plano',
  'GET /api/companies/:companyId/activities': 'Atividades',
  'GET /api/leads/company/:companyId': 'Leads'
}

/** The object of an entry; one without a name shows its kind and id. */
export function objectText({ objectType, objectName, objectId, names = {} }: AuditObject): string | null {
  if (objectName !== null) return names[objectName] ?? reads[objectName] ?? objectName
  if (objectId === null) return null
  if (objectType === 'settings' || objectType === 'log') return objectNames[objectId] ?? objectId
  const kind = objectType && kinds[objectType]
  return kind ? `${kind} ${objectId}` : objectId
}

type AuditObject = Pick<AuditRow, 'objectType' | 'objectName' | 'objectId' | 'names'>

export const problemLabels: Record<AuditProblem, string> = {
  changed: 'Um registro foi alterado',
  missing: 'Faltam registros no meio',
  cut: 'Os últimos registros foram apagados'
}
