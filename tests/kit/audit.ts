import type { App } from '../../services/core/http.ts'
import type { Tenant } from './app.ts'

/** The actions on leads in the company's audit log, in order. */
export async function auditedLeads(app: App, { id }: Tenant): Promise<string[]> {
  const rows = await app.db.company(id, trx => trx.selectFrom('audit_log').select('action').orderBy('seq').execute())
  return rows.map(({ action }) => action).filter(action => action.startsWith('lead.'))
}
