import { randomBytes } from 'node:crypto'
import { GraphRefusal } from './errors.ts'
import type { Happening } from './outbox.ts'
import { type GraphRequest, page, Reply, redirect, unfold } from './requests.ts'
import { isOpen } from './sending.ts'
import {
  type Account,
  day,
  defined,
  type Fields,
  fieldsOf,
  listOf,
  newMid,
  type Person,
  type Sent,
  textOf,
  type World
} from './world.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

/** Answers GET /oauth/authorize: asks the owner of the account, or goes on at once. */
export function authorize(world: World, { query }: GraphRequest): Reply {
  const redirectUri = query.get('redirect_uri') ?? ''
  const clientId = query.get('client_id') ?? ''
  const right =
    /^https?:\/\//.test(redirectUri) &&
    URL.canParse(redirectUri) &&
    query.get('response_type') === 'code' &&
    (world.instagramAppId === undefined || clientId === world.instagramAppId)
  if (!right) return new Reply(400, { 'content-type': 'text/plain' }, 'Invalid platform app')
  const answer = query.get('answer') ?? { page: '', agrees: 'yes', refuses: 'no' }[world.settings.consent]
  const back = new URL(redirectUri)
  const state = query.get('state')
  if (state !== null) back.searchParams.set('state', state)
  if (answer === 'no') {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_reason', 'user_denied')
    back.searchParams.set('error_description', 'The user denied your request')
    return redirect(String(back))
  }
  const account = world.accounts.get(query.get('account') ?? '') ?? [...world.accounts.values()][0]
  if (!account) return new Reply(400, {}, 'There is no account')
  if (answer !== 'yes') return askConsent(world, query, account)
  const code = `AQ${randomBytes(40).toString('base64url')}`
  world.codes.set(code, { account: account.id, redirectUri, clientId, expires: world.now() + 60 * 60 * 1000 })
  back.searchParams.set('code', code)
  return redirect(`${back}#_`)
}

function askConsent(world: World, query: URLSearchParams, { username }: Account): Reply {
  const link = (answer: string): string => {
    const url = new URL(`${world.url}/oauth/authorize?${query}`)
    url.searchParams.set('answer', answer)
    return escapeHtml(String(url))
  }
  return page(`<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Instagram (demonstração)</title>
<style>body{font:16px system-ui;max-width:24rem;margin:15vh auto;padding:0 1rem;text-align:center}
a{display:block;padding:.75rem;margin:.75rem 0;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none}</style>
<h1>Instagram</h1><p>Esta é uma demonstração: nada vai para o Instagram de verdade.</p>
<p>O aplicativo quer ler e enviar mensagens por <b>@${escapeHtml(username)}</b>.</p>
<a href="${link('yes')}">Permitir</a><a href="${link('no')}">Não permitir</a></html>`)
}

/** Answers POST /oauth/access_token: a token for an hour. */
export function exchangeCode(world: World, { body }: GraphRequest): object {
  const refuse = (error_message: string): Reply => {
    const failure = { error_type: 'OAuthException', code: 400, error_message }
    return new Reply(400, { 'content-type': 'application/json' }, JSON.stringify(failure))
  }
  const code = world.codes.get(String(body.code))
  if (body.client_secret !== world.instagramAppSecret) return refuse('Invalid client secret')
  if (body.grant_type !== 'authorization_code') return refuse('Invalid grant_type')
  if (!code || code.expires < world.now() || code.clientId !== body.client_id)
    return refuse('Invalid authorization code or it has been used')
  if (code.redirectUri !== body.redirect_uri) return refuse('redirect_uri is not the one that was authorized')
  world.codes.delete(String(body.code))
  const access_token = issueToken(world, code.account, 60 * 60 * 1000)
  const permissions = world.settings.scopes
  const answer = { access_token, user_id: code.account }
  return world.settings.tokenShape === 'data'
    ? { data: [{ ...answer, permissions }] }
    : { ...answer, permissions: permissions.split(',') }
}

export function issueToken(world: World, account: string, length: number): string {
  const token = `IGAA${randomBytes(60).toString('base64url')}`
  world.tokens.set(token, { account, issued: world.now(), expires: world.now() + length })
  return token
}

/** Answers GET /access_token and GET /refresh_access_token: a token for 60 days. */
export function lengthenToken(world: World, { path, query }: GraphRequest): object {
  const refresh = path === '/refresh_access_token'
  const old = query.get('access_token') ?? ''
  const token = world.tokens.get(old)
  if (!token?.account || token.expires < world.now())
    throw new GraphRefusal(190, 'Error validating access token: Session has expired')
  if (query.get('grant_type') !== (refresh ? 'ig_refresh_token' : 'ig_exchange_token'))
    throw new GraphRefusal(100, 'Invalid grant_type')
  if (!refresh && query.get('client_secret') !== world.instagramAppSecret)
    throw new GraphRefusal(100, 'Invalid client secret')
  if (refresh && world.now() - token.issued < day)
    throw new GraphRefusal(100, 'The token is less than 24 hours old and cannot be refreshed')
  const access_token = issueToken(world, token.account, 60 * day)
  return { access_token, token_type: 'bearer', expires_in: (60 * day) / 1000 }
}

const only = (fields: Fields, query: URLSearchParams, always: string[]): Fields => {
  const names = query.get('fields')?.split(',') ?? Object.keys(fields)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name) || always.includes(name)))
}

