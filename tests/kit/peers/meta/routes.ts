import { GraphRefusal } from './errors.ts'
import {
  authorize,
  describeAccount,
  describeFollower,
  exchangeCode,
  lengthenToken,
  sendInstagram
} from './instagram.ts'
import { describeMedia, downloadCdn, downloadMedia, uploadMedia } from './media.ts'
import { type GraphRequest, paginate } from './requests.ts'
import { isOpen, sendWhatsapp } from './sending.ts'
import { createTemplate, deleteTemplates, editTemplate, listTemplates, shownTemplate } from './templates.ts'
import { type Account, type Fields, orUnknown, type PhoneNumber, type Token, textOf, type World } from './world.ts'

/** `+55 11 4002-8922` */
const shownPhone = (phone: string): string => phone.replace(/^(\d{2})(\d{2})(\d+)(\d{4})$/, '+$1 $2 $3-$4')

function describeNumber(
  { id, phone, verifiedName, quality, status, registered, waba, blocked }: PhoneNumber,
  query: URLSearchParams
): Fields {
  const all: Fields = {
    verified_name: verifiedName,
    display_phone_number: shownPhone(phone),
    quality_rating: quality,
    id,
    status,
    code_verification_status: registered ? 'VERIFIED' : 'NOT_VERIFIED',
    name_status: 'APPROVED',
    platform_type: registered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    account_mode: 'LIVE',
    throughput: { level: 'STANDARD' },
    is_official_business_account: false,
    whatsapp_business_manager_messaging_limit: 'TIER_2K',
    health_status: {
      can_send_message: blocked ? 'BLOCKED' : 'AVAILABLE',
      entities: [
        { entity_type: 'PHONE_NUMBER', id, can_send_message: 'AVAILABLE' },
        { entity_type: 'WABA', id: waba, can_send_message: blocked ? 'BLOCKED' : 'AVAILABLE' }
      ]
    }
  }
  const usual = [
    'verified_name',
    'display_phone_number',
    'quality_rating',
    'code_verification_status',
    'platform_type',
    'throughput'
  ]
  const names = query.get('fields')?.split(',') ?? usual
  const unknown = names.find(name => !(name in all))
  if (unknown)
    throw new GraphRefusal(
      100,
      `Tried accessing nonexisting field (${unknown}) on node type (WhatsAppBusinessPhoneNumber)`
    )
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === 'id' || names.includes(name)))
}

/** Answers POST /{account}/subscribed_apps, which may name another address for its webhooks; that is asked first. */
async function subscribe(world: World, waba: string, { body }: GraphRequest): Promise<object> {
  const account = orUnknown(world.wabas.get(waba), waba)
  const callback = textOf(body.override_callback_uri)
  if (callback && !(await isConfirmed(callback, String(body.verify_token ?? ''))))
    throw new GraphRefusal(2200, 'Callback verification failed: the address did not answer with the challenge')
  Object.assign(account, { subscribed: true, callback })
  return { success: true }
}

/** Whether an address answers the challenge as Meta wants it. */
export async function isConfirmed(callback: string, verifyToken: string): Promise<boolean> {
  const url = new URL(callback)
  const challenge = String(Math.floor(1_000_000_000 + Math.random() * 1_000_000_000))
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
    return response.status === 200 && (await response.text()) === challenge
  } catch {
    return false
  }
}

function subscribedApps(world: World, waba: string): object {
  const { subscribed, callback } = orUnknown(world.wabas.get(waba), waba)
  const whatsapp_business_api_data = {
    id: '670843887433847',
    name: 'Prosa',
    link: 'https://www.facebook.com/games/?app_id=670843887433847'
  }
  const app = { whatsapp_business_api_data, ...(callback && { override_callback_uri: callback }) }
  return { data: subscribed ? [app] : [] }
}

function register(number: PhoneNumber, { body }: GraphRequest): object {
  if (body.messaging_product !== 'whatsapp') throw new GraphRefusal(100, 'The parameter messaging_product is required.')
  if (!/^\d{6}$/.test(String(body.pin))) throw new GraphRefusal(100, 'Param pin must be 6 digits')
  Object.assign(number, { registered: true, status: 'CONNECTED' })
  return { success: true }
}

/** Blocks people who wrote within a day, or ends that. */
function blockUsers(world: World, { id }: PhoneNumber, { method, body }: GraphRequest): object {
  const named = (Array.isArray(body.block_users) ? body.block_users : []).map(each => String(each?.user))
  const people = world.people.filter(
    ({ account, waId, userId }) => account === id && [waId, userId].some(each => each && named.includes(each))
  )
  if (people.length === 0 || people.some(person => method === 'POST' && !isOpen(world, person)))
    throw new GraphRefusal(131047, 'The person has not written within 24 hours.')
  const users = people.map(({ waId }) => ({ input: waId, wa_id: waId }))
  return {
    messaging_product: 'whatsapp',
    block_users: method === 'POST' ? { added_users: users } : { removed_users: users }
  }
}

type Handler = (world: World, id: string, request: GraphRequest) => unknown
const number = ({ numbers }: World, id: string): PhoneNumber => orUnknown(numbers.get(id), id)
const account = ({ accounts }: World, id: string): Account => orUnknown(accounts.get(id), id)
const template = ({ templates }: World, id: string) =>
  orUnknown(
    templates.find(each => each.id === id),
    id
  )

