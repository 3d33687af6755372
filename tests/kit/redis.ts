import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { freePort } from '../../services/core/embedded.ts'
import { type Server, startRedisContainer } from './containers.ts'

/**
 * A database of the run's Redis that no other file uses: files run in parallel, and their workers would take each
 * other's jobs.
 */
export const redisDatabase = (url: string | null, number: number): string => `${url ?? ''}/${number}`

/** Starts Redis in a container, or an installed `redis-server`; null without either. */
export async function startRedis(docker: boolean): Promise<Server | null> {
  if (docker) return startRedisContainer()
  const port = await freePort()
  const server = await startRedisServer(port)
  return server && { url: `redis://127.0.0.1:${port}`, stop: () => end(server, 'SIGTERM') }
}

/**
 * Starts a Redis of its own on this port, for tests that stop it; null where `redis-server` is not installed. An
 * installed one that does not start is an error.
 */
export async function startRedisServer(port: number): Promise<ChildProcess | null> {
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'],
    { stdio: 'ignore' }
  )
  const missing = once(server, 'spawn').then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT'
  )
  if (await missing) return null
  for (;;) {
    const result = await accepts(port)
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`)
    if (result === 'accepted') return server
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

export async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

function accepts(port: number): Promise<'accepted' | 'refused'> {
  return new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve('accepted')
    })
    socket.once('error', () => resolve('refused'))
  })
}
