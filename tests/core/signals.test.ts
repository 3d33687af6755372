import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../services/core/signals.ts'
import { nothingFor } from '../kit/quiet.ts'

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
  await nothingFor(100, () => calls, 1)
  await listener.close()
  await nothingFor(700, () => calls, 1)
  refusing.close()
})
