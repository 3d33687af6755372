/** Bytes of one piece: a page of a file can be read without the rest, and nobody holds more than a few of them. */
export const pieceSize = 256 * 1024

/** What is read of a file, any part of it at a time. */
export type Source = { size: number; read(offset: number, length: number): Promise<Buffer> }

/** The bytes from one place to another, a piece at a time. */
export async function* bytesOf(source: Source, from = 0, to = source.size): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += pieceSize) yield await source.read(at, Math.min(pieceSize, to - at))
}
