import { execFileSync, spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { freePort } from '../../../services/core/embedded.ts'
import { greets } from './greets.ts'

export type MailServer = {
  imapPort: number
  /** As INBOUND_MAIL_URL; another port is that of somebody in between. */
  url(more?: { user?: string; password?: string; port?: number; folder?: string }): string
  /** Hands mails to the server, to that user (LMTP). */
  deliver(...mails: Buffer[]): Promise<void>
  /** Deletes all mails of the user. */
  empty(): Promise<void>
  /** Ends the server, and starts it again with the same mailboxes. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it for good, with its mailboxes. */
  close(): Promise<void>
}

/** The user that runs it: dovecot reads no mail as root. */
const nobody = 65_534

/** A real mail server with one user, `prosa`, in a folder of its own; undefined where none is installed. */
export async function startDovecot(): Promise<MailServer | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dovecot-'))
  const asRoot = process.getuid?.() === 0
  const uid = asRoot ? nobody : (process.getuid?.() ?? 0)
  const gid = asRoot ? nobody : (process.getgid?.() ?? 0)
  const [user, group] = asRoot ? ['nobody', 'nogroup'] : ['u', 'g'].map(which => nameOf(`-${which}n`))
  const [imapPort, lmtpPort] = [await freePort(), await freePort()]
  const at = (name: string) => path.join(folder, name)
  for (const name of ['run', 'state', 'mail']) await mkdir(at(name))
  await writeFile(at('users'), 'prosa:{PLAIN}segredo de teste::::::\n')
  await writeFile(
    at('dovecot.conf'),
    `
protocols = imap lmtp
listen = 127.0.0.1
base_dir = ${at('run')}
state_dir = ${at('state')}
log_path = ${at('log')}
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
mail_location = maildir:${at('mail')}/%u
mail_uid = ${uid}
mail_gid = ${gid}
first_valid_uid = ${Math.min(uid, 500)}
last_valid_uid = ${uid}
mail_plugins = quota
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${at('users')}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${at('mail')}/%u
}
namespace inbox {
  inbox = yes
  separator = /
}
plugin {
  quota = maildir:all
  quota_rule = *:storage=200M
}
protocol imap {
  mail_plugins = quota imap_quota
  mail_max_userip_connections = 50
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
`
  )
  if (asRoot) {
    for (const name of ['', 'run', 'state', 'mail', 'users', 'dovecot.conf']) await chown(at(name), uid, gid)
  }
  let server: ReturnType<typeof spawn> | undefined
  let missing = false
  const start = async () => {
    server = spawn('dovecot', ['-F', '-c', at('dovecot.conf')], {
      stdio: 'ignore',
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      ...(asRoot && { uid, gid })
    })
    server.on('error', () => {
      missing = true
    })
    while (!missing && !(await greets(imapPort))) {
      if (server.exitCode !== null) throw new Error(`dovecot ended with ${server.exitCode}: see ${at('log')}`)
      await sleep(50)
    }
  }
  const stop = async () => {
    if (!server || server.exitCode !== null) return
    const ended = new Promise(resolve => server?.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  await start()
  if (missing) {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  const sender = createTransport({
    host: '127.0.0.1',
    port: lmtpPort,
    lmtp: true,
    pool: true,
    ignoreTLS: true
  } as never)
  return {
    imapPort,
    url: ({ user = 'prosa', password = 'segredo de teste', port = imapPort, folder: box = '' } = {}) =>
      `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(box)}`,
    deliver: async (...mails) => {
      for (const raw of mails) await sender.sendMail({ envelope: { from: 'ada@example.com', to: ['prosa'] }, raw })
    },
    empty: async () => {
      const client = new ImapFlow({
        ...{ host: '127.0.0.1', port: imapPort, secure: false, doSTARTTLS: false, logger: false },
        auth: { user: 'prosa', pass: 'segredo de teste' }
      })
      await client.connect()
      const { exists } = await client.mailboxOpen('INBOX')
      if (exists > 0) await client.messageDelete('1:*')
      await client.logout()
    },
    stop,
    start,
    close: async () => {
      sender.close()
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The name of the user who runs this, or of their group. */
const nameOf = (which: string): string => execFileSync('id', [which], { encoding: 'utf8' }).trim()
