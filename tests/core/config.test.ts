import { expect, test } from 'vitest'
import { readConfig } from '../../services/core/config.ts'

const complete = { DATABASE_URL: 'postgres://prosa@localhost/prosa', SECRET_KEY: 'k'.repeat(32) }

test('a configuration that lacks something names all of it at once', () => {
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PORT'])
    expect(() => readConfig({ SECRET_KEY: 'short', PORT: '70000' })).toThrow(`${name} deve ser`)
  expect(readConfig(complete)).toMatchObject({ port: 3000, passwordHashMemory: 19_456 })
})

test('hashes of passwords are cheap in tests alone: anywhere else the start is refused', () => {
  const cheap = { ...complete, PASSWORD_HASH_MEMORY: '8192' }
  expect(readConfig({ ...cheap, NODE_ENV: 'test' }).passwordHashMemory).toBe(8192)
  for (const NODE_ENV of [undefined, 'production', 'development'])
    expect(() => readConfig({ ...cheap, NODE_ENV })).toThrow(
      'PASSWORD_HASH_MEMORY deve ser um número de KiB, de 19456 para cima'
    )
  expect(readConfig({ ...complete, PASSWORD_HASH_MEMORY: '65536' }).passwordHashMemory).toBe(65_536)
})
