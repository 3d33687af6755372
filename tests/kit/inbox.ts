import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversation } from '../../services/messaging/conversations/schema.ts'
import { company, type Tenant } from './app.ts'
import { goodToken, openGraph } from './graph.ts'
import { patience } from './patience.ts'
import { openSite, type Site } from './site.ts'
import { changePlan } from './team.ts'
import { type Channel, connect, deliver, profile, whatsapp, written } from './webhooks.ts'

/** The built product beside a Graph API. */
export async function openInboxSite() {
  const graph = await openGraph()
  const site = await openSite({ META_GRAPH_URL: graph.url, INSTAGRAM_GRAPH_URL: graph.url })
  return { ...site, graph }
}

type App = Site['app']

const post = async (app: App, who: Tenant, method: 'POST' | 'PATCH', url: string, payload: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, payload })
  if (answer.statusCode >= 300) throw new Error(answer.body)
}

/** A company whose WhatsApp number is connected and switched on. */
export async function inboxCompany(app: App, name = 'Padaria Central'): Promise<{ ours: Tenant; channel: Channel }> {
  const ours = await company(app, name)
  await changePlan(app, ours.id, 'pro')
  const channel = await connect(app, ours)
  await post(app, ours, 'POST', '/api/whatsapp/settings', { token: goodToken })
  await post(app, ours, 'PATCH', '/api/whatsapp/settings/status', { active: true })
  return { ours, channel }
}

let delivered = 0

/** A customer writes these texts, the last one now; returns the conversation once the worker has made it. */
export async function customerWrites(
  app: App,
  ours: Tenant,
  channel: Channel,
  { number, name, texts, ago = 0 }: { number: string; name: string; texts: readonly string[]; ago?: number }
): Promise<Conversation> {
  const start = Date.now() - ago - texts.length * 1000
  const messages = texts.map((text, n) =>
    written(number, `wamid.in${++delivered}-${channel.account}`, text, start + n * 1000)
  )
  const answer = await deliver(app, channel, whatsapp(channel.account, { contacts: [profile(number, name)], messages }))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const find = async (): Promise<Conversation | undefined> => {
    const filter = encodeURIComponent(JSON.stringify({ q: name }))
    const found = await app.inject({ url: `/api/conversations?filter=${filter}`, headers: ours.auth })
    return found.json<Conversation[]>().find(each => each.name === name)
  }
  const last = texts.at(-1)?.slice(0, 200)
  for (const end = Date.now() + patience.look; Date.now() < end; await sleep(50)) {
    const conversation = await find()
    if (conversation && conversation.lastText === last) return conversation
  }
  throw new Error(`what ${name} wrote was not processed`)
}
