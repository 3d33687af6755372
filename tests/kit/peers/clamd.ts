import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type Clamd = {
  /** As CLAMD_URL. */
  url: string
  /** The files that it was asked about. */
  scanned: Buffer[]
  /** Its behaviour instead of an answer: nothing at all, or breaking off amid the file. */
  fault: 'hang' | 'cut' | null
  /** Bytes of the largest file that it takes. */
  maxBytes: number
  close(): Promise<void>
}

/** A server of clamd's protocol (clamd(8): PING and INSTREAM) that knows one virus, by these bytes. */
export async function startClamd(virus: Buffer, name: string, port = 0): Promise<Clamd> {
  const clamd: Clamd = { url: '', scanned: [], fault: null, maxBytes: 25 * 1024 * 1024, close: async () => {} }
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    let received = Buffer.alloc(0)
    const parts: Buffer[] = []
    let size = 0
    let streaming = false
    socket.on('error', () => {})
    socket.on('data', data => {
      // Bytes after an answer are thrown away: the client runs in this process, so a reset would overtake the answer.
      if (clamd.fault === 'hang' || socket.writableEnded) return
      if (clamd.fault === 'cut') return void socket.destroy()
      received = Buffer.concat([received, data])
      if (!streaming) {
        const end = received.indexOf(0)
        if (end === -1) return
        const command = received.subarray(0, end).toString()
        received = received.subarray(end + 1)
        if (command === 'zPING') return void socket.end('PONG\0')
        if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
        streaming = true
      }
      while (received.length >= 4) {
        const length = received.readUInt32BE(0)
        if (length === 0) {
          const file = Buffer.concat(parts)
          clamd.scanned.push(file)
          return void socket.end(file.includes(virus) ? `stream: ${name} FOUND\0` : 'stream: OK\0')
        }
        if (size + length > clamd.maxBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
        if (received.length < 4 + length) return
        size += length
        parts.push(received.subarray(4, 4 + length))
        received = received.subarray(4 + length)
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  clamd.url = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  clamd.close = async () => {
    server.close()
    for (const socket of open) socket.destroy()
    await once(server, 'close')
  }
  return clamd
}
