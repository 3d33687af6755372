import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { activityLabels, activityTypes } from '../../services/activities/rules.ts'
import { auditActions } from '../../services/audit/rules.ts'
import { actionLabel } from '../../web/src/admin/labels.ts'
import { openApp } from '../support/app.ts'

const root = path.join(import.meta.dirname, '../..')
const app = await openApp()

test('everything that the record of who did what can say is shown in words', () => {
  expect(auditActions.filter(action => actionLabel(action) === action)).toEqual([])
})

test('nothing is written to the record under a name that is not known', () => {
  const kinds = new Set(auditActions.map(action => action.split('.')[0]))
  const written = ['services', 'workers'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && file !== path.join('audit', 'rules.ts'))
      .flatMap(file => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(/'([a-z]+)\.([a-z_]+)'/g)])
      .filter(([, kind]) => kinds.has(kind ?? ''))
      .map(([, kind, what]) => `${kind}.${what}`)
  )
  expect(written.length).toBeGreaterThan(40)
  expect(written.filter(action => !(auditActions as readonly string[]).includes(action))).toEqual([])
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
