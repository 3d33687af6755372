import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../services/core/embedded.ts'
import { greets } from './greets.ts'

export type MailRelay = {
  /** As SMTP_URL. */
  url: string
  port: number
  /** The mails in the mailbox of `name@caixas.example`, as they were filed. */
  filed(name: string): Promise<Buffer[]>
  /** Its log, for a failure that nobody understands. */
  log(): Promise<string>
  close(): Promise<void>
}

type Options = {
  /**
   * The names with a mailbox, `name@caixas.example`. A mail for any other name of that domain is taken, and then comes
   * back.
   */
  mailboxes: readonly string[]
  /**
   * Where the mails of a domain go on: by SMTP to a port of this machine, or nowhere, with an enhanced status and
   * words.
   */
  routes: Readonly<Record<string, number | string>>
}

const programs = '/usr/lib/postfix/sbin'

/** The user that files mails. */
const nobody = 65_534

const services = `
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

/**
 * Debian's Postfix, as a provider has one: takes mails of this machine, files those it has a mailbox for, sends others
 * on, and writes to the sender where it can do neither. In a folder of its own; undefined where it is not installed, or
 * where it may not be started, which root alone may.
 */
export async function startPostfix({ mailboxes, routes }: Options): Promise<MailRelay | undefined> {
  if (process.getuid?.() !== 0 || !existsSync(path.join(programs, 'master'))) return undefined
  const folder = await mkdtemp(path.join(os.tmpdir(), 'postfix-'))
  const port = await freePort()
  const at = (...names: string[]) => path.join(folder, ...names)
  // Its programs run as users of their own, which have to pass through here.
  await chmod(folder, 0o755)
  for (const name of ['etc', 'spool', 'data', 'boxes']) await mkdir(at(name))
  await chown(at('boxes'), nobody, nobody)
  const owner = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }))
  await chown(at('data'), owner, owner)
  await writeFile(at('etc', 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${services}`)
  const way = (route: number | string) => (typeof route === 'number' ? `smtp:[127.0.0.1]:${route}` : `error:${route}`)
  const lines = Object.entries(routes).map(([domain, route]) => `${domain} ${way(route)}\n`)
  await writeFile(at('etc', 'routes'), lines.join(''))
  await writeFile(at('etc', 'boxes'), mailboxes.map(name => `${name}@caixas.example ${name}/\n`).join(''))
  await writeFile(
    at('etc', 'main.cf'),
    `
compatibility_level = 3.6
queue_directory = ${at('spool')}
data_directory = ${at('data')}
daemon_directory = ${programs}
command_directory = /usr/sbin
maillog_file = ${at('data', 'log')}
maillog_file_prefixes = ${folder}
myhostname = mx.provedor.example
mydestination =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_reject_unlisted_recipient = no
smtp_dns_support_level = disabled
transport_maps = texthash:${at('etc', 'routes')}
virtual_mailbox_domains = caixas.example
virtual_mailbox_maps = texthash:${at('etc', 'boxes')}
virtual_mailbox_base = ${at('boxes')}
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
`
  )
  // Makes the folders of the queue, with the rights that they must have.
  execFileSync('postfix', ['-c', at('etc'), 'check'], { stdio: 'ignore' })
  const server = spawn(path.join(programs, 'master'), ['-c', at('etc'), '-d'], { stdio: 'ignore' })
  const log = () => readFile(at('data', 'log'), 'utf8').catch(() => '')
  while (!(await greets(port))) {
    if (server.exitCode !== null) throw new Error(`postfix ended with ${server.exitCode}:\n${await log()}`)
    await sleep(50)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    filed: async name => {
      const box = at('boxes', name, 'new')
      const files = await readdir(box).catch(() => [])
      return Promise.all(files.map(file => readFile(path.join(box, file))))
    },
    log,
    close: async () => {
      const ended = new Promise(resolve => server.once('exit', resolve))
      // Its programs end with it.
      if (server.kill('SIGTERM')) await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
