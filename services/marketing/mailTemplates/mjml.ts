import { type ChildProcess, fork } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { BusyError } from '../../core/apart.ts'
import { AppError } from '../../core/errors.ts'
import { type Answer, overTime, type Task } from './mjmlTask.ts'

// MJML takes some 100 MB once it is loaded, and a large mail some tenths of a second. A thread would keep requests from
// waiting, but of its memory nine tenths stayed with the process when it ended.

/** Milliseconds of the processor, and megabytes, that one mail may take. */
const limits = { processor: 15_000, memory: 256 }
/**
 * Milliseconds that somebody waits for a mail; for which a process may be silent; and for which it waits for another
 * mail.
 */
const [patience, silence, idle] = [20_000, 600_000, 60_000]

/** TypeScript when run from the sources, else the built file. */
const entry = import.meta.url.endsWith('.ts')
  ? path.join(import.meta.dirname, 'mjmlProcess.ts')
  : path.join(findPackageJSON(import.meta.url) ?? '', '../dist/services/mjml.js')

let child: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting = 0
let closing: NodeJS.Timeout | undefined

const tooMuch = () =>
  new AppError('mismatch', 'Este e-mail é grande ou complicado demais para ser montado. Tire alguns blocos.')

/** Mails that may wait for their turn: each takes some tenths of a second. */
const maxWaiting = 20

/**
 * The HTML of a mail in MJML, one mail after the other. Throws 422 for one that takes too much of the processor or of
 * memory, 503 where too many wait or the machine is too busy: it is made all the same, and is soon there when it is
 * asked for again.
 */
export async function mjmlToHtml(source: string): Promise<string> {
  if (waiting >= maxWaiting) throw new BusyError()
  clearTimeout(closing)
  waiting++
  const turn = last.then(() => ask(source))
  last = turn
    .catch(() => {})
    .then(() => {
      if (--waiting === 0) closing = setTimeout(close, idle).unref()
    })
  return within(patience, turn)
}

/** Rejects with 503 after that many milliseconds; the work goes on. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new BusyError()), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function close(): void {
  child?.kill('SIGKILL')
  child = undefined
}

function open(): ChildProcess {
  const opened = fork(entry, {
    // Without the environment, which holds the secrets.
    env: {},
    execArgv: [`--max-old-space-size=${limits.memory}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  })
  // It must not keep this process from ending; without this one its channel closes, and it ends too.
  opened.unref()
  opened.channel?.unref()
  // A fault that comes when nobody asks ends it; the next mail gets another one.
  opened.on('error', () => {})
  opened.once('exit', () => {
    if (child === opened) child = undefined
  })
  return opened
}

async function ask(source: string): Promise<string> {
  child ??= open()
  const current = child
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const clock = setTimeout(() => reject(new BusyError()), silence)
  // V8 aborts a process that has no memory left; the process itself ends one that has used too much of the processor.
  const end = (code: number | null, signal: string | null) =>
    reject(
      signal === 'SIGABRT' || code === 134 || signal === overTime
        ? tooMuch()
        : new Error(`MJML ended with ${code ?? signal}`)
    )
  current
    .once('message', resolve as (answer: unknown) => void)
    .once('error', reject)
    .once('exit', end)
  try {
    current.send({ source, processor: limits.processor } satisfies Task)
    const answer = await promise
    // Blocks are checked before and their texts are escaped: what MJML refuses is a fault of ours.
    if ('failure' in answer) throw new Error(`MJML refused a mail: ${answer.failure}`)
    return answer.html
  } catch (error) {
    if (child === current) close()
    throw error
  } finally {
    clearTimeout(clock)
    current
      .off('message', resolve as (answer: unknown) => void)
      .off('error', reject)
      .off('exit', end)
  }
}
