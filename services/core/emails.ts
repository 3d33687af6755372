import { bareAddress, emailLength, fieldTexts, validEmail } from './rules.ts'

// Pure, because the browser uses it too. A file of its own so that the public form does not load it.

/** Zero-width and direction characters, soft hyphens, fillers. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The text in NFKC without invisible characters, so that texts that look the same compare as equal. */
export const withoutInvisible = (text: string): string => text.normalize('NFKC').replace(invisible, '')

export const emailTexts = {
  malformed: fieldTexts.email,
  quoted: 'Endereços com aspas não são aceitos. Use um como nome@empresa.com.br.',
  literal: 'O endereço tem números no lugar do domínio. Use um como nome@empresa.com.br.',
  lookalike: 'O endereço tem letras de outro alfabeto que parecem as nossas. Digite-o de novo.'
} as const
export type EmailFault = keyof typeof emailTexts

/** Letters of Cyrillic and Greek that are taken for Latin ones. */
const twins = /^[аеорсухіјѕһԁԛԝӏασεορνυικχγ]+$/iu

/** True for compatibility letters (full width, ligatures, styled), alphabets mixed in one part, or a part of twins. */
function hasLookalikes(address: string): boolean {
  if (address.normalize('NFKC') !== address.normalize('NFC')) return true
  return (address.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    word =>
      /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word) &&
      (/\p{Script=Latin}/u.test(word) || twins.test(word))
  )
}

const parts = (address: string): [string, string] => {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}

/** Says why a text that may look like an address is refused; null for none of these reasons. */
export function findEmailFault(text: string): EmailFault | null {
  if (text.length > 2 * emailLength) return 'malformed'
  const address = bareAddress(text.replace(invisible, '').trim())
  const [local, domain] = parts(address)
  if (local.startsWith('"')) return 'quoted'
  if (domain.startsWith('[') || /^[\d.]+$/.test(domain)) return 'literal'
  return hasLookalikes(address) ? 'lookalike' : null
}

/**
 * Reads an address as a person typed it, to be stored: by the simple pattern, without invisible characters and the name
 * before it ('Ana <a@b.com>'). The local part keeps its case, the domain is in lower case.
 */
export function readTypedEmail(text: string): { email: string; fault: null } | { email: null; fault: EmailFault } {
  const address = bareAddress(text.replace(invisible, '').trim()).normalize('NFC')
  const fault = findEmailFault(text)
  if (fault !== null) return { email: null, fault }
  if (!validEmail(address)) return { email: null, fault: 'malformed' }
  const [local, domain] = parts(address)
  return { email: `${local}@${domain.toLowerCase()}`, fault: null }
}

/** Letters, digits and the signs of RFC 5322, with single dots between them. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainPart = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** The canonical spelling of an address that a person entered, alone or after a name ('Ana <a@b.com>'); else null. */
export const readNamedEmail = (text: string): string | null => readEmail(bareAddress(text.trim()))

/**
 * Returns the canonical spelling of an e-mail address, by which addresses are compared and written to; null unless the
 * text is exactly one: lower case, the domain as DNS looks it up. Names, invisible characters, letters that look like
 * others, lists and comments are refused.
 */
export function readEmail(text: string): string | null {
  const address = text.trim()
  if (address.length > emailLength || findEmailFault(address) !== null) return null
  const [local, domain] = parts(address.normalize('NFC').toLowerCase().normalize('NFC'))
  if (address.replace(invisible, '') !== address || local.length > 64 || !localPart.test(local)) return null
  // URL also accepts ports, passwords, escapes and numbers, so only letters, digits, dots and hyphens get this far.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  const read = `${local}@${hostname}`
  return domainPart.test(hostname) && read.length <= emailLength ? read : null
}
