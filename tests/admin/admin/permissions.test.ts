import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApp } from '../../kit/app.ts'
import { permissionMatrix } from '../../kit/permissions.ts'

const app = await openApp()

test('the table of permissions in docs/permissions.md is what the routes declare', async () => {
  const written = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8')
  expect(written, 'npm run permissions writes it again').toBe(await permissionMatrix(app))
})
