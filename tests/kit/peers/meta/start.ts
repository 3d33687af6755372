import { once } from 'node:events'
import { playCustomer } from './customer.ts'
import { playFollower } from './follower.ts'
import { issueToken } from './instagram.ts'
import { type Happening, openOutbox, type Target } from './outbox.ts'
import type { GraphRequest } from './requests.ts'
import { isConfirmed } from './routes.ts'
import { samples } from './samples.ts'
import { answerByScript, usualPace } from './script.ts'
import { statuses } from './sending.ts'
import { listen } from './server.ts'
import { changeCategory, changeQuality, decideTemplate } from './templates.ts'
import type { Meta, MetaOptions } from './types.ts'
import {
  type Account,
  day,
  defaults,
  digitsOf,
  newId,
  newUserId,
  type Person,
  type PhoneNumber,
  type Settings,
  storeFile,
  type Template,
  type World
} from './world.ts'

/** A server that speaks Meta's Graph protocol for WhatsApp and Instagram, and plays their customers. */
export async function startMeta(options: MetaOptions): Promise<Meta> {
  const { appSecret, verifyToken, instagramAppSecret = appSecret, instagramAppId, scripted } = options
  const webhooks: { whatsapp?: string; instagram?: string } = { ...options.webhooks }
  const timers = new Set<NodeJS.Timeout>()
  let passed = 0

  const targetOf = ({ channel, entry }: Happening): Target | undefined => {
    const url = (channel === 'whatsapp' ? world.wabas.get(entry)?.callback : undefined) ?? webhooks[channel]
    return url ? { url, secret: channel === 'whatsapp' ? appSecret : instagramAppSecret } : undefined
  }
  const isWanted = ({ channel, entry }: Happening): boolean =>
    channel === 'whatsapp'
      ? world.wabas.get(entry)?.subscribed !== false
      : world.accounts.get(entry)?.subscribed.length !== 0
  const outbox = openOutbox(targetOf, isWanted)
  const settings: Settings = { ...defaults }
  for (const name of Object.keys(defaults) as (keyof Settings)[])
    if (options[name] !== undefined) Object.assign(settings, { [name]: options[name] })

  const world: World = {
    url: '',
    appSecret,
    instagramAppSecret,
    instagramAppId,
    now: () => Date.now() + passed,
    tokens: new Map(),
    wabas: new Map(),
    numbers: new Map(),
    accounts: new Map(),
    people: [],
    files: new Map(),
    templates: [],
    sent: [],
    reads: [],
    faults: [],
    outbox,
    settings,
    codes: new Map(),
    onSent({ person }) {
      const player = person && meta.players.get(person.id)
      if (scripted && person && player) answerByScript(world, person, player, scripted === true ? usualPace : scripted)
    },
    later(milliseconds, work) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, milliseconds)
      timers.add(timer)
    }
  }

  const requests: GraphRequest[] = []
  const server = await listen(world, () => meta, { requests, ...options })

  const addNumber: Meta['addNumber'] = (values = {}) => {
    const number: PhoneNumber = {
      id: newId('1'),
      waba: newId('2'),
      phone: newId('5511', 12),
      verifiedName: 'Empresa de Demonstração',
      quality: 'GREEN',
      status: 'CONNECTED',
      blocked: undefined,
      registered: true,
      profile: { about: '', vertical: 'PROF_SERVICES' },
      messagingLimit: 'TIER_2K',
      ...values
    }
    world.numbers.set(number.id, number)
    if (!world.wabas.has(number.waba))
      world.wabas.set(number.waba, { id: number.waba, subscribed: true, callback: undefined })
    return number
  }

  const addAccount: Meta['addAccount'] = (values = {}) => {
    const [id, name] = [newId('178414', 17), 'Empresa de Demonstração']
    const account: Account = { id, username: 'empresa.demo', name, subscribed: ['messages'], ...values }
    world.accounts.set(account.id, account)
    return account
  }

  function addPerson(values: Pick<Person, 'channel' | 'account' | 'name'> & Partial<Person>): Person {
    const person: Person = {
      id: String(world.people.length + 1),
      username: undefined,
      phone: undefined,
      waId: undefined,
      userId: newUserId(),
      igsid: newId('7', 16),
      picture: undefined,
      lastWrote: undefined,
      reachable: true,
      stopped: false,
      refused: undefined,
      receipts: true,
      typing: false,
      businessTypingUntil: 0,
      thread: [],
      ...values
    }
    world.people.push(person)
    return person
  }

  const issue: Meta['tokens']['issue'] = (account, days = 60) => {
    if (account) return issueToken(world, account, days * day)
    const token = newId('EAAG', 40)
    world.tokens.set(token, { issued: world.now(), expires: world.now() + days * day })
    return token
  }

  const token = options.token ?? issue()
  world.tokens.set(token, { issued: world.now(), expires: Number.POSITIVE_INFINITY })
  const meta: Meta = {
    url: world.url,
    token,
    number: addNumber({
      ...(options.numberId && { id: options.numberId }),
      ...(options.wabaId && { waba: options.wabaId })
    }),
    account: addAccount({ ...(options.accountId && { id: options.accountId }) }),
    settings,
    sent: world.sent,
    reads: world.reads,
    requests,
    players: new Map(),
    addNumber,
    addAccount,
    customer({ number: id = meta.number.id, name, phone, waId, userId, username }) {
      const number = world.numbers.get(id)
      if (!number) throw new Error(`There is no number ${id}`)
      const digits = phone === undefined ? undefined : digitsOf(phone)
      const ids = { phone: digits, waId: waId ?? digits, ...(userId && { userId }) }
      const person = addPerson({ channel: 'whatsapp', account: id, name, username, ...ids })
      const player = playCustomer(world, number, person)
      meta.players.set(person.id, player)
      return player
    },
    instagramCustomer({ account = meta.account.id, name, username, igsid }) {
      const { bytes, type } = samples.image()
      const picture = storeFile(world, bytes, type).id
      const person = addPerson({ channel: 'instagram', account, name, username, picture, ...(igsid && { igsid }) })
      const player = playFollower(world, person)
      meta.players.set(person.id, player)
      return player
    },
    statuses: (id, names, failure) => statuses(world, id, names, failure),
    failNext({ how, times = 1, match = how === 'cutAfterAccept' ? isSend : () => true }) {
      world.faults.push({ how, times, match })
    },
    async subscribe(url, token = verifyToken, channel = 'whatsapp') {
      const confirmed = await isConfirmed(url, token)
      if (confirmed) webhooks[channel] = url
      return confirmed
    },
    templates: {
      all: () => world.templates,
      add(values) {
        const template: Template = {
          id: newId('9', 16),
          waba: meta.number.waba,
          language: 'pt_BR',
          category: 'UTILITY',
          status: 'APPROVED',
          parameter_format: 'POSITIONAL',
          rejected_reason: 'NONE',
          ...values
        }
        world.templates.push(template)
        return template
      },
      decide: (id, event, reason) => decideTemplate(world, id, event, reason),
      changeCategory: (id, category, foretold) => changeCategory(world, id, category, foretold),
      changeQuality: (id, score) => changeQuality(world, id, score)
    },
    files: {
      add: (bytes, type, name) => storeFile(world, bytes, type, name),
      fault(id, fault) {
        const file = world.files.get(id)
        if (!file) throw new Error(`There is no file ${id}`)
        file.fault = fault
      }
    },
    tokens: {
      issue,
      expire(text) {
        const stored = world.tokens.get(text)
        if (stored) stored.expires = 0
      }
    },
    passTime(milliseconds) {
      passed += milliseconds
    },
    batch: outbox.batch,
    hold: outbox.hold,
    deliver: outbox.deliver,
    settled: outbox.settled,
    undelivered: outbox.undelivered,
    redeliver: outbox.redeliver,
    deliveries: outbox.deliveries,
    retries: outbox.retries,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      outbox.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
  return meta
}

const isSend = ({ method, segments }: GraphRequest): boolean => method === 'POST' && segments[1] === 'messages'