/** By method, what the first part of the path names, and the rest of the path. */
const routes: Record<string, Handler> = {
  'GET number': (world, id, { query }) => describeNumber(number(world, id), query),
  'POST number/messages': (world, id, request) => sendWhatsapp(world, number(world, id), request),
  'POST number/media': (world, _id, request) => uploadMedia(world, request),
  'POST number/block_users': (world, id, request) => blockUsers(world, number(world, id), request),
  'DELETE number/block_users': (world, id, request) => blockUsers(world, number(world, id), request),
  'POST number/register': (world, id, request) => register(number(world, id), request),
  'POST number/deregister': (world, id) => {
    Object.assign(number(world, id), { registered: false, status: 'PENDING' })
    return { success: true }
  },
  'GET number/whatsapp_business_profile': (world, id) => ({
    data: [{ ...number(world, id).profile, messaging_product: 'whatsapp' }]
  }),
  'POST number/whatsapp_business_profile': (world, id, { body: { messaging_product: _, ...profile } }) => {
    Object.assign(number(world, id).profile, profile)
    return { success: true }
  },
  'GET waba': (_world, id) => ({ id, name: 'Conta do WhatsApp Business', currency: 'BRL', timezone_id: '25' }),
  'GET waba/phone_numbers': ({ numbers, url }, id, { query }) =>
    paginate(
      [...numbers.values()].filter(({ waba }) => waba === id).map(each => describeNumber(each, query)),
      query,
      `${url}/v26.0/${id}/phone_numbers`
    ),
  'GET waba/subscribed_apps': subscribedApps,
  'POST waba/subscribed_apps': subscribe,
  'DELETE waba/subscribed_apps': ({ wabas }, id) => {
    Object.assign(orUnknown(wabas.get(id), id), { subscribed: false, callback: undefined })
    return { success: true }
  },
  'GET waba/message_templates': (world, id, { query }) => listTemplates(world, id, query),
  'POST waba/message_templates': createTemplate,
  'DELETE waba/message_templates': (world, id, { query }) => deleteTemplates(world, id, query),
  'GET template': (world, id) => shownTemplate(template(world, id)),
  'POST template': (world, id, request) => editTemplate(world, template(world, id), request),
  'GET file': (world, id) => describeMedia(world, orUnknown(world.files.get(id), id)),
  'DELETE file': ({ files }, id) => ({ success: files.delete(id) }),
  'GET account': (world, id, { query }) => describeAccount(account(world, id), query),
  'POST account/messages': (world, id, request) => sendInstagram(world, account(world, id), request),
  'GET account/subscribed_apps': (world, id) => ({ data: [{ subscribed_fields: account(world, id).subscribed }] }),
  'POST account/subscribed_apps': (world, id, { query, body }) => {
    const names = query.get('subscribed_fields') ?? textOf(body.subscribed_fields) ?? ''
    if (!names) throw new GraphRefusal(100, 'The parameter subscribed_fields is required.')
    account(world, id).subscribed = names.split(',')
    return { success: true }
  },
  'DELETE account/subscribed_apps': (world, id) => {
    account(world, id).subscribed = []
    return { success: true }
  },
  'GET follower': (world, id, { query }) =>
    describeFollower(
      world,
      orUnknown(
        world.people.find(({ igsid }) => igsid === id),
        id
      ),
      query
    )
}

/** Paths that need no token, or bring it in a way of their own. */
const open: Record<string, (world: World, request: GraphRequest) => unknown> = {
  'GET /oauth/authorize': authorize,
  'POST /oauth/access_token': exchangeCode,
  'GET /access_token': lengthenToken,
  'GET /refresh_access_token': lengthenToken,
  'GET /whatsapp_business/attachments/': downloadMedia
}

/** Answers a request of the Graph API; throws a GraphRefusal. */
export async function answerGraph(world: World, request: GraphRequest): Promise<unknown> {
  const { method, path, segments } = request
  const handler = open[`${method} ${path}`]
  if (handler) return handler(world, request)
  const [first = '', ...rest] = segments
  if (method === 'GET' && first === 'cdn' && rest[0]) return downloadCdn(world, rest[0])

  const token = checkToken(world, request)
  const id = first === 'me' ? ownAccount(world, token) : first
  const kind = kindOf(world, id)
  const route = routes[[`${method} ${kind}`, ...rest].join('/')]
  if (!kind || !route) return orUnknown(undefined, first, method)
  if (token.account && (kind === 'account' ? id !== token.account : kind !== 'follower'))
    throw new GraphRefusal(200, 'The token may not do this')
  return route(world, id, request)
}

function checkToken(world: World, { token }: GraphRequest): Token {
  const stored = world.tokens.get(token)
  if (!stored) throw new GraphRefusal(190, 'Invalid OAuth access token - Cannot parse access token')
  if (stored.expires < world.now())
    throw new GraphRefusal(190, 'Error validating access token: Session has expired', 463)
  return stored
}

const ownAccount = ({ accounts }: World, { account: own }: Token): string => own ?? [...accounts.keys()][0] ?? ''

function kindOf({ numbers, wabas, accounts, templates, files, people }: World, id: string): string | undefined {
  if (numbers.has(id)) return 'number'
  if (wabas.has(id)) return 'waba'
  if (accounts.has(id)) return 'account'
  if (files.has(id)) return 'file'
  if (templates.some(each => each.id === id)) return 'template'
  return people.some(({ igsid }) => igsid === id) ? 'follower' : undefined
}

/** Whether it is about WhatsApp, whose errors carry more. */
export const isWhatsapp = (world: World, { segments: [id = ''] }: GraphRequest): boolean =>
  ['number', 'waba', 'file', 'template'].includes(kindOf(world, id) ?? '')
