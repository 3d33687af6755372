import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listen } from '../../services/core/signals.ts'

test('a listener that was closed while it waited to connect again does not', async () => {
  let calls = 0
  const refusing = createServer(socket => {
    calls++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const { port } = refusing.address() as { port: number }
  const listener = listen(`postgres://nobody@127.0.0.1:${port}/nothing`, () => {})
  await expect.poll(() => calls).toBe(1)
  await pass(100)
  await listener.close()
  await pass(700)
  expect(calls).toBe(1)
  refusing.close()
})
