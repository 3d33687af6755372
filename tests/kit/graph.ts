import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './end.ts'

/** Answers of the server to the next sends instead of accepting them. */
export type Fault =
  | { code: number; status: number }
  | 'html'
  | 'hang'
  /** Takes the message and breaks off before the answer. */
  | 'cut'
  | { redirect: string }

type Sent = { path: string; body: Record<string, unknown>; token: string }

export type Graph = {
  /** As META_GRAPH_URL and INSTAGRAM_GRAPH_URL. */
  url: string
  /** The messages that it took, in order. */
  sent: Sent[]
  /** The messages that were reported as read. */
  read: string[]
  /** The messages whose writers see that somebody is answering. */
  typing: string[]
  /** The account of Instagram whose token it knows. */
  me: string
  /** Runs once a message is here, before it is answered. */
  arrived: (() => Promise<unknown>) | null
  /** Faults of the next sends, the first one first. */
  faults: Fault[]
  /** Files by id, with bytes and declared type: those that customers send, and those that were uploaded. */
  files: Map<string, { bytes: Buffer; type: string; name?: string; redirect?: string; status?: number }>
  /** The profiles of people, by their ids; others are unknown. Requests for one are counted. */
  profiles: Map<string, { name?: string; username?: string; profile_pic?: string }>
  profilesAsked: number
  /** The people who are blocked, and the code by which blocking is refused. */
  blocked: Set<string>
  blockFault: number | null
  /** Faults of the next receipts, and of the next uploads. */
  readFaults: Fault[]
  uploadFaults: Fault[]
  /** Meta's rating of every number, and the answer to a read of one in its place. */
  quality: string
  reading: { code: number; status: number } | 'html' | null
  /**
   * Whether Meta takes messages of every number, and the account that it says they belong to; null: it does not say.
   */
  health: { can_send_message: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'; waba: string } | null
}

export const goodToken = 'EAAG-test-token-0123456789'

/** A server that speaks the part of the Graph API that channels use (Meta, "Graph API", v26.0). */
export async function openGraph(): Promise<Graph> {
  const graph: Graph = {
    url: '',
    sent: [],
    me: '17841400000000000',
    arrived: null,
    read: [],
    typing: [],
    faults: [],
    blocked: new Set(),
    blockFault: null,
    readFaults: [],
    uploadFaults: [],
    files: new Map(),
    profiles: new Map(),
    profilesAsked: 0,
    quality: 'GREEN',
    reading: null,
    health: null
  }
  const server = createServer((request, response) => void answer(graph, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  graph.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return graph
}

async function answer(graph: Graph, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (status: number, code: number) =>
    json(status, {
      error: { message: `(#${code}) refused`, type: 'OAuthException', code, error_data: { details: 'refused' } }
    })
  const url = new URL(request.url ?? '/', graph.url)
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  if (token !== goodToken && !url.pathname.startsWith('/cdn/')) return void refuse(401, 190)
  const [, , id = '', part] = url.pathname.split('/')

  if (url.pathname.startsWith('/file/') || url.pathname.startsWith('/cdn/')) {
    const file = graph.files.get(url.pathname.split('/')[2] ?? '')
    if (file?.redirect) return void response.writeHead(302, { location: file.redirect }).end()
    if (file?.status) return void response.writeHead(file.status).end()
    return void (file
      ? response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length }).end(file.bytes)
      : response.writeHead(404).end())
  }
  if (request.method === 'GET' && graph.files.has(id)) return void json(200, { id, url: `${graph.url}/file/${id}` })
  if (request.method === 'GET' && id.startsWith('gone')) return void refuse(400, 100)
  if (request.method === 'GET' && url.searchParams.get('fields')?.includes('profile_pic')) {
    graph.profilesAsked++
    const profile = graph.profiles.get(id)
    return void (profile ? json(200, { id, ...profile }) : refuse(400, 230))
  }
  const { reading } = graph
  if (request.method === 'GET' && reading === 'html') return void response.writeHead(502).end('<h1>Bad Gateway</h1>')
  if (request.method === 'GET' && typeof reading === 'object' && reading)
    return void refuse(reading.status, reading.code)
  if (request.method === 'GET')
    return void json(200, {
      id,
      ...(id === 'me' && { user_id: graph.me, username: 'padaria' }),
      display_phone_number: '+55 11 4002-8922',
      verified_name: 'Padaria Central',
      quality_rating: graph.quality,
      throughput: { level: 'STANDARD' },
      ...(graph.health && {
        health_status: {
          can_send_message: graph.health.can_send_message,
          entities: [
            { entity_type: 'PHONE_NUMBER', id, can_send_message: 'AVAILABLE' },
            { entity_type: 'WABA', id: graph.health.waba, can_send_message: graph.health.can_send_message }
          ]
        }
      })
    })
  if (part === 'media') return void (await takeUpload(graph, request, { json, refuse }))
  const blocks = part === 'block_users'
  if (part !== 'messages' && !blocks) return void refuse(400, 100)

  const body = JSON.parse(await text(request)) as Record<string, unknown>
  if (blocks) {
    if (graph.blockFault !== null) return void refuse(400, graph.blockFault)
    for (const { user } of body.block_users as { user: string }[])
      graph.blocked[request.method === 'DELETE' ? 'delete' : 'add'](user)
    return void json(200, { messaging_product: 'whatsapp', block_users: {} })
  }
  const fault = (body.status === 'read' ? graph.readFaults : graph.faults).shift()
  if (typeof fault === 'object' && 'code' in fault) return void refuse(fault.status, fault.code)
  if (typeof fault === 'object') return void response.writeHead(302, { location: fault.redirect }).end()
  if (fault === 'html') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  if (fault === 'hang') return
  if (body.status === 'read') {
    graph[body.typing_indicator ? 'typing' : 'read'].push(String(body.message_id))
    return void json(200, { success: true })
  }
  graph.sent.push({ path: url.pathname, body, token })
  if (fault === 'cut') return void request.socket.destroy()
  await graph.arrived?.()
  const name = `wamid.sent.${graph.sent.length}`
  const to = String(body.to ?? body.recipient)
  json(
    200,
    id === 'me'
      ? { recipient_id: to, message_id: name }
      : {
          messaging_product: 'whatsapp',
          contacts: [{ input: to, wa_id: to }],
          messages: [{ id: name, message_status: 'accepted' }]
        }
  )
}

type Answers = { json(status: number, body: unknown): unknown; refuse(status: number, code: number): unknown }

/** POST /{phone number}/media with multipart/form-data. */
async function takeUpload(graph: Graph, request: IncomingMessage, { json, refuse }: Answers): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const fault = graph.uploadFaults.shift()
  if (typeof fault === 'object' && 'code' in fault) return refuse(fault.status, fault.code)
  if (fault === 'cut') return request.socket.destroy()
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(parts), { headers }).formData()
  const file = form.get('file')
  if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File)) return refuse(400, 100)
  const id = `uploaded-${graph.files.size + 1}`
  graph.files.set(id, { bytes: Buffer.from(await file.arrayBuffer()), type: file.type, name: file.name })
  return json(200, { id })
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}
