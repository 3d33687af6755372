import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newDatabase } from './kit/database.ts'
import { schemaFile, schemaOf } from './kit/schema.ts'

test('docs/schema.sql shows the tables as the migrations leave them', async () => {
  const current = await schemaOf(await newDatabase())
  expect(readFileSync(schemaFile, 'utf8') === current, 'npm run schema writes it again').toBe(true)
})
