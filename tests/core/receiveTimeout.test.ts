import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../services/app.ts'
import { company, testConfig } from '../kit/app.ts'

const app = await buildApp(testConfig(), { receiveTimeout: 300 })
afterAll(() => app.close())
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

const file = 'Nome;Telefone\r\nAna;11987650001\r\n'

/** Sends a request whose body takes a second to come, and returns the first line of the answer, if there is one. */
const sendSlowly = (path: string, type: string, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', data => {
      answer += data
    })
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
    socket.on('error', error => ('code' in error && error.code === 'ECONNRESET' ? resolve('') : reject(error)))
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${file.length}\r\n\r\n${file.slice(0, 10)}`
    )
    setTimeout(() => socket.writable && socket.write(file.slice(10)), 1000)
  })

test('a request that comes too slowly is cut off, but a list may take its time', async () => {
  const { token } = await company(app)
  const [typed, sent] = await Promise.all([
    sendSlowly('/api/leads', 'application/json', token),
    sendSlowly('/api/imports?name=lista.csv', 'application/octet-stream', token)
  ])
  expect([typed, sent]).toEqual(['', 'HTTP/1.1 201 Created'])
})
