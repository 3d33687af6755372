import { createHmac } from 'node:crypto'
import { Resolver } from 'node:dns'
import path from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')])
const PostgresUrl = Type.String({ pattern: '^postgres(ql)?://' })

const portNumber = '^(\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$'

const seconds = '^\\d{1,3}(\\.\\d{1,3})?$'

/** OWASP's recommendation for Argon2id with two passes and one lane (Password Storage Cheat Sheet), in KiB. */
const leastHashMemory = 19_456

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
  INBOUND_AUTHSERV_ID: Type.Optional(Type.String({ minLength: 1, maxLength: 253, pattern: '^[!-~]+$' })),
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
  PASSWORD_HASH_MEMORY: Type.String({ pattern: '^\\d{4,7}$', default: String(leastHashMemory) }),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  WORKER_PORT: Type.String({ pattern: portNumber, default: '0' }),
  LOG_LEVEL: Type.String({ pattern: '^(fatal|error|warn|info|debug|trace|silent)$', default: 'info' }),
  LOG_PRETTY: Type.Optional(Flag)
})
type Environment = Static<typeof Environment>

const meaning: Record<keyof Environment, string> = {
  PORT: 'o número de uma porta',
  HOST: 'um endereço em que escutar',
  PUBLIC_URL: 'uma origem como https://prosa.example.com, sem caminho',
  DATABASE_URL: 'um endereço postgres:// do dono do banco de dados',
  APP_DATABASE_URL: 'um endereço postgres://',
  STAFF_DATABASE_URL: 'um endereço postgres://',
  REDIS_URL: 'um endereço redis://',
  DATA_DIR: 'uma pasta',
  BACKUP_KEEP: 'um número de dias, 0 para nenhuma cópia noturna',
  BACKUP_PASSWORD: 'uma senha de pelo menos 8 caracteres',
  SECRET_KEY: 'um segredo de pelo menos 32 caracteres',
  SECRET_KEY_PREVIOUS: 'um segredo de pelo menos 32 caracteres',
  ADMIN_EMAIL: 'um endereço de e-mail',
  ADMIN_PASSWORD: 'uma senha de 8 a 128 caracteres',
  SMTP_URL: 'um endereço smtp:// ou smtps://',
  MAIL_FROM: 'um remetente como "Prosa <nao-responda@example.com>"',
  SMTP_INTERNAL: 'servidores de e-mail como smtp.intranet.example:587, separados por vírgulas',
  SPF_INCLUDE: 'um domínio como spf.example.com',
  DNS_SERVERS:
    'endereços IP de servidores DNS, separados por vírgulas, com ou sem porta, como 9.9.9.9,[2620:fe::fe]:53',
  INBOUND_MAIL_URL:
    'um endereço como imaps://usuario:senha@imap.example.com, com os sinais que não são letras nem números escapados',
  INBOUND_MAIL_ADDRESS:
    'o endereço em que chegam e-mails, como respostas@example.com, com até 26 caracteres e sem + antes do @',
  INBOUND_AUTHSERV_ID: 'o nome com que o seu servidor de e-mail assina os cabeçalhos Authentication-Results',
  INBOUND_SMTP_PORT: 'o número de uma porta, 0 para nenhuma, e precisa de INBOUND_MAIL_ADDRESS',
  INBOUND_SMTP_HOST: 'um endereço em que escutar',
  INBOUND_SMTP_PROTOCOL: 'smtp ou lmtp',
  OPENAI_BASE_URL: 'um endereço como https://api.openai.com/v1',
  OPENAI_MODEL: 'o nome de um modelo',
  OPENAI_TIMEOUT: 'um número de segundos',
  CHAT_WAIT: 'um número de segundos',
  JOB_LOCK: 'um número inteiro de segundos, de 1 a 999',
  META_GRAPH_URL: 'um endereço como https://graph.facebook.com',
  META_GRAPH_VERSION: 'uma versão como v26.0',
  META_APP_SECRET: 'o segredo do aplicativo da Meta, de pelo menos 16 caracteres',
  META_VERIFY_TOKEN: 'um segredo de pelo menos 16 caracteres',
  INSTAGRAM_GRAPH_URL: 'um endereço como https://graph.instagram.com',
  INSTAGRAM_LOGIN_URL: 'um endereço como https://www.instagram.com',
  INSTAGRAM_API_URL: 'um endereço como https://api.instagram.com',
  DEMO_PROVIDER_URL: 'o endereço do servidor da demonstração',
  INSTAGRAM_APP_ID: 'o número do aplicativo do Instagram',
  INSTAGRAM_APP_SECRET: 'o segredo do aplicativo do Instagram, de pelo menos 16 caracteres',
  CLAMD_URL: 'um endereço como tcp://127.0.0.1:3310',
  TRUST_PROXY: 'endereços exatos de proxies, separados por vírgulas, ou um número de saltos',
  RATE_LIMIT_FACTOR: 'um número que multiplica cada limite',
  PASSWORD_HASH_MEMORY: `um número de KiB, de ${leastHashMemory} para cima`,
  METRICS_TOKEN: 'um segredo de pelo menos 16 caracteres',
  WORKER_PORT: 'o número de uma porta, 0 para nenhuma',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace ou silent',
  LOG_PRETTY: 'true ou false'
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
  /** The SPF include for the servers behind `smtpUrl`; without it companies name the host itself. */
  spfInclude: string | undefined
  /** DNS servers that companies' records are looked up at; without any, those of this machine. */
  dnsServers: string[]
  inboundMail: {
    /** The name by which the operator's own mail server signs its verdicts (RFC 8601, authserv-id). */
    authservId: string | undefined
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
    /** The secret of apps with Instagram Login, whose webhooks are signed with another one. */
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
  /** KiB that the hash of a password takes. */
  passwordHashMemory: number
  metricsToken: string | undefined
  workerPort: number
  log: { level: string; pretty: boolean }
}

const incomplete = (names: readonly (keyof Environment)[]): Error =>
  new Error(`A configuração não está completa:\n${names.map(name => `  ${name} deve ser ${meaning[name]}`).join('\n')}`)

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
  if (problems.size > 0) throw incomplete([...problems])

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
      authservId: read.INBOUND_AUTHSERV_ID,
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
    passwordHashMemory: Number(read.PASSWORD_HASH_MEMORY),
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

/**
 * The same for the start of a process: prints the problems and exits. Also refuses the cheap hashes of passwords that
 * tests use.
 */
export function configureOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    const config = readConfig(env)
    if (config.passwordHashMemory < leastHashMemory) throw incomplete(['PASSWORD_HASH_MEMORY'])
    return config
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
