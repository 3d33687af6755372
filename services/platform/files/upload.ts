import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'

/**
 * Registers routes whose requests carry a file as application/octet-stream. It is streamed to storage, so nothing
 * parses the body: `receiveBytes` hands it on.
 */
export function takeFiles(app: App, register: (scope: App) => void): void {
  app.register(async plain => {
    const scope = plain as unknown as App
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    register(scope)
  })
}

type Receive<T> = (bytes: AsyncIterable<Buffer>, size: number) => Promise<T>

/**
 * Hands on the file that a request carries; `size` is what it says of its length, 0 where that is nothing. Throws 400.
 */
export async function receiveBytes<T>({ body, headers }: FastifyRequest, receive: Receive<T>): Promise<T> {
  if (!(body instanceof Readable)) throw invalid({ file: 'Envie um arquivo.' })
  try {
    const bytes = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    return await receive(bytes, Number(headers['content-length'] ?? 0))
  } finally {
    body.resume() // the client reads the answer only after sending all of the body
  }
}

/** The same bytes; throws what `tooMuch` makes of their size once they are more than `limit`. */
export async function* upTo(
  bytes: AsyncIterable<Buffer>,
  limit: number,
  tooMuch: (size: number) => Error
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > limit) throw tooMuch(size)
    yield part
  }
}
