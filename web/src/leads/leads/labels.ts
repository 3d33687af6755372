import type { ContactChannel } from '../../../../services/account/activities/rules.ts'
import type { ConsentState } from '../../../../services/leads/leads/rules.ts'
import { formatNumber } from '../../core/format.ts'

/** A readable name for a field of the company's own form: 'tipo_de_imovel' becomes 'Tipo de imovel'. */
export function fieldLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A total, or what it is known to exceed. */
export const totalText = (total: number, capped = false): string =>
  capped ? `mais de ${formatNumber(total)}` : formatNumber(total)

/** The same beside a title, and whether a filter found them. */
export function foundText(total: number, capped: boolean, filtered: boolean): string {
  const how = filtered ? (total === 1 && !capped ? 'encontrado' : 'encontrados') : 'no total'
  return `${totalText(total, capped)} ${how}`
}

export const channelLabels: Record<ContactChannel, string> = {
  whatsapp: 'WhatsApp',
  phone: 'Telefone',
  email: 'E-mail'
}

/** A person's decision about a channel. */
export const consentLabels: Record<ConsentState, string> = {
  granted: 'Autorizado',
  refused: 'Não autorizado',
  withdrawn: 'Revogado'
}
export const neverAsked = 'Sem decisão'
