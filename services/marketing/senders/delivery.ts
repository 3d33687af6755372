import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../../core/config.ts'
import { ForbiddenAddressError } from '../../core/outside.ts'
import { cut } from '../../core/rules.ts'
import { unstorable } from '../../core/text.ts'
import type { SenderRow } from './queries.ts'
import { connectionOf } from './transport.ts'

/**
 * A server's answer to one mail. `accepted`: it answered for it. `refused` and `later` are its own words, with the
 * command that they answer. `unknown`: the whole mail may have reached it, and it gave no answer. `unreachable`: nobody
 * answered there. `broken`: it ended the session before it got anything of the mail.
 */
export type Handed =
  | { state: 'accepted'; answer: string | null }
  | {
      state: 'refused' | 'later'
      command: 'sender' | 'recipient' | 'data'
      code: number
      status: string
      answer: string | null
    }
  | { state: 'unknown' | 'unreachable' | 'broken'; answer: string | null }

/** Milliseconds: until a server has taken the recipient, and until it answers for a mail that it was given. */
const limits = { envelope: 20_000, data: 60_000 }

/** Mails over one connection: many servers close it after some. */
const mailsPerConnection = 100

/** Characters of an answer that are kept. */
const longestAnswer = 500

type Line = { smtp: SMTPConnection; used: number; close(): void }

/** The connections of a sender's server, each with one mail after the other. */
export class Delivery {
  readonly #config: Config
  readonly #row: SenderRow
  readonly #idle: Line[] = []
  readonly #open = new Set<Line>()

  constructor(config: Config, row: SenderRow) {
    this.#config = config
    this.#row = row
  }

  /**
   * Hands one signed mail to the server. Never throws for a server's behaviour. Where the answer is lost after the
   * mail's first byte went out, its end is unknown: the caller must not send it again.
   */
  async send(envelope: { from: string; to: string }, raw: Buffer): Promise<Handed> {
    let line: Line
    try {
      line = this.#idle.pop() ?? (await this.#connect())
    } catch (error) {
      return failedBefore(error)
    }
    const handed = await handOver(line.smtp, envelope, raw)
    line.used++
    const answered = handed.state === 'accepted' || ('code' in handed && handed.code !== 421)
    if (!answered || line.used >= mailsPerConnection) line.close()
    else if (handed.state === 'accepted' || (await reset(line.smtp))) this.#idle.push(line)
    else line.close()
    return handed
  }

  close(): void {
    for (const line of this.#open) line.close()
  }

  async #connect(): Promise<Line> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const { auth, ...options } = await connectionOf(this.#config, this.#row)
    // The clocks here decide, not that of the socket.
    const smtp = new Connection({ ...options, socketTimeout: 2 * limits.data } as never)
    const line: Line = {
      smtp,
      used: 0,
      close: () => {
        this.#open.delete(line)
        smtp.close()
      }
    }
    this.#open.add(line)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // It also reports here what happens to it later, when nobody waits.
    smtp.on('error', reject)
    smtp.once('end', () => this.#forget(line))
    smtp.connect(error => {
      if (error) reject(error)
      else if (auth) smtp.login(auth, failure => (failure ? reject(failure) : resolve()))
      else resolve()
    })
    const timer = setTimeout(() => reject(new Error('The server did not greet in time')), limits.envelope)
    try {
      await promise
      return line
    } catch (error) {
      line.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** A server may end a connection that waits. */
  #forget(line: Line): void {
    this.#open.delete(line)
    const at = this.#idle.indexOf(line)
    if (at >= 0) this.#idle.splice(at, 1)
  }
}

function handOver(smtp: SMTPConnection, envelope: { from: string; to: string }, raw: Buffer): Promise<Handed> {
  let started = false
  const { promise, resolve } = Promise.withResolvers<Handed>()
  const timeout = () => resolve({ state: started ? 'unknown' : 'broken', answer: null })
  let timer = setTimeout(timeout, limits.envelope)
  // The library reads it once the server has asked for the mail.
  const message = new Readable({
    read() {
      if (!started) {
        started = true
        clearTimeout(timer)
        timer = setTimeout(timeout, limits.data)
      }
      this.push(raw)
      this.push(null)
    }
  })
  smtp.send({ from: envelope.from, to: [envelope.to] }, message, (error, info) => {
    if (!error) resolve({ state: 'accepted', answer: shown(info?.response) })
    else resolve(explained(error as Failure, started))
  })
  return promise.finally(() => clearTimeout(timer))
}

type Failure = Error & { response?: string; responseCode?: number; command?: string }

const commands: Record<string, 'sender' | 'recipient'> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient' }

function explained(error: Failure, started: boolean): Handed {
  const { response, responseCode: code = 0, command = '' } = error
  const answer = shown(response)
  if (code < 400 || code > 599) return { state: started ? 'unknown' : 'broken', answer }
  return {
    state: code < 500 ? 'later' : 'refused',
    command: commands[command] ?? 'data',
    code,
    status: /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? '',
    answer
  }
}

/** Nothing was handed over, whatever the server said. */
function failedBefore(error: unknown): Handed {
  if (error instanceof ForbiddenAddressError) return { state: 'unreachable', answer: null }
  const { response, message } = (error instanceof Error ? error : new Error(String(error))) as Failure
  return { state: 'unreachable', answer: shown(response ?? message) }
}

const reset = (smtp: SMTPConnection): Promise<boolean> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), limits.envelope)
    smtp.reset(error => {
      clearTimeout(timer)
      resolve(!error)
    })
  })

/** A stranger's text in a form and a size that can be shown and stored. */
function shown(text: string | undefined): string | null {
  const clean = text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? ''
  return clean === '' || unstorable(clean) ? null : cut(clean, longestAnswer)
}
