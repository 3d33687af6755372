import { useUser } from '../../shell/access.ts'
import { greeting, whatsappLink } from './contact.ts'

/**
 * The address that opens a WhatsApp conversation with a lead, greeted in the person's own name; null for no such phone.
 */
export function useWhatsapp({ name, phone }: { name: string; phone: string | null }): string | null {
  const me = useUser()
  return whatsappLink(phone, greeting(name, me?.name, me?.company ?? undefined))
}
