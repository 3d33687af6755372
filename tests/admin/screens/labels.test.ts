import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { activityLabels, activityTypes } from '../../../services/account/activities/rules.ts'
import { companyPermissions, companyRoles } from '../../../services/account/auth/rules.ts'
import { CompanyChange as OwnCompanyChange } from '../../../services/account/companies/schema.ts'
import { EmployeeChange } from '../../../services/account/employees/schema.ts'
import { Plan } from '../../../services/account/plans/schema.ts'
import { Settings } from '../../../services/account/settings/schema.ts'
import { ExportQuery } from '../../../services/admin/admin/logSchema.ts'
import { staffPermissionNames } from '../../../services/admin/admin/rules.ts'
import { CompanyChange, NewCompany } from '../../../services/admin/admin/schema.ts'
import { ArticleData } from '../../../services/assistant/chat/schema.ts'
import { IntegrationConfig, IntegrationStatusChange } from '../../../services/assistant/integrations/schema.ts'
import { features } from '../../../services/features.ts'
import { Distribution } from '../../../services/leads/distribution/schema.ts'
import { exportColumns } from '../../../services/leads/exports/rules.ts'
import { listOrigins } from '../../../services/leads/imports/rules.ts'
import { filterableLeadFields } from '../../../services/leads/leads/filter.ts'
import { BulkParams } from '../../../services/leads/operations/schema.ts'
import { correctable, refusals, retentionChoices } from '../../../services/privacy/privacy/rules.ts'
import { filterWords, valueText } from '../../../web/src/admin/admin/auditLabels.ts'
import { objectText } from '../../../web/src/admin/admin/auditObjects.ts'
import { openApp } from '../../kit/app.ts'
import { staff } from '../../kit/people.ts'
import { readSource, sourceFiles } from '../../kit/sources.ts'

const root = path.join(import.meta.dirname, '../../..')
const app = await openApp()

const declared = features.flatMap(({ audited }) => audited ?? [])
const auditActions = declared.flatMap(({ actions = {} }) => Object.keys(actions))

test('each action and field of the audit log is declared by one feature, and staff get the labels of all', async () => {
  const fields = declared.flatMap(({ fields = {} }) => Object.keys(fields))
  expect(new Set(auditActions).size).toBe(auditActions.length)
  expect(new Set(fields).size).toBe(fields.length)
  const { auth } = await staff(app)
  const labels = (await app.inject({ url: '/api/admin/logs/audit/labels', headers: auth })).json()
  expect(Object.keys(labels.actions).toSorted()).toEqual(auditActions.toSorted())
  expect(Object.keys(labels.fields).toSorted()).toEqual(fields.toSorted())
})

type Shape = { enum?: string[]; items?: Shape }
const choicesOf = ({ enum: values, items }: Shape): string[] => values ?? items?.enum ?? []

test.each(
  Object.entries({
    NewCompany,
    CompanyChange,
    OwnCompanyChange,
    EmployeeChange,
    Settings,
    Plan,
    IntegrationConfig,
    IntegrationStatusChange,
    Distribution,
    BulkParams,
    ArticleData,
    ExportQuery
  })
)('each choice that %s leaves in the record is shown in words', (_name, { properties }) => {
  const silent = Object.entries(properties as Record<string, Shape>).flatMap(([field, shape]) =>
    choicesOf(shape)
      .filter(choice => valueText(field, choice) === choice)
      .map(choice => `${field}: ${choice}`)
  )
  // The key of a plan names the plan that the entry is about.
  expect(silent.filter(one => !one.startsWith('key: '))).toEqual([])
})

