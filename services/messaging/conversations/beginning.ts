import { fileTypeFromBuffer } from 'file-type'

/** Bytes by which a type is known. */
const head = 4100

type Begun = { type: string | undefined; ending: string | undefined; beginning: Buffer; bytes: AsyncIterable<Buffer> }

/** The type of bytes by their beginning, the ending of such files' names, and all the bytes. */
export async function readBeginning(bytes: AsyncIterable<Uint8Array>): Promise<Begun> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let size = 0
  let ended = false
  while (size < head && !ended) {
    const { value, done } = await iterator.next()
    ended = done === true
    if (value) {
      first.push(Buffer.from(value))
      size += value.length
    }
  }
  const beginning = Buffer.concat(first).subarray(0, head)
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined)
  async function* all(): AsyncGenerator<Buffer> {
    yield* first
    while (!ended) {
      const { value, done } = await iterator.next()
      ended = done === true
      if (value) yield Buffer.from(value)
    }
  }
  return { type: found?.mime, ending: found?.ext, beginning, bytes: all() }
}
