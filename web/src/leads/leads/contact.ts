import { digits } from '../../../../services/core/rules.ts'
import { readPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { ofCompany } from '../../shell/ofCompany.ts'

/** The address that opens a WhatsApp conversation; null for a phone of which no country is known. */
export function whatsappLink(phone: string | null, text = ''): string | null {
  const e164 = phone ? readPhone(phone).e164 : null
  const query = text && `?${new URLSearchParams({ text })}`
  return e164 ? `https://wa.me/${digits(e164)}${query}` : null
}

/** The suggested first words of a conversation; the person changes them before sending. */
export function greeting(name: string, sender: string | undefined, company: string | undefined): string {
  const first = (text: string) => text.trim().split(/\s+/)[0] ?? ''
  const who = [sender && first(sender), company && ofCompany(company)].filter(Boolean).join(', ')
  return `Olá, ${first(name)}. ${who && `Aqui é ${who}. `}Tudo bem?`
}

/** The address that dials a phone; null where there is none. */
export function callLink(phone: string | null): string | null {
  if (!phone || digits(phone) === '') return null
  const { e164, key } = readPhone(phone)
  return `tel:${e164 ?? (key.startsWith('+') ? key : digits(phone))}`
}

/** The address that writes to an e-mail address, whatever a visitor typed as one. */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
