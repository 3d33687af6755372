import pg from 'pg'
import { inject } from 'vitest'
import type { App } from '../../services/core/http.ts'
import type { PrivacyRequestDetail } from '../../services/privacy/privacy/schema.ts'
import type { Tenant } from './app.ts'

type Who = Pick<Tenant, 'auth'>

export const privacyCall = (app: App, who: Who, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  app.inject({ method, url: `/api/privacy/${path}`, headers: who.auth, ...(payload && { payload }) })

/** An erasure request recorded by an employee. */
export async function askErasure(
  app: App,
  who: Who,
  person: { name: string; email?: string; phone?: string }
): Promise<PrivacyRequestDetail> {
  const typed = {
    kind: 'erasure',
    channel: 'phone',
    email: '',
    phone: '',
    details: '',
    receivedOn: '2026-01-05',
    ...person
  }
  const made = await privacyCall(app, who, 'POST', 'requests', typed)
  if (made.statusCode !== 201) throw new Error(made.body)
  return made.json()
}

export const erase = (app: App, who: Who, { id, leads }: PrivacyRequestDetail, confirmation = 'EXCLUIR') =>
  privacyCall(app, who, 'POST', `requests/${id}/erase`, {
    confirmation,
    leadIds: leads.filter(lead => lead.same).map(lead => lead.id)
  })

/** All rows of all tables with data of the company, and the waiting jobs, as one text. */
export async function dump(companyId: string, databaseUrl = inject('databaseUrl')): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`
      select c.table_name as name, bool_or(c.column_name = 'company_id') as owned from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1`)
    // The owner may not be a superuser, and forced row-level security applies to it.
    await client.query('begin')
    await client.query('set local role prosa_staff')
    const parts: string[] = []
    for (const { name, owned } of rows) {
      if (!owned && !['outbox', 'failed_jobs', 'chat_sessions', 'chat_messages', 'account_mails'].includes(name))
        continue
      const where = owned && name !== 'account_mails' ? 'where company_id = $1' : ''
      const { rows: found } = await client.query(
        `select t::text as row from "${name}" t ${where}`,
        where ? [companyId] : []
      )
      parts.push(...found.map(({ row }) => `${name} ${row}`))
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}
