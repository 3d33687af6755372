import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import * as packet from 'dns-packet'

/** The answers by name: TXT records, one of which may be several strings, a failure, or nothing at all. */
export type Zone = Map<string, (string | string[])[] | 'servfail' | 'silent'>

export type Dns = {
  /** As DNS_SERVERS. */
  address: string
  zone: Zone
  /** The names of the queries. */
  queries: string[]
  close(): Promise<void>
}

/** Bytes of a datagram at most; clients repeat a longer query by TCP. */
const datagram = 1232
/** In the second half of the flags' last byte. */
const [nxdomain, servfail] = [3, 2]

/** A DNS server of the names that it is given; others do not exist. It answers by UDP, and by TCP what is too long. */
export async function startDns(): Promise<Dns> {
  const dns: Dns = { address: '', zone: new Map(), queries: [], close: async () => {} }

  function answerTo(query: Buffer, limit: number): Buffer | null {
    const decoded = packet.decode(query)
    const [question] = decoded.questions ?? []
    if (!question) return null
    // Resolvers may mix the case of a name.
    const name = question.name.toLowerCase()
    dns.queries.push(name)
    const said = dns.zone.get(name)
    if (said === 'silent') return null
    const base = { type: 'response' as const, id: decoded.id ?? 0, questions: [question] }
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE
    if (said === 'servfail') return packet.encode({ ...base, flags: flags | servfail })
    if (!said) return packet.encode({ ...base, flags: flags | nxdomain })
    const answers = said.map(data => ({ type: 'TXT' as const, name: question.name, ttl: 1, data }))
    const whole = packet.encode({ ...base, flags, answers: question.type === 'TXT' ? answers : [] })
    return whole.length <= limit ? whole : packet.encode({ ...base, flags: flags | packet.TRUNCATED_RESPONSE })
  }

  const udp = createSocket('udp4')
  udp.on('message', (query, { port, address }) => {
    const answer = answerTo(query, datagram)
    if (answer) udp.send(answer, port, address)
  })
  const open = new Set<Socket>()
  const tcp = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    let received = Buffer.alloc(0)
    socket.on('data', data => {
      received = Buffer.concat([received, data])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        const answer = answerTo(received.subarray(2, end), 65_535)
        received = received.subarray(end)
        if (!answer) continue
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        socket.write(Buffer.concat([length, answer]))
      }
    })
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  dns.address = `127.0.0.1:${port}`
  dns.close = async () => {
    for (const socket of open) socket.destroy()
    udp.close()
    tcp.close()
    await once(tcp, 'close')
  }
  return dns
}
