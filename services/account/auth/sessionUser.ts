import type { Db } from '../../core/db.ts'
import { internalStaff, type LeadAccess } from './rules.ts'
import type { User } from './schema.ts'

const select = (where: 'session' | 'user') => `
  select ${
    where === 'session'
      ? `s.id as sid, s.generation, extract(epoch from s.renewed_at) * 1000 as renewed,
    extract(epoch from s.seen_at) * 1000 as seen, extract(epoch from s.expires_at) * 1000 as expires,`
      : ''
  }
    u.id, u.name, u.email, u.role, u.permissions, u.second_factor_at is not null as second_factor,
    u.email_confirmed_at is not null as email_confirmed,
    (select value from settings where key = 'staffSecondFactor') as staff_second_factor,
    case when c.active then c.id end as company_id, c.name as company_name, c.time_zone as company_time_zone,
    c.id is not null and not c.active as company_suspended,
    e.id as employee_id, e.role as employee_role, e.permissions as employee_permissions,
    e.lead_access, case e.lead_access when 'own' then array[e.id] when 'team' then array(
      select m.id from employees m where m.company_id = e.company_id and (m.team = e.team or m.id = e.id)) end as owners
  from ${where === 'session' ? 'sessions s join users u on u.id = s.user_id' : 'users u'}
  left join employees e on e.user_id = u.id and e.active
    ${where === 'session' ? 'and (e.company_id = s.company_id or s.company_id is null)' : ''}
  left join companies c on c.id = e.company_id
  where u.active and ${where === 'session' ? 's.id = $1 and s.ended_at is null' : 'u.id = $1'}
  order by c.active desc nulls last, e.seen_at desc nulls last, e.created_at limit 1`

export const bySession = select('session')
const byUser = select('user')

type UserRow = {
  id: string
  name: string
  email: string
  role: User['role']
  permissions: string[]
  company_id: string | null
  company_name: string | null
  company_time_zone: string | null
  company_suspended: boolean
  employee_id: string | null
  employee_role: string | null
  employee_permissions: string[] | null
  lead_access: LeadAccess | null
  second_factor: boolean
  email_confirmed: boolean
  /** The setting; null where it was never changed. */
  staff_second_factor: unknown
}

export function toUser(row: UserRow): User {
  const may = (name: string) => row.permissions.includes(name)
  const staff = internalStaff(row)
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    companyId: row.company_id,
    company: row.company_name,
    companyTimeZone: row.company_time_zone,
    companySuspended: row.company_suspended,
    isInternalEmployee: staff,
    isEmployee: staff,
    permissions: {
      manageEmployees: may('manage_employees'),
      viewLogs: may('view_logs'),
      editSystemSettings: may('edit_system_settings'),
      manageIntegrations: may('manage_integrations')
    },
    companyEmployee:
      row.employee_id && row.company_id
        ? {
            id: row.employee_id,
            userId: row.id,
            companyId: row.company_id,
            role: row.employee_role ?? '',
            name: row.name,
            email: row.email,
            active: true, // only active employees are read
            permissions: row.employee_permissions ?? [],
            leadAccess: row.lead_access ?? 'own'
          }
        : null,
    secondFactor: row.second_factor ? 'on' : staff && row.staff_second_factor === true ? 'required' : 'off',
    emailConfirmed: row.email_confirmed
  }
}

/** The user of an open session, as stored now. */
export async function findSessionUser(db: Db, sid: string): Promise<User | undefined> {
  const [result] = await db.everyCompanyBatch([{ name: 'session', text: bySession, values: [sid] }])
  const row = result?.rows[0]
  return row && toUser(row)
}

/** An active user with the active company that they used last. */
export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const [result] = await db.everyCompanyBatch([{ name: 'user', text: byUser, values: [userId] }])
  const row = result?.rows[0]
  return row && toUser(row)
}
