/** Facts of the product that several features share. Pure: the browser uses this file too. */

export const productName = 'Prosa'

/** 24 lower-case hexadecimal characters, made by `new_id()` in the database. */
export const idPattern = '^[0-9a-f]{24}$'

/** What a person reads when nothing more precise is known (specification, section 8). */
export const errorTexts = {
  network: 'Erro de conexão com o servidor. Verifique sua conexão de internet ou se o servidor está rodando.',
  timeout: 'A conexão com o servidor demorou muito para responder. Tente novamente mais tarde.',
  generic: 'Ocorreu um erro ao processar sua solicitação.',
  unauthorized: 'Acesso não autorizado'
} as const

/** The client gives up on an answer after four minutes (specification, section 9). */
export const httpTimeout = 240_000

/** No list is read further down than this: whoever looks for more narrows it down, or turns its order round. */
export const deepestRow = 100_000

/** Keeps the digits of a text. */
export const digits = (value: string): string => value.replace(/\D/g, '')

/** The longest address that mail can be sent to. */
export const emailLength = 254

/** What nobody sees: zero-width and direction characters, soft hyphens, fillers. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The text in the letters of NFKC, without what nobody sees: two that read the same are the same. */
export const withoutInvisible = (text: string): string => text.normalize('NFKC').replace(invisible, '')

/** Words of letters, digits and the signs of RFC 5322, with single dots between them. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainPart = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The one spelling of an e-mail address, null for what is not exactly one. Addresses that read the same are the same:
 * NFKC, since a full-width letter is that letter to its reader, lower case, the domain as it is looked up. What cannot be
 * seen is refused, and so are lists, names and comments.
 */
export function readEmail(text: string): string | null {
  if (text.length > emailLength) return null
  const address = text.trim().normalize('NFKC').toLowerCase().normalize('NFKC')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (withoutInvisible(address) !== address || local.length > 64 || !localPart.test(local)) return null
  // The parser of addresses reads more than domains (ports, passwords, escapes, numbers), so letters come first.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  const read = `${local}@${hostname}`
  return domainPart.test(hostname) && read.length <= emailLength ? read : null
}

/** The years of days that anybody means: the calendars of JavaScript and PostgreSQL part where theirs begin and end. */
const years = { first: '1900', last: '2200' } as const

export const dayText = `Data inválida. Use um ano entre ${years.first} e ${years.last}.`

/** True for a day of the calendar written yyyy-MM-dd, in a year that anybody means. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < years.first || value.slice(0, 4) > years.last) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