test('what else the record says by a name is shown in words', () => {
  const named = {
    origin: listOrigins,
    field: correctable,
    refusal: refusals,
    columns: Object.keys(exportColumns),
    key: ['configured', 'replaced'],
    body: ['rewritten']
  }
  for (const [field, values] of Object.entries(named))
    for (const value of values) expect(valueText(field, value), `${field}: ${value}`).not.toBe(value)
  for (const permission of [...staffPermissionNames, ...companyPermissions])
    expect(valueText('permissions', [permission])).not.toBe(permission)
  for (const role of companyRoles) expect(valueText('role', role)).not.toBe(role)
  for (const role of ['global_admin', 'manager', 'employee'])
    expect(valueText('role', role, 'staff.changed')).not.toBe(role)
  expect(valueText('role', 'manager', 'staff.changed')).toBe('Gerente')
  expect(valueText('role', 'manager', 'employee.changed')).toBe('Gestor')
  expect(retentionChoices.map(months => valueText('retentionMonths', months))).toContain('12 meses')
  expect(valueText('retentionMonths', null)).toBe('Nunca apagar')
  expect(
    valueText('members', [
      { employeeId: 'x', away: true },
      { employeeId: 'y', away: false }
    ])
  ).toBe('2 pessoas, 1 ausente')
  expect(
    valueText('businessHours', [
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '13:00', to: '18:00' }
    ])
  ).toBe('segunda-feira 08:00–12:00, segunda-feira 13:00–18:00')
  expect(valueText('businessHours', null)).toBe('vazio')
  expect(valueText('trialEndsAt', '2026-11-22T15:30:00.000Z')).toBe('22/11/2026 12:30')
  expect(valueText('priceCents', 4900).replace('\u00a0', ' ')).toBe('R$ 49')
})

test('a filter in the record is shown in words', () => {
  const fields = filterableLeadFields.filter(field => field !== 'q' && field !== 'custom')
  expect(fields.filter(field => !filterWords[field])).toEqual([])
  expect(valueText('filter', { status: ['new', 'lost'], receivedFrom: '2026-11-01' })).toBe(
    'Situação: Novo, Perdido; Recebido desde: 01/11/2026'
  )
  expect(valueText('filter', {})).toBe('todos os leads')
  expect(valueText('filter', { source: ['import', 'indicacao'], preferredFrom: null })).toBe(
    'Origem: Importação, Indicação; Preferência desde: vazio'
  )
})

test('every read of the support is described in words', () => {
  const routes = sourceFiles
    .filter(file => file.startsWith('services'))
    .flatMap(file => [...readSource(file).source.matchAll(/app\.get\(\s*'(\/api\/[^']*:companyId[^']*)'/g)])
    .map(([, url]) => `GET ${url}`)
  expect(routes.length).toBeGreaterThan(3)
  const texts = routes.map(objectName => objectText({ objectType: 'support', objectId: 'x', objectName }))
  expect(texts.filter(text => /GET|api/.test(text ?? ''))).toEqual([])
  expect(new Set(texts).size).toBe(routes.length)
})

test('a value without a name in the record is described by what it is', () => {
  const id = 'a'.repeat(24)
  for (const [objectType, text] of Object.entries({ lead: `Lead ${id}`, export: `Exportação ${id}` }))
    expect(objectText({ objectType, objectId: id, objectName: null })).toBe(text)
  expect(objectText({ objectType: 'certificate', objectId: '7', objectName: null })).toBe('Certificado 7')
  expect(objectText({ objectType: 'log', objectId: 'jobs', objectName: null })).toBe('Trabalhos com falha')
  expect(objectText({ objectType: 'job', objectId: id, objectName: 'tidy', names: { tidy: 'Limpar' } })).toBe('Limpar')
  expect(objectText({ objectType: 'job', objectId: id, objectName: 'of an older version' })).toBe('of an older version')
})

test('nothing is written to the record under a name that is not known', () => {
  const kinds = new Set(auditActions.map(action => action.split('.')[0]))
  const written = ['services', 'workers'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && path.basename(file) !== 'audit.ts')
      .flatMap(file => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(/'([a-z]+)\.([a-z_]+)'/g)])
      .filter(([, kind]) => kinds.has(kind ?? ''))
      .map(([, kind, what]) => `${kind}.${what}`)
  )
  expect(written.length).toBeGreaterThan(40)
  expect(written.filter(action => !auditActions.includes(action))).toEqual([])
})

test('every type of activity that the database keeps has a label of its own', async () => {
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ rule: string }>`
      select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'activities_type_check'`.execute(trx)
  )
  const kept = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, type]) => type)
  expect(kept.toSorted()).toEqual([...activityTypes].sort())
  expect(new Set(activityTypes.map(type => activityLabels[type])).size).toBe(activityTypes.length)
})
