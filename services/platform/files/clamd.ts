import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

type Scanner = { host: string; port: number }

/** The verdict of clamd on a file; `tooLarge` is one that it is not configured to take. */
export type Finding = 'clean' | 'tooLarge' | { virus: string }

/** Thrown where clamd does not answer, or not in time; whether the file is clean is then not known. */
export class ScannerAwayError extends Error {}

/** Milliseconds without a sign of clamd, which looks into an archive for up to two minutes, and for all of a file. */
const [silence, whole] = [150_000, 300_000]

type Times = { silence: number; whole: number }

/** Asks clamd about a file (clamd(8), INSTREAM). Only a few pieces of it are in memory. */
export async function scan(
  scanner: Scanner,
  bytes: AsyncIterable<Buffer>,
  times: Times = { silence, whole }
): Promise<Finding> {
  const reply = await ask(scanner, framed(bytes), times)
  const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (virus) return { virus: virus.replace(/\.UNOFFICIAL$/, '') }
  if (reply === 'stream: OK') return 'clean'
  if (reply.startsWith('INSTREAM size limit exceeded')) return 'tooLarge'
  throw new ScannerAwayError(`clamd answered ${JSON.stringify(reply.slice(0, 200))}`)
}

/** Whether clamd answers within moments. */
export async function scannerAnswers(scanner: Scanner): Promise<boolean> {
  async function* ping() {
    yield Buffer.from('zPING\0')
  }
  return (await ask(scanner, ping(), { silence: 2000, whole: 2000 }).catch(() => '')) === 'PONG'
}

/** Pieces with their lengths before them, and a length of zero at the end. */
async function* framed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const part of bytes) {
    if (part.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    yield Buffer.concat([length, part])
  }
  yield Buffer.alloc(4)
}

/** The answer of clamd, up to the NUL at its end or until it breaks off. */
async function ask({ host, port }: Scanner, request: AsyncGenerator<Buffer>, times: Times): Promise<string> {
  const signal = AbortSignal.timeout(times.whole)
  const socket = connect({ host, port, signal })
  socket.setTimeout(times.silence, () => socket.destroy(new Error('clamd is silent')))
  let [reply, failure, source]: [string, unknown, unknown] = ['', undefined, undefined]
  // An answer before the connection broke counts more than the break: clamd closes at its configured size.
  socket.on('data', data => {
    reply += data
    if (reply.includes('\0') || reply.length > 1000) socket.destroy()
  })
  socket.on('error', error => {
    failure = error
  })
  // Unlike `once` of events these do not end with an error.
  const happens = (event: 'close' | 'drain') => new Promise<void>(resolve => void socket.once(event, () => resolve()))
  const closed = happens('close')
  const send = async () => {
    for await (const part of request) {
      // Its answer so far is read first: writing to a connection that it has closed would lose it.
      await nextTurn()
      if (socket.destroyed) return
      if (!socket.write(part)) await Promise.race([happens('drain'), closed])
    }
  }
  send().catch(error => {
    source = error
    socket.destroy()
  })
  await closed
  if (source) throw source
  if (reply === '') throw new ScannerAwayError('clamd does not answer', { cause: failure })
  return reply.split('\0')[0]?.trim() ?? ''
}
