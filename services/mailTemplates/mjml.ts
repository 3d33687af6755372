import { type ChildProcess, fork } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { AppError } from '../core/errors.ts'
import type { Answer } from './mjmlProcess.ts'

// MJML takes some 100 MB once it is loaded, and a large mail some tenths of a second. A thread would keep requests from
// waiting, but of its memory nine tenths stayed with the process when it ended.

/** Milliseconds, and megabytes, that one mail may take; and milliseconds for which the process waits for another. */
const limits = { time: 15_000, memory: 256 }
const idle = 60_000

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
 * The HTML of a mail in MJML, one mail after the other. Throws 422 for one that takes too much time or memory, 503 where
 * too many wait.
 */
export async function mjmlToHtml(source: string): Promise<string> {
  if (waiting >= maxWaiting)
    throw new AppError('unavailable', 'Muitos e-mails estão sendo montados agora. Tente de novo.')
  clearTimeout(closing)
  waiting++
  const turn = last.then(() => ask(source))
  last = turn
    .catch(() => {})
    .then(() => {
      if (--waiting === 0) closing = setTimeout(close, idle).unref()
    })
  return turn
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
  const asked = child
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const clock = setTimeout(() => reject(tooMuch()), limits.time)
  // V8 aborts a process that has no memory left.
  const end = (code: number | null, signal: string | null) =>
    reject(signal === 'SIGABRT' || code === 134 ? tooMuch() : new Error(`MJML ended with ${code ?? signal}`))
  asked
    .once('message', resolve as (answer: unknown) => void)
    .once('error', reject)
    .once('exit', end)
  try {
    asked.send(source)
    const answer = await promise
    // Blocks are checked before and their texts are escaped: what MJML refuses is a fault of ours.
    if ('failure' in answer) throw new Error(`MJML refused a mail: ${answer.failure}`)
    return answer.html
  } catch (error) {
    if (child === asked) close()
    throw error
  } finally {
    clearTimeout(clock)
    asked
      .off('message', resolve as (answer: unknown) => void)
      .off('error', reject)
      .off('exit', end)
  }
}
