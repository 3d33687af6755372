import { createHmac } from 'node:crypto'
import { Resolver } from 'node:dns'
import path from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')])
const PostgresUrl = Type.String({ pattern: '^postgres(ql)?://' })

const portNumber = '^(\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$'

const seconds = '^\\d{1,3}(\\.\\d{1,3})?$'

const Environment = Type.Object({
  PORT: Type.String({ pattern: portNumber, default: '3000' }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  PUBLIC_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  DATABASE_URL: PostgresUrl,
  APP_DATABASE_URL: Type.Optional(PostgresUrl),
  STAFF_DATABASE_URL: Type.Optional(PostgresUrl),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
  BACKUP_KEEP: Type.String({ pattern: '^\\d{1,4}$', default: '7' }),
  BACKUP_PASSWORD: Type.Optional(Type.String({ minLength: 8, maxLength: 1024 })),
  SECRET_KEY: Type.String({ minLength: 32 }),
  SECRET_KEY_PREVIOUS: Type.Optional(Type.String({ minLength: 32 })),
  ADMIN_EMAIL: Type.Optional(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$' })),
  ADMIN_PASSWORD: Type.Optional(Type.String({ minLength: 8, maxLength: 128 })),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  MAIL_FROM: Type.String({ minLength: 3, default: 'Prosa <nao-responda@localhost>' }),
  SMTP_INTERNAL: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.-]+:\\d{1,5}(, ?[A-Za-z0-9.-]+:\\d{1,5})*$' })),
  SPF_INCLUDE: Type.Optional(Type.String({ pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+)+$', maxLength: 200 })),
  DNS_SERVERS: Type.Optional(Type.String({ minLength: 1 })),
  INBOUND_MAIL_URL: Type.Optional(
    Type.String({
      pattern:
        '^imaps?://([^\\s:/@?#%]|%[\\da-fA-F]{2})+:([^\\s:/@?#%]|%[\\da-fA-F]{2})+@[^\\s/@?#%]+(/([^\\s?#%]|%[\\da-fA-F]{2})*)?$'
    })
  ),
  INBOUND_MAIL_ADDRESS: Type.Optional(
    // The rest of the 64 characters before the @ is for what a reply address adds.
    Type.String({ pattern: "^[A-Za-z0-9!#$%&'*/=?^_`{|}~.-]{1,26}@[A-Za-z0-9.-]{3,200}$" })
  ),
  INBOUND_SMTP_PORT: Type.String({ pattern: portNumber, default: '0' }),
  INBOUND_SMTP_HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  INBOUND_SMTP_PROTOCOL: Type.String({ pattern: '^(smtp|lmtp)$', default: 'smtp' }),
  OPENAI_BASE_URL: Type.String({ pattern: '^https?://[^\\s?#@]+$', default: 'https://api.openai.com/v1' }),
  OPENAI_MODEL: Type.String({ pattern: '^\\S{1,100}$', default: 'gpt-5.4-mini' }),
  OPENAI_TIMEOUT: Type.String({ pattern: seconds, default: '60' }),
  CHAT_WAIT: Type.String({ pattern: seconds, default: '55' }),
  JOB_LOCK: Type.String({ pattern: '^[1-9]\\d{0,2}$', default: '10' }),
  META_GRAPH_URL: Type.String({ pattern: '^https?://[^\\s?#@]+$', default: 'https://graph.facebook.com' }),
  META_GRAPH_VERSION: Type.String({ pattern: '^v\\d{1,3}\\.\\d$', default: 'v26.0' }),
  META_APP_SECRET: Type.Optional(Type.String({ minLength: 16 })),
  META_VERIFY_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  INSTAGRAM_GRAPH_URL: Type.String({ pattern: '^https?://[^\\s?#@]+$', default: 'https://graph.instagram.com' }),
  INSTAGRAM_LOGIN_URL: Type.String({ pattern: '^https?://[^\\s?#@]+$', default: 'https://www.instagram.com' }),
  INSTAGRAM_API_URL: Type.String({ pattern: '^https?://[^\\s?#@]+$', default: 'https://api.instagram.com' }),
  DEMO_PROVIDER_URL: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#@]+$' })),
  INSTAGRAM_APP_ID: Type.Optional(Type.String({ pattern: '^\\d{5,30}$' })),
  INSTAGRAM_APP_SECRET: Type.Optional(Type.String({ minLength: 16 })),
  CLAMD_URL: Type.Optional(Type.String({ pattern: '^tcp://([^\\s/:@?#]+|\\[[\\da-fA-F:]+\\]):\\d{1,5}$' })),
  TRUST_PROXY: Type.Optional(Type.String({ minLength: 1 })),
  RATE_LIMIT_FACTOR: Type.String({ pattern: '^\\d+(\\.\\d+)?$', default: '1' }),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  WORKER_PORT: Type.String({ pattern: portNumber, default: '0' }),
  LOG_LEVEL: Type.String({ pattern: '^(fatal|error|warn|info|debug|trace|silent)$', default: 'info' }),
  LOG_PRETTY: Type.Optional(Flag)
})
type Environment = Static<typeof Environment>

const meaning: Record<keyof Environment, string> = {
  PORT: 'a port number',
  HOST: 'an address to listen on',
  PUBLIC_URL: 'an origin such as https://prosa.example.com, without a path',
  DATABASE_URL: 'a postgres:// address of the owner of the database',
  APP_DATABASE_URL: 'a postgres:// address',
  STAFF_DATABASE_URL: 'a postgres:// address',
  REDIS_URL: 'a redis:// address',
  DATA_DIR: 'a folder',
  BACKUP_KEEP: 'a number of days, 0 for no nightly backup',
  BACKUP_PASSWORD: 'a password of at least 8 characters',
  SECRET_KEY: 'a secret of at least 32 characters',
  SECRET_KEY_PREVIOUS: 'a secret of at least 32 characters',
  ADMIN_EMAIL: 'an e-mail address',
  ADMIN_PASSWORD: 'a password of 8 to 128 characters',
  SMTP_URL: 'a smtp:// or smtps:// address',
  MAIL_FROM: 'a sender such as "Prosa <nao-responda@example.com>"',
  SMTP_INTERNAL: 'mail servers such as smtp.intranet.example:587, separated by commas',
  SPF_INCLUDE: 'a domain such as spf.example.com',
  DNS_SERVERS:
    'IP addresses of DNS servers, separated by commas, each with or without a port, such as 9.9.9.9,[2620:fe::fe]:53',
  INBOUND_MAIL_URL:
    'an address such as imaps://user:password@imap.example.com, with signs other than letters and digits escaped',
  INBOUND_MAIL_ADDRESS:
    'the address at which mail comes in, such as respostas@example.com, with at most 26 characters and no + before the @',
  INBOUND_SMTP_PORT: 'a port number, 0 for none, and needs INBOUND_MAIL_ADDRESS',
  INBOUND_SMTP_HOST: 'an address to listen on',
  INBOUND_SMTP_PROTOCOL: 'smtp or lmtp',
  OPENAI_BASE_URL: 'an address such as https://api.openai.com/v1',
  OPENAI_MODEL: 'the name of a model',
  OPENAI_TIMEOUT: 'a number of seconds',
  CHAT_WAIT: 'a number of seconds',
  JOB_LOCK: 'a whole number of seconds from 1 to 999',
  META_GRAPH_URL: 'an address such as https://graph.facebook.com',
  META_GRAPH_VERSION: 'a version such as v26.0',
  META_APP_SECRET: 'the secret of the Meta app, of at least 16 characters',
  META_VERIFY_TOKEN: 'a secret of at least 16 characters',
  INSTAGRAM_GRAPH_URL: 'an address such as https://graph.instagram.com',
  INSTAGRAM_LOGIN_URL: 'an address such as https://www.instagram.com',
  INSTAGRAM_API_URL: 'an address such as https://api.instagram.com',
  DEMO_PROVIDER_URL: 'the address of the provider of the demonstration',
  INSTAGRAM_APP_ID: 'the number of the Instagram app',
  INSTAGRAM_APP_SECRET: 'the secret of the Instagram app, of at least 16 characters',
  CLAMD_URL: 'an address such as tcp://127.0.0.1:3310',
  TRUST_PROXY: 'exact proxy addresses, separated by commas, or a number of hops',
  RATE_LIMIT_FACTOR: 'a number that multiplies every limit',
  METRICS_TOKEN: 'a secret of at least 16 characters',
  WORKER_PORT: 'a port number, 0 for none',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  LOG_PRETTY: 'true or false'
}

/** A mailbox that is read by IMAP. Without `secure`, TLS begins with STARTTLS, but on this machine. */
export type Mailbox = { host: string; port: number; secure: boolean; user: string; password: string; folder: string }

export type Config = {
  port: number
  host: string
  publicUrl: string
  /** `rolesGiven`: the addresses of both application roles are configured, so the roles exist and are not changed. */
  database: { owner: string; app: string; staff: string; rolesGiven: boolean }
  redisUrl: string | undefined
  /** `keepDays`: of so many days with a backup all are kept; with 0 none is made each night. */
  backups: { folder: string; keepDays: number; password: string | undefined }
  secret: string
  previousSecret: string | undefined
  /** The first member of the provider's staff, created where there is none. */
  admin: { email: string; password: string } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Mail servers, `host:port`, that companies may use though their addresses are internal. */
  smtpInternal: string[]
  /** What companies include in SPF for the servers behind `smtpUrl`; without it they name its host. */
  spfInclude: string | undefined
  /** DNS servers that companies' records are looked up at; without any, those of this machine. */
  dnsServers: string[]
  inboundMail: {
    mailbox: Mailbox | undefined
    /** Where it comes in, and what reply addresses are made of; without it none are. */
    address: { local: string; domain: string } | undefined
    /** Where the worker takes mail from a mail server of the same machine. */
    port: { host: string; port: number; lmtp: boolean } | undefined
  }
  /** The assistant's defaults where its integration sets nothing else; `timeout` in milliseconds. */
  openai: { baseUrl: string; model: string; timeout: number }
  meta: {
    graphUrl: string
    graphVersion: string
    /** Signs the webhooks of the installation's own app. */
    appSecret: string | undefined
    verifyToken: string | undefined
    instagramUrl: string
    instagramLoginUrl: string
    instagramApiUrl: string
    instagramApp: { id: string; secret: string } | undefined
    /** Of apps with Instagram Login, whose webhooks have a secret of their own. */
    instagramSecret: string | undefined
  }
  /** A server that plays Meta and its customers; only in a demonstration. */
  demoProviderUrl: string | undefined
  /** Checks what people send each other for viruses. */
  scanner: { host: string; port: number } | undefined
  /** How long a chat request waits for its answer, in milliseconds. */
  chatWait: number
  /** How long a job belongs to a worker that gives no sign of life, in milliseconds. */
  jobLock: number
  trustProxy: string[] | number | false
  rateLimitFactor: number
  metricsToken: string | undefined
  workerPort: number
  log: { level: string; pretty: boolean }
}

/** Reads the whole configuration once. Throws one error that lists every problem. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(
    Object.keys(Environment.properties).flatMap(name => (env[name] ? [[name, env[name]]] : []))
  )
  const values = Value.Default(Environment as TSchema, set)
  const problems = new Set(
    [...Value.Errors(Environment, values)].map(error => error.path.slice(1) as keyof Environment)
  )
  const { INBOUND_SMTP_PORT, INBOUND_MAIL_ADDRESS, DNS_SERVERS } = values as Environment
  if (!areDnsServers(listed(DNS_SERVERS))) problems.add('DNS_SERVERS')
  if (Number(INBOUND_SMTP_PORT) > 0 && !INBOUND_MAIL_ADDRESS) problems.add('INBOUND_SMTP_PORT')
  if (problems.size > 0)
    throw new Error(
      `The configuration is not complete:\n${[...problems].map(name => `  ${name} must be ${meaning[name]}`).join('\n')}`
    )

  const read = values as Environment
  const port = Number(read.PORT)
  return {
    port,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${port}`,
    database: {
      owner: read.DATABASE_URL,
      app: read.APP_DATABASE_URL ?? roleUrl(read.DATABASE_URL, 'prosa_app', read.SECRET_KEY),
      staff: read.STAFF_DATABASE_URL ?? roleUrl(read.DATABASE_URL, 'prosa_staff', read.SECRET_KEY),
      rolesGiven: read.APP_DATABASE_URL !== undefined && read.STAFF_DATABASE_URL !== undefined
    },
    redisUrl: read.REDIS_URL,
    backups: {
      folder: path.resolve(read.DATA_DIR, 'backups'),
      keepDays: Number(read.BACKUP_KEEP),
      password: read.BACKUP_PASSWORD
    },
    secret: read.SECRET_KEY,
    previousSecret: read.SECRET_KEY_PREVIOUS,
    admin:
      read.ADMIN_EMAIL && read.ADMIN_PASSWORD ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD } : undefined,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    smtpInternal: listed(read.SMTP_INTERNAL?.toLowerCase()),
    spfInclude: read.SPF_INCLUDE,
    dnsServers: listed(read.DNS_SERVERS),
    inboundMail: {
      mailbox: read.INBOUND_MAIL_URL ? mailboxOf(new URL(read.INBOUND_MAIL_URL)) : undefined,
      address: read.INBOUND_MAIL_ADDRESS ? addressOf(read.INBOUND_MAIL_ADDRESS) : undefined,
      port:
        Number(read.INBOUND_SMTP_PORT) > 0
          ? {
              host: read.INBOUND_SMTP_HOST,
              port: Number(read.INBOUND_SMTP_PORT),
              lmtp: read.INBOUND_SMTP_PROTOCOL === 'lmtp'
            }
          : undefined
    },
    openai: {
      baseUrl: read.OPENAI_BASE_URL.replace(/(?<!\/)\/+$/, ''),
      model: read.OPENAI_MODEL,
      timeout: Number(read.OPENAI_TIMEOUT) * 1000
    },
    meta: {
      graphUrl: read.META_GRAPH_URL.replace(/(?<!\/)\/+$/, ''),
      graphVersion: read.META_GRAPH_VERSION,
      appSecret: read.META_APP_SECRET,
      verifyToken: read.META_VERIFY_TOKEN,
      instagramUrl: read.INSTAGRAM_GRAPH_URL.replace(/(?<!\/)\/+$/, ''),
      instagramLoginUrl: read.INSTAGRAM_LOGIN_URL.replace(/(?<!\/)\/+$/, ''),
      instagramApiUrl: read.INSTAGRAM_API_URL.replace(/(?<!\/)\/+$/, ''),
      instagramApp:
        read.INSTAGRAM_APP_ID && read.INSTAGRAM_APP_SECRET
          ? { id: read.INSTAGRAM_APP_ID, secret: read.INSTAGRAM_APP_SECRET }
          : undefined,
      instagramSecret: read.INSTAGRAM_APP_SECRET
    },
    demoProviderUrl: read.DEMO_PROVIDER_URL?.replace(/(?<!\/)\/+$/, ''),
    scanner: read.CLAMD_URL ? scannerOf(new URL(read.CLAMD_URL)) : undefined,
    chatWait: Number(read.CHAT_WAIT) * 1000,
    jobLock: Number(read.JOB_LOCK) * 1000,
    trustProxy: trustProxy(read.TRUST_PROXY),
    rateLimitFactor: Number(read.RATE_LIMIT_FACTOR),
    metricsToken: read.METRICS_TOKEN,
    workerPort: Number(read.WORKER_PORT),
    log: { level: read.LOG_LEVEL, pretty: read.LOG_PRETTY ? read.LOG_PRETTY === 'true' : process.stdout.isTTY === true }
  }
}

/** Whether Node takes these as addresses of DNS servers. */
function areDnsServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return true
  } catch {
    return false
  }
}

const listed = (value = ''): string[] => value.split(',').flatMap(each => each.trim() || [])

const scannerOf = ({ hostname, port }: URL) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })

function mailboxOf({ protocol, hostname, port, username, password, pathname }: URL): Mailbox {
  const secure = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX'
  }
}

function addressOf(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, at), domain: address.slice(at + 1) }
}

/** The same for the start of a process: prints the problems and exits. */
export function configureOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Derives a key for one purpose, so that no two uses of the secret share one. 32 bytes, in hexadecimal. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex')
}

/** The password of an application role: the migration sets it, the services sign in with it. */
export const rolePassword = (secret: string, role: string): string => deriveKey(secret, `postgres role ${role}`)

function roleUrl(ownerUrl: string, role: string, secret: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(secret, role)
  return url.href
}

function trustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined) return false
  if (/^\d+$/.test(value)) return Number(value)
  return value.split(',').map(address => address.trim())
}
