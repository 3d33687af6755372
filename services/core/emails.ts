import { emailLength } from './rules.ts'

// Pure, for the browser too; apart from the other rules, as the public form does without it.

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
