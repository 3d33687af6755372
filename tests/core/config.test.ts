import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../services/core/config.ts'

const complete = { DATABASE_URL: 'postgres://prosa@localhost/prosa', SECRET_KEY: 'k'.repeat(32) }

test('a configuration names all that is wrong with it at once', () => {
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PORT'])
    expect(() => readConfig({ SECRET_KEY: 'short', PORT: '70000' })).toThrow(`${name} deve ser`)
  expect(readConfig(complete)).toMatchObject({ port: 3000, passwordHashMemory: 19_456 })
})

/** Configures a process as its start does. */
function start(env: Record<string, string>) {
  const file = path.join(import.meta.dirname, '../../services/core/config.ts')
  const script = `import { configureOrExit } from '${file}'; console.log(configureOrExit(process.env).passwordHashMemory)`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, ...complete, ...env },
    encoding: 'utf8'
  })
  return { status, stdout: stdout.trim(), stderr }
}

test('cheap hashes of passwords stop the start of a process', () => {
  expect(start({ PASSWORD_HASH_MEMORY: '8192' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('PASSWORD_HASH_MEMORY deve ser um número de KiB, de 19456 para cima')
  })
  expect(start({ PASSWORD_HASH_MEMORY: '65536' })).toMatchObject({ status: 0, stdout: '65536' })
})
