import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { BackupError } from './failure.ts'

const deriveBytes = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt
)

/** How the key was made of the password. The limits bound what a foreign file can ask for. */
export const Encryption = Type.Object({
  salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  cost: Type.Integer({ minimum: 14, maximum: 18 })
})
export type Encryption = Static<typeof Encryption>

export const newEncryption = (): Encryption => ({ salt: randomBytes(16).toString('hex'), cost: 17 })

/** Half a second and 128 MB: what trying a password costs. */
export const keyOf = (password: string, { salt, cost }: Encryption): Promise<Buffer> => {
  const N = 2 ** cost
  return deriveBytes(password, Buffer.from(salt, 'hex'), 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 })
}

const pieceSize = 64 * 1024
const tagSize = 16

/** The number of the piece and whether it is the last: one that is left out, moved or cut off does not fit. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(piece, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Regroups bytes into pieces of one size, the last with the rest. */
async function* piecesOf(
  source: AsyncIterable<Buffer>,
  size: number
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const part of source) {
    held.push(part)
    length += part.length
    if (length <= size) continue
    const whole = Buffer.concat(held)
    let at = 0
    // The last piece is only known once nothing follows.
    for (; whole.length - at > size; at += size) yield { bytes: whole.subarray(at, at + size), isLast: false }
    held = [whole.subarray(at)]
    length = whole.length - at
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

/** Encrypts in pieces that can each be checked. The key serves one file, so that a number is used once. */
export async function* encrypted(source: AsyncIterable<Buffer>, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  let piece = 0
  for await (const { bytes, isLast } of piecesOf(source, pieceSize)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(piece++, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what `encrypted` made. Throws where the first piece does not fit the key, and where one was changed. */
export async function* decrypted(source: AsyncIterable<Buffer>, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  let piece = 0
  for await (const { bytes, isLast } of piecesOf(source, pieceSize + tagSize)) {
    const data = bytes.subarray(0, -tagSize)
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(piece, isLast), { authTagLength: tagSize }).setAAD(
      header
    )
    try {
      decipher.setAuthTag(bytes.subarray(-tagSize))
      yield Buffer.concat([decipher.update(data), decipher.final()])
    } catch {
      throw new BackupError(
        piece === 0
          ? 'A senha do backup não é esta: confira BACKUP_PASSWORD.'
          : 'O arquivo de backup foi alterado: use outro.'
      )
    }
    piece++
  }
}
