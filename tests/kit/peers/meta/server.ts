import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerDemo } from './demo.ts'
import { envelope, GraphRefusal, httpStatusOf, type Refusal } from './errors.ts'
import { type GraphRequest, Reply, readRequest, redirect, write } from './requests.ts'
import { answerGraph, isWhatsapp } from './routes.ts'
import type { Meta } from './types.ts'
import { type FaultKind, newId, type World } from './world.ts'

type Options = { requests: GraphRequest[]; port?: number; host?: string }

/** Requests that are kept to be looked at. */
const maxRequests = 1000

/** Listens, sets the world's address, and answers; faults come before answers. */
export async function listen(world: World, meta: () => Meta, options: Options): Promise<Server> {
  const { requests, port = 0, host = '127.0.0.1' } = options
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  server.listen(port, host)
  await once(server, 'listening')
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    if (request.segments[0] === 'demo') return write(response, await answerDemo(world, meta(), request))
    requests.push(request)
    if (requests.length > maxRequests) requests.shift()
    const fault = takeFault(world, request)
    if (fault === 'hang') return
    if (typeof fault === 'object' && 'heldUntil' in fault) await fault.heldUntil
    const instead = replyOf(fault)
    if (instead) return write(response, instead)
    try {
      if (typeof fault === 'object' && 'code' in fault) return refuse(request, response, fault)
      const answer = await answerGraph(world, request)
      if (fault === 'cutAfterAccept') incoming.socket.destroy()
      else write(response, answer)
    } catch (error) {
      if (!(error instanceof GraphRefusal)) throw error
      refuse(request, response, error.refusal)
    }
  }

  function refuse(request: GraphRequest, response: ServerResponse, refusal: Refusal): void {
    const body = envelope(refusal, `A${newId('', 20)}`, isWhatsapp(world, request) ? 'whatsapp' : undefined)
    write(response, body, refusal.httpStatus ?? httpStatusOf(refusal.code))
  }

  return server
}

function replyOf(fault: FaultKind | undefined): Reply | undefined {
  if (fault === 'html') return new Reply(502, { 'content-type': 'text/html' }, '<!doctype html><h1>Bad Gateway</h1>')
  if (fault === 'status500') return new Reply(500, { 'content-type': 'text/plain' }, 'Internal error')
  return typeof fault === 'object' && 'redirect' in fault ? redirect(fault.redirect) : undefined
}

function takeFault({ faults }: World, request: GraphRequest): FaultKind | undefined {
  const index = faults.findIndex(({ match }) => match(request))
  const fault = faults[index]
  if (!fault) return undefined
  fault.times--
  if (fault.times === 0) faults.splice(index, 1)
  return fault.how
}
