import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasPermission, internalStaff, type Permission, type Permitted } from '../../services/account/auth/rules.ts'
import { buildApp } from '../../services/app.ts'
import { readConfig } from '../../services/core/config.ts'
import type { Access, App } from '../../services/core/http.ts'

/** The columns; null is a signed-out caller. */
const actors: [string, Permitted | null][] = [
  ['anonymous', null],
  ['client without permissions', { role: 'client', companyEmployee: { role: 'custom', permissions: [] } }],
  ['client admin', { role: 'client', companyEmployee: { role: 'admin', permissions: [] } }],
  ['staff without permissions', { role: 'employee', permissions: {} }],
  ['staff manager', { role: 'manager', permissions: {} }],
  ['global admin', { role: 'global_admin', permissions: {} }]
]

/** The decision of the access check, from a route's declaration alone. */
function cell(access: Access, url: string, method: string, actor: Permitted | null): string {
  const [kind, permission] = access.split(':') as [string, Permission | undefined]
  if (kind === 'public') return 'yes'
  if (!actor) return '401'
  const staff = internalStaff(actor)
  if (permission && !hasPermission(actor, permission)) return '403'
  if (kind === 'company' && staff) return method === 'get' && url.includes('{companyId}') ? 'support' : '403'
  if (kind === 'staff' && !staff) return '403'
  return 'yes'
}

type OpenApi = { paths: Record<string, Record<string, { 'x-access'?: Access; summary?: string }>> }

const introduction = `# Permissions

Who may call which route, made from what each route declares. \`yes\`: may; \`401\`: must sign in; \`403\`: may not;
\`support\`: only while a support access to that company holds, and each read stands in the company's audit log. What
belongs to another company answers 404, as what does not exist. A permission after the colon is one that staff or a
company's person can be given beside their role.

Written by \`npm run permissions\`; a test compares it with the routes.
`

/** The table of docs/permissions.md. */
export async function permissionMatrix(app: App): Promise<string> {
  const { paths } = (await app.inject('/openapi.json')).json<OpenApi>()
  const rows = Object.entries(paths)
    .flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, { 'x-access': access = 'public' }]) => {
        const cells = actors.map(([, actor]) => cell(access, url, method, actor))
        return `| \`${method.toUpperCase()} ${url}\` | \`${access}\` | ${cells.join(' | ')} |`
      })
    )
    .sort()
  const head = ['route', 'access', ...actors.map(([name]) => name)]
  return [introduction, `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows, ''].join('\n')
}

if (import.meta.main) {
  // No route is called, so no database is needed.
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SECRET_KEY: 'x'.repeat(32),
    LOG_LEVEL: 'silent'
  })
  const app = await buildApp(config)
  writeFileSync(path.join(import.meta.dirname, '../../docs/permissions.md'), await permissionMatrix(app))
  process.exit(0)
}
