import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../services/core/embedded.ts'

export type CaldavPeer = {
  /** The address under which an account of it is connected. */
  url: string
  /** Its one calendar, which exists. */
  calendar: string
  username: string
  password: string
  close(): Promise<void>
}

export const caldavPrograms = ['radicale', 'xandikos'] as const

/** A calendar server of Debian in a folder of its own; undefined where it is not installed. */
export async function startCaldav(program: (typeof caldavPrograms)[number]): Promise<CaldavPeer | undefined> {
  if (!existsSync(`/usr/bin/${program}`)) return undefined
  const folder = await mkdtemp(path.join(os.tmpdir(), `${program}-`))
  const at = (name: string) => path.join(folder, name)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const [username, password] = ['ana', 'segredo de teste']
  await writeFile(at('users'), `${username}:${password}\n`)
  await writeFile(
    at('config'),
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${at('users')}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${at('collections')}
[logging]
level = error
`
  )
  const options = {
    radicale: ['--config', at('config')],
    xandikos: ['-d', at('data'), '--defaults', '-l', '127.0.0.1', '-p', String(port)]
  }
  const server = spawn(`/usr/bin/${program}`, options[program], { stdio: 'ignore' })
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const ended = () => server.exitCode !== null || server.signalCode !== null
  while (!(await fetch(url, { method: 'OPTIONS', headers: { authorization } }).catch(() => undefined))) {
    if (ended()) throw new Error(`${program} ended with ${server.exitCode}`)
    await sleep(50)
  }
  const calendar = `${url}${program === 'radicale' ? 'ana/trabalho/' : 'user/calendars/calendar/'}`
  if (program === 'radicale') {
    const made = await fetch(calendar, { method: 'MKCALENDAR', headers: { authorization } })
    if (!made.ok) throw new Error(`radicale refused a calendar with ${made.status}`)
  }
  return {
    url,
    calendar,
    username,
    password,
    close: async () => {
      const end = new Promise(resolve => server.once('exit', resolve))
      if (!ended() && server.kill('SIGTERM')) await end
      await rm(folder, { recursive: true, force: true })
    }
  }
}
