import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../core/errors.ts'

const busyText = 'Há muitas entradas ao mesmo tempo. Aguarde alguns segundos e tente novamente.'

const argon2id = 2
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Sets what later hashes of this process take, in KiB (PASSWORD_HASH_MEMORY, which allows no less than the default).
 */
export function hashWith(memoryKib: number): void {
  options.memoryCost = memoryKib
}

/** Hashes at once: each takes a core and its memory, and other requests need the cores too. */
const places = Math.max(1, availableParallelism() - 1)
let busy = 0
const queue: (() => void)[] = []

/** Hashes that may wait: some seconds of work, after which those who wait have given up. */
const longestQueue = 150 * places

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.length >= longestQueue) throw new AppError('unavailable', busyText, { retryAfter: 10 })
  if (busy >= places) await new Promise<void>(resolve => queue.push(resolve))
  else busy++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else busy--
  }
}

/** The Argon2id hash of a password, as a PHC string. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/**
 * True where the password is the one of the hash. Without a hash it takes the same time and is false, so that the time
 * does not reveal whether an account exists.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const same = await inTurn(() => verify(against, password.normalize('NFKC')).catch(() => false))
  return same && stored !== undefined
}

const common = new Set(
  `12345678 123456789 1234567890 12345678910 123123123 11111111 00000000 87654321 987654321 abcd1234 abc12345 a1b2c3d4
   password password1 passw0rd qwertyui qwerty123 1q2w3e4r 1qaz2wsx iloveyou princess sunshine football superman
   senha123 senha1234 minhasenha mudar123 trocar123 brasil123 brasil2024 brasil2025 brasil2026 flamengo corinthians
   palmeiras saopaulo vasco123 gremio123 internacional cruzeiro santos123 jesus123 jesuscristo deusefiel familia123
   amordeus amorzinho teamo123 eumeamo1 gabriel123 admin123 administrador prosa123 bemvindo empresa123`.split(/\s+/)
)

export const commonPasswordText = 'Essa senha é muito comum. Escolha outra.'

/** True for a password that is among the first an attacker would try. */
export function commonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || /^(.)\1+$/.test(plain)
}
