import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, inject, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** Opens the API, loads what a worker runs with, and prints the files of the demonstration that this took. */
const start = `
  import { registerHooks } from 'node:module'
  const files = []
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
  const { readConfig } = await import('./services/core/config.ts')
  const { buildApp } = await import('./services/app.ts')
  const { loadParts } = await import('./workers/parts.ts')
  const app = await buildApp(readConfig(process.env))
  await loadParts()
  await app.close()
  console.log(JSON.stringify(files.map(url => url.split('/services/')[1]).filter(file => file?.startsWith('demo/')).sort()))
  process.exit()`

function filesOfDemo(env: Record<string, string>): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', start], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: inject('databaseUrl'),
      SECRET_KEY: inject('secret'),
      LOG_LEVEL: 'silent',
      ...env
    }
  })
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout)
}

test('an installation that is no demonstration loads nothing of it but its declaration', () => {
  expect(filesOfDemo({})).toEqual(['demo/phone/feature.ts'])
})

test('a demonstration loads the rest', () => {
  const files = filesOfDemo({ DEMO_PROVIDER_URL: 'http://127.0.0.1:9' })
  expect(files).toContain('demo/phone/routes.ts')
  expect(files).toContain('demo/accounts.ts')
})
