/** Constants and rules that several features share. Pure: the browser uses this file too. */

export const productName = 'Prosa'

/** 24 lower-case hexadecimal characters, made by `new_id()` in the database. */
export const idPattern = '^[0-9a-f]{24}$'

/** Shown where no more precise message exists (specification, section 8). */
export const errorTexts = {
  network: 'Erro de conexão com o servidor. Verifique sua conexão de internet ou se o servidor está rodando.',
  timeout: 'A conexão com o servidor demorou muito para responder. Tente novamente mais tarde.',
  generic: 'Ocorreu um erro ao processar sua solicitação.',
  unauthorized: 'Acesso não autorizado'
} as const

/** Errors under the fields of forms (specification, section 5). */
export const fieldTexts = {
  required: 'Este campo é obrigatório',
  email: 'Email inválido',
  phone: 'Telefone inválido. Digite com DDD.'
} as const

/** Codes of answers after which the whole client goes elsewhere. */
export const sessionCodes = { timeout: 'SESSION_TIMEOUT', secondFactorRequired: 'SECOND_FACTOR_REQUIRED' } as const

/** The client waits four minutes for an answer (specification, section 9). */
export const httpTimeout = 240_000

/** The last row a list can be paged to; further down people filter or reverse the order. */
export const deepestRow = 100_000

/** Keeps the digits of a text. */
export const digits = (value: string): string => value.replace(/\D/g, '')

/**
 * The beginning of a text, at most this many UTF-16 units and no half character: half an emoji is no text to a
 * database.
 */
export function cut(text: string, longest: number): string {
  const last = text.charCodeAt(longest - 1)
  return text.slice(0, text.length > longest && last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest)
}

/** The longest address that mail can be sent to. */
export const emailLength = 254

/** The address of 'Ana <a@b.com>', as address books write it; any other text as it is. */
export const bareAddress = (value: string): string => /^[^<>@]*<([^<>\s]+)>$/.exec(value)?.[1] ?? value

/**
 * The simple pattern of the specification: something, an at sign, something with a dot. The length is checked first,
 * since the pattern takes quadratic time.
 */
export function validEmail(value: string): boolean {
  const address = bareAddress(value)
  return address.length <= emailLength && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(address)
}

/**
 * True for a calendar day written yyyy-MM-dd, in a plausible year: at the far ends the calendars of JavaScript and
 * PostgreSQL differ.
 */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '1900' || value > '2201') return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Kinds of incoming mail. A program may answer `ordinary` ones only. */
export const mailKinds = ['ordinary', 'automatic', 'bounce', 'complaint', 'loop'] as const
export type MailKind = (typeof mailKinds)[number]

/** Whether the sender in From is proved: by the domain's own signature or servers, refuted by it, or neither. */
export const senderProofs = ['confirmed', 'failed', 'none'] as const
export type SenderProof = (typeof senderProofs)[number]