export const describeAccount = ({ id, username, name }: Account, query: URLSearchParams): object =>
  only({ id, user_id: id, username, name, account_type: 'BUSINESS' }, query, ['id'])

/** The profile of somebody who wrote; Instagram refuses those of others. */
export function describeFollower(world: World, person: Person, query: URLSearchParams): object {
  if (person.thread.length === 0) throw new GraphRefusal(230, 'User consent is required to access user profile')
  const { igsid: id, name, username, picture } = person
  const profile_pic = picture && `${world.url}/cdn/${picture}`
  return only(defined({ id, name, username, profile_pic, follower_count: 120 }), query, ['id'])
}

const reactions: Record<string, string> = { love: '❤️', smile: '😄', wow: '😮', sad: '😢', angry: '😠', like: '👍' }

/** Answers POST /{account}/messages. */
export async function sendInstagram(world: World, account: Account, request: GraphRequest): Promise<object> {
  const body = unfold(request.body, ['recipient', 'message', 'payload'])
  const recipient = textOf(fieldsOf(body.recipient).id)
  if (!recipient) throw new GraphRefusal(100, 'The parameter recipient is required')
  const person = world.people.find(each => each.igsid === recipient && each.account === account.id)
  if (!person) throw new GraphRefusal(100, 'No matching user found', 2534014)
  if (!person.reachable) throw new GraphRefusal(551, 'This person is not available right now')
  checkWindow(world, person, body)
  if (body.sender_action !== undefined) return act(world, person, body)
  const { type, text, link } = readMessage(fieldsOf(body.message))

  const id = newMid()
  const at = world.now()
  const sent: Sent = {
    id,
    channel: 'instagram',
    account: account.id,
    to: recipient,
    by: 'igsid',
    person,
    type,
    text,
    body,
    callbackData: undefined,
    at,
    token: request.token,
    status: 'accepted',
    isFree: true,
    category: 'service'
  }
  world.sent.push(sent)
  person.thread.push({ id, from: 'business', at, kind: type, text, status: 'sent', ...(link && { link }) })
  if (world.settings.echoes !== 'off') echo(world, person, { mid: id, ...echoed(type, text, link) })
  if (world.settings.echoes === 'before') await world.outbox.settled()
  world.onSent(sent)
  return { recipient_id: recipient, message_id: id }
}

function checkWindow(world: World, person: Person, body: Fields): void {
  if (isOpen(world, person)) return
  const human = body.messaging_type === 'MESSAGE_TAG' && body.tag === 'HUMAN_AGENT'
  if (human && !world.settings.humanAgent)
    throw new GraphRefusal(10, 'The human agent feature is not approved for this app', 2018278)
  if (human && isOpen(world, person, 7 * day)) return
  throw new GraphRefusal(10, 'This message is sent outside of allowed window.', 2534022)
}

function act(world: World, person: Person, { sender_action, payload }: Fields): object {
  if (sender_action === 'typing_on') person.businessTypingUntil = world.now() + 20_000
  if (sender_action === 'typing_off') person.businessTypingUntil = 0
  if (sender_action === 'mark_seen') for (const line of person.thread) if (line.from === 'customer') line.seen = true
  if (sender_action === 'react' || sender_action === 'unreact') {
    const { message_id, reaction } = fieldsOf(payload)
    const line = person.thread.find(each => each.id === message_id)
    if (!line) throw new GraphRefusal(100, 'The message does not exist')
    const { business: _, ...others } = line.reactions ?? {}
    const sign = reactions[String(reaction)] ?? String(reaction)
    line.reactions = sender_action === 'react' ? { ...others, business: sign } : others
  }
  return { recipient_id: person.igsid }
}

const attachments = ['image', 'video', 'audio', 'file', 'MEDIA_SHARE', 'like_heart']

function readMessage(message: Fields): { type: string; text: string; link?: string } {
  const { text } = message
  const all = [...listOf(message.attachments), ...(message.attachment ? [fieldsOf(message.attachment)] : [])]
  const [attachment] = all
  if (attachment) {
    const type = String(attachment.type)
    if (!attachments.includes(type)) throw new GraphRefusal(100, 'Invalid type of attachment', 2534023)
    const { url, id } = fieldsOf(attachment.payload)
    if (type !== 'like_heart' && !id && !/^https?:\/\/\S+$/.test(String(url)))
      throw new GraphRefusal(100, 'The attachment needs a url', 2534023)
    return { type, text: '', ...(url ? { link: String(url) } : {}) }
  }
  if (typeof text !== 'string' || text === '') throw new GraphRefusal(100, 'The message is empty')
  if (Buffer.byteLength(text) > 1000)
    throw new GraphRefusal(100, 'Length of param message[text] must be less than or equal to 1000', 2018109)
  return { type: 'text', text }
}

const echoed = (type: string, text: string, url: string | undefined): Fields =>
  type === 'text' ? { text } : { attachments: [{ type: type.toLowerCase(), payload: { url } }] }

/** Reports to the business a message that it, or its phone, sent. */
export const echo = (world: World, { account, igsid }: Person, message: Fields): Happening =>
  world.outbox.add({
    id: String(message.mid),
    channel: 'instagram',
    entry: account,
    field: 'messaging',
    at: world.now(),
    value: {
      sender: { id: account },
      recipient: { id: igsid },
      timestamp: world.now(),
      message: { ...message, is_echo: true }
    }
  })
