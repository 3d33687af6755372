import { chatTexts, isConfigurationProblem } from '../../../../services/assistant/chat/rules.ts'
import { errorTexts } from '../../../../services/core/rules.ts'
import { HttpError } from '../../core/http.ts'

export type Trouble = {
  kind: 'timeout' | 'configuration' | 'inactive' | 'other'
  /** The text for the person. */
  text: string
}

const isAbort = (error: unknown) => error instanceof DOMException && /Abort|Timeout/.test(error.name)

/** Ours, and so fit to be shown; others come from providers, in their words. */
const isOurs = (text: string) => (Object.values(chatTexts) as unknown[]).includes(text)

/** The server's text about a failed call, else a general one. */
export function messageOf(error: unknown): string {
  if (!(error instanceof HttpError)) return chatTexts.failed
  if (error.status === 504) return chatTexts.expired
  // Proxies and other back ends name it `error`.
  const { message, error: other } = error.body as { message?: string; error?: unknown }
  if (message) return message
  if (typeof other === 'string' && other) return other
  return error.status === 0 && error.message ? error.message : chatTexts.failed
}

/** Sorts a failure of the assistant by what is shown for it (specification, section 8). */
export function troubleOf(error: unknown): Trouble {
  const timedOut = error instanceof HttpError && (error.timedOut || error.status === 504)
  if (timedOut || isAbort(error)) return { kind: 'timeout', text: chatTexts.expired }
  const text = messageOf(error)
  if (text === chatTexts.inactive) return { kind: 'inactive', text }
  if (text === errorTexts.network || !isConfigurationProblem(text)) return { kind: 'other', text }
  return { kind: 'configuration', text: isOurs(text) ? text : chatTexts.keyMissing }
}
