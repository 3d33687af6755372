import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'

/** A whole answer, as a server that works gives it. */
export type Answer = { type: string; body: string }

/** `hangs`: nothing more comes, or so slowly that the end is never reached. */
type Break = { answer(socket: Socket, answer: Answer): void | Promise<void>; hangs?: true }

const head = ({ type, body }: Answer, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n`
const chunked = (type: string) => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const whole = (answer: Answer) => head(answer) + answer.body
const half = (text: string) => text.slice(0, Math.ceil(text.length / 2))
const plain = (status: string, type: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

async function slowly(socket: Socket, text: string): Promise<void> {
  for (const letter of text) {
    if (socket.destroyed) return
    socket.write(letter)
    await pass(50)
  }
}

/** The places at which an answer can break, and the errors that may result. */
export const breaks = {
  'a reset before the head': { answer: socket => void socket.resetAndDestroy() },
  'an end before the head': { answer: socket => void socket.end() },
  'an end within the head': { answer: (socket, answer) => void socket.end(half(head(answer))) },
  'a reset after the head': {
    answer: (socket, answer) => void socket.write(head(answer), () => socket.resetAndDestroy())
  },
  'an end after the head': { answer: (socket, answer) => void socket.end(head(answer)) },
  'a reset between two bytes': {
    answer: (socket, answer) => void socket.write(half(whole(answer)), () => socket.resetAndDestroy())
  },
  'an end between two bytes': { answer: (socket, answer) => void socket.end(head(answer) + half(answer.body)) },
  'an end between two chunks': {
    answer: (socket, answer) => void socket.end(chunked(answer.type) + chunk(half(answer.body)))
  },
  'a chunk without a length': {
    answer: (socket, answer) => void socket.write(`${chunked(answer.type) + chunk(half(answer.body))}zz\r\n`)
  },
  'a reset after the end': {
    answer: (socket, answer) => void socket.write(whole(answer), () => setTimeout(() => socket.resetAndDestroy(), 20))
  },
  'more bytes than announced': { answer: (socket, answer) => void socket.write(`${whole(answer)}and more`) },
  'a second answer': { answer: (socket, answer) => void socket.write(whole(answer) + whole(answer)) },
  'no HTTP': { answer: socket => void socket.write('220 mail.example ESMTP\r\n') },
  'another protocol': {
    answer: socket =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx')
  },
  'a head without end': { answer: socket => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`) },
  'an answer announced as too long': {
    answer: (socket, { type }) =>
      void socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: 9000000000\r\n\r\nx`)
  },
  'HTML instead': { answer: socket => void socket.write(plain('200 OK', 'text/html', '<h1>Bem-vindo</h1>')) },
  'HTML of a proxy': { answer: socket => void socket.write(plain('502 Bad Gateway', 'text/html', '<h1>502</h1>')) },
  'an empty answer': { answer: (socket, { type }) => void socket.write(plain('200 OK', type, '')) },
  'an answer without content': { answer: socket => void socket.write('HTTP/1.1 204 No Content\r\n\r\n') },
  'a redirect': {
    answer: socket =>
      void socket.write('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n')
  },
  nothing: { answer: () => {}, hangs: true },
  'nothing after the head': { answer: (socket, answer) => void socket.write(head(answer)), hangs: true },
  'nothing after half': { answer: (socket, answer) => void socket.write(half(whole(answer))), hangs: true },
  'a head byte by byte': { answer: (socket, answer) => slowly(socket, head(answer).repeat(100)), hangs: true },
  'a body byte by byte': {
    answer: (socket, answer) =>
      void socket.write(head(answer, 'X-Slow: 1\r\n'), () => void slowly(socket, answer.body.slice(0, -1).repeat(100))),
    hangs: true
  },
  'progress without end': {
    answer: async socket => {
      while (!socket.destroyed) {
        socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n')
        await pass(20)
      }
    },
    hangs: true
  },
  'a good answer': { answer: (socket, answer) => void socket.write(whole(answer)) }
} satisfies Record<string, Break>

export type BreakName = keyof typeof breaks
export const breakNames = Object.keys(breaks) as BreakName[]
export const hangs = (name: BreakName): boolean => 'hangs' in breaks[name]

/**
 * A server below HTTP: the first part of the path names an answer, the second the break. Faults of its own sockets are
 * expected.
 */
export async function startBreaking(answers: Record<string, Answer>) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let received = ''
    socket.on('data', data => {
      received += data.toString('latin1')
      const [, path = ''] = /^\S+ (\S+) HTTP\/1\.1\r\n[\s\S]*\r\n\r\n/.exec(received) ?? []
      if (path === '') return
      received = ''
      const [, kind = '', name = ''] = path.split(/[/?]/).map(decodeURIComponent)
      const answer = answers[kind]
      const found: Break | undefined = breaks[name as BreakName]
      if (answer && found) void found.answer(socket, answer)
      else socket.end(plain('404 Not Found', 'text/plain', 'none'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}
