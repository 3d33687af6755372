/** Bytes of one piece: any part of a file can be read alone, and only a few pieces are in memory. */
export const pieceSize = 256 * 1024

/** Random access to a file's bytes. */
export type Source = { size: number; read(offset: number, length: number): Promise<Buffer> }

/** The bytes from one offset to another, in pieces. */
export async function* bytesOf(source: Source, from = 0, to = source.size): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += pieceSize) yield await source.read(at, Math.min(pieceSize, to - at))
}
