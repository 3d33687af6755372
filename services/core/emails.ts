import { emailLength } from './rules.ts'

// Pure, because the browser uses it too. A file of its own so that the public form does not load it.

/** Zero-width and direction characters, soft hyphens, fillers. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The text in NFKC without invisible characters, so that texts that look the same compare as equal. */
export const withoutInvisible = (text: string): string => text.normalize('NFKC').replace(invisible, '')

/** Letters, digits and the signs of RFC 5322, with single dots between them. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainPart = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Returns the canonical spelling of an e-mail address, null unless the text is exactly one. Addresses that look the
 * same become the same: NFKC (a full-width letter becomes the plain one), lower case, the domain as DNS looks it up.
 * Invisible characters, lists, display names and comments are refused.
 */
export function readEmail(text: string): string | null {
  if (text.length > emailLength) return null
  const address = text.trim().normalize('NFKC').toLowerCase().normalize('NFKC')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (withoutInvisible(address) !== address || local.length > 64 || !localPart.test(local)) return null
  // URL also accepts ports, passwords, escapes and numbers, so only letters, digits, dots and hyphens get this far.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  const read = `${local}@${hostname}`
  return domainPart.test(hostname) && read.length <= emailLength ? read : null
}
