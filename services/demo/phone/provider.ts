import { AppError } from '../../core/errors.ts'
import { phoneText, storeDialled } from '../../core/telephone/rules.ts'
import type { ChannelKind } from '../../messaging/channels/rules.ts'
import { phoneTexts } from './rules.ts'
import type { NewPhone, Phone, PhoneLine, Play } from './schema.ts'

/** A customer as the provider describes them; a line has only the fields that apply. */
type Customer = Pick<Phone, 'id' | 'channel' | 'name' | 'businessTyping'> & {
  account: string
  /** Under which the company knows them. */
  waId?: string
  userId?: string
  igsid?: string
  phone?: string
  username?: string
  messages: (Pick<PhoneLine, 'id' | 'from' | 'at' | 'kind' | 'text'> & {
    file?: string
    status?: string
    seen?: true
    replyTo?: string
    choices?: { id: string; title: string }[]
    reactions?: Record<string, string>
    edited?: true
    deleted?: true
  })[]
}

/** Messages of a phone that are shown: the newest. */
const maxShown = 200

async function call(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { signal: AbortSignal.timeout(5000), ...init })
  } catch (error) {
    throw new AppError('unavailable', phoneTexts.away, { cause: error })
  }
}

/** Speaks to the provider of the demonstration. Throws 503 where it is away, and 404 for a phone of another company. */
export function demoProvider(url: string) {
  async function ask<T>(path: string, body?: object): Promise<T> {
    const answer = await call(
      `${url}/demo/${path}`,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    )
    if (!answer.ok) throw new AppError(answer.status === 404 ? 'notFound' : 'conflict', phoneTexts.refused)
    return (await answer.json()) as T
  }

  /** The customers who write to one of these accounts. */
  const customers = async (accounts: readonly string[]): Promise<Customer[]> =>
    (await ask<{ customers: Customer[] }>('state')).customers.filter(({ account }) => accounts.includes(account))

  async function own(accounts: readonly string[], id: string): Promise<void> {
    if (!(await customers(accounts)).some(each => each.id === id)) throw new AppError('notFound', phoneTexts.refused)
  }

  return {
    /** With the ids of their files, and every address by which a company may know each of them. */
    list: async (accounts: readonly string[]): Promise<(Omit<Phone, 'conversationId'> & { contacts: string[] })[]> =>
      (await customers(accounts)).map(toPhone),
    /** A number or account of a company's own, with a token for it. */
    open: (channel: ChannelKind, name: string): Promise<{ account: string; waba?: string; token: string }> =>
      ask('accounts', { channel, name }),
    invite: (account: string, { channel, name }: NewPhone): Promise<{ id: string }> =>
      ask('customers', { channel, account, name: name.trim(), ...(channel === 'whatsapp' && { phone: newNumber() }) }),
    async play(accounts: readonly string[], id: string, play: Play): Promise<void> {
      await own(accounts, id)
      await ask(`customers/${id}/messages`, play)
    },
    /** A file of a phone as it is there; undefined where there is none. */
    async file(id: string): Promise<Response | undefined> {
      const answer = await call(`${url}/demo/files/${encodeURIComponent(id)}`)
      if (answer.ok) return answer
      await answer.body?.cancel()
      return undefined
    },
    async read(accounts: readonly string[], id: string): Promise<void> {
      await own(accounts, id)
      await ask(`customers/${id}/read`, {})
    }
  }
}

const newNumber = (): string => `55119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

const toPhone = ({ id, channel, name, username, phone, businessTyping, messages, ...ids }: Customer) => ({
  id,
  channel,
  name,
  address: username ? `@${username}` : phone ? phoneText(storeDialled(phone)) : null,
  businessTyping,
  contacts: [ids.waId, ids.userId, ids.igsid].filter(contact => contact !== undefined),
  messages: messages
    .slice(-maxShown)
    .map(({ file, status, seen, replyTo, choices, reactions, edited, deleted, ...line }) => ({
      ...line,
      file: file?.split('/').at(-1) ?? null,
      status: status ?? null,
      seen: seen ?? false,
      replyTo: replyTo ?? null,
      choices: choices ?? [],
      reactions: Object.values(reactions ?? {}).filter(sign => sign !== ''),
      edited: edited ?? false,
      deleted: deleted ?? false
    }))
})
