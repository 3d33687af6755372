import type { PublicForm } from '../forms/schema.ts'
import type { Plan } from '../plans/schema.ts'

export type Channels = {
  whatsapp?: string
  email?: string
  address?: string
  hours?: string
  privacyName?: string
  privacyEmail?: string
}

/**
 * What the server knows when it renders a public page. It travels to the browser as JSON in `#page-data`, so that the
 * browser renders the same page and asks for nothing twice.
 */
export type PageData = {
  /** Path and query as they were asked for, such as `/leads/new?client=...&source=...`. */
  path: string
  /** What staff announce on every page. */
  notice?: string
  /** CNPJs may hold letters: the inputs take them. */
  alphanumericCnpj?: boolean
  /** /signup: how long a new company may try the product. */
  trialDays?: number
  /** /contact: the other ways to reach the provider, as far as they are set. */
  channels?: Channels
  /** /: what is offered. */
  plans?: Plan[]
  /** /leads/new: the form of the company that `client` names. */
  form?: PublicForm
  /** /leads/new: why the form could not be read. Elsewhere: the page failed with this status. */
  error?: { status: number; message: string; requestId?: string }
  /** /leads/new, sent by a browser without JavaScript: the lead was accepted. */
  sent?: boolean
  /** /leads/new, sent without JavaScript and refused: what was typed, by field name ... */
  values?: Record<string, string>
  /** ... the messages to show, by field name ... */
  errors?: Record<string, string>
  /** /contact, sent without JavaScript and accepted. */
  protocol?: string
  /** ... and the message that belongs to no field. */
  problem?: string
}
