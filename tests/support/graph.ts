import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './end.ts'

/** What the server does with the next sends instead of accepting them. */
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
  /** Faults of the next sends, the first one first. */
  faults: Fault[]
  /** Files by id, as bytes and what they are said to be. */
  files: Map<string, { bytes: Buffer; type: string }>
}

export const goodToken = 'EAAG-test-token-0123456789'

/** A server that speaks the part of the Graph API that channels use (Meta, "Graph API", v26.0). */
export async function openGraph(): Promise<Graph> {
  const graph: Graph = { url: '', sent: [], faults: [], files: new Map() }
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
    return void (file
      ? response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
      : response.writeHead(404).end())
  }
  if (request.method === 'GET' && graph.files.has(id)) return void json(200, { id, url: `${graph.url}/file/${id}` })
  if (request.method === 'GET' && id.startsWith('gone')) return void refuse(400, 100)
  if (request.method === 'GET')
    return void json(200, {
      id,
      ...(id === 'me' ? { user_id: url.searchParams.get('account') ?? '17841400000000000', username: 'padaria' } : {}),
      display_phone_number: '+55 11 4002-8922',
      verified_name: 'Padaria Central',
      quality_rating: 'GREEN',
      throughput: { level: 'STANDARD' }
    })
  if (part !== 'messages') return void refuse(400, 100)

  const body = JSON.parse(await text(request)) as Record<string, unknown>
  const fault = graph.faults.shift()
  if (typeof fault === 'object' && 'code' in fault) return void refuse(fault.status, fault.code)
  if (typeof fault === 'object') return void response.writeHead(302, { location: fault.redirect }).end()
  if (fault === 'html') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  if (fault === 'hang') return
  graph.sent.push({ path: url.pathname, body, token })
  if (fault === 'cut') return void request.socket.destroy()
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

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}
