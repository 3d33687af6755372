import type { Habits } from '../integrations/rules.ts'

/** Parameters that not every server takes, in the order in which they are left out. */
const optional = ['stream_options', 'max_completion_tokens', 'max_tokens', 'tool_choice', 'stream'] as const

/** Tokens of a reply, with what the model thinks. */
const longest = 2000

/** How a reply is asked for, without what the server was seen to refuse. */
export function parametersFor({ refused }: Habits) {
  const takes = (name: (typeof optional)[number]) => !refused.includes(name)
  const stream = takes('stream')
  return {
    ...(stream && { stream: true as const }),
    ...(stream && takes('stream_options') && { stream_options: { include_usage: true } }),
    ...(takes('max_completion_tokens')
      ? { max_completion_tokens: longest }
      : takes('max_tokens') && { max_tokens: longest })
  }
}

/** The parameter that a refusal names, of those that were sent. */
export const namedIn = (refusal: string, sent: object): string | undefined =>
  optional.find(name => name in sent && new RegExp(`\\b${name}\\b`).test(refusal))

/** Parameters that the plainest servers refuse. */
export const unusual: readonly string[] = ['stream_options', 'max_completion_tokens']
