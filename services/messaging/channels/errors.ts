import type { ChannelProblem } from './rules.ts'

/**
 * Refusals that pass by themselves: try again (`retry`), slower for the account (`pace`), or for this person (`pair`).
 */
export type Passing = 'retry' | 'pace' | 'pair'

/** The remedy for a refusal; one that does not pass is final, or needs a person who mends the channel. */
export type Remedy = Passing | 'final' | 'reauthorize' | 'permission' | 'blocked'

const passing: readonly Remedy[] = ['retry', 'pace', 'pair'] satisfies Passing[]
export const passes = (remedy: Remedy): remedy is Passing => passing.includes(remedy)

const problems: Partial<Record<Remedy, ChannelProblem>> = {
  reauthorize: 'token',
  permission: 'permission',
  blocked: 'blocked'
}

/** The provider refused what it was asked. `code` is the provider's, `text` says in Portuguese what to do. */
export class RefusedError extends Error {
  readonly code: number | null
  readonly remedy: Remedy
  readonly text: string

  constructor(message: string, { code, remedy, text }: { code: number | null; remedy: Remedy; text: string }) {
    super(message)
    this.code = code
    this.remedy = remedy
    this.text = text
  }

  /** The problem of the channel as a whole; null where the refusal is about the request. */
  get problem(): ChannelProblem | null {
    return problems[this.remedy] ?? null
  }
}

/** The provider did not answer, or not in its own words. `sent`: whether what was asked may have happened. */
export class UnreachableError extends Error {
  readonly code = null
  readonly sent: boolean
  readonly text: string

  constructor(message: string, { sent, text, cause }: { sent: boolean; text: string; cause?: unknown }) {
    super(message, { cause })
    this.sent = sent
    this.text = text
  }
}

/** True for an answer that a provider may give at any time; everything else is a fault of ours. */
export const isProviderError = (error: unknown): error is RefusedError | UnreachableError =>
  error instanceof RefusedError || error instanceof UnreachableError
