import {
  isCommonFreeMail,
  paceBounds,
  senderTexts,
  type TlsMode
} from '../../../../services/marketing/senders/rules.ts'
import { orNull, typedNumber } from '../../ui/Field.tsx'
import type { Sender, SenderConfig } from './api.ts'

/** The values of the form; texts as they are typed. */
export type SenderDraft = {
  name: string
  address: string
  replyTo: string
  own: boolean
  host: string
  port: string
  tls: TlsMode
  user: string
  password: string
  spfInclude: string
  perSecond: string
  perHour: string
  perDay: string
  tracking: boolean
  takesAnswers: boolean
}

const text = (value: number | string | null | undefined): string => (value == null ? '' : String(value))

export const draftOf = (sender: Sender | null): SenderDraft => ({
  name: sender?.name ?? '',
  address: sender?.address ?? '',
  replyTo: sender?.replyTo ?? '',
  own: sender?.smtp != null,
  host: text(sender?.smtp?.host),
  port: text(sender?.smtp?.port ?? 587),
  tls: sender?.smtp?.tls ?? 'starttls',
  user: text(sender?.smtp?.user),
  password: '',
  spfInclude: text(sender?.smtp?.spfInclude),
  perSecond: text(sender?.pace.perSecond),
  perHour: text(sender?.pace.perHour),
  perDay: text(sender?.pace.perDay),
  tracking: sender?.tracking ?? true,
  takesAnswers: sender?.takesAnswers ?? true
})

export const configOf = ({ password, ...draft }: SenderDraft): SenderConfig => ({
  name: draft.name.trim(),
  address: draft.address.trim(),
  replyTo: orNull(draft.replyTo),
  smtp: draft.own
    ? {
        host: draft.host.trim(),
        port: Number(draft.port),
        tls: draft.tls,
        user: orNull(draft.user),
        spfInclude: orNull(draft.spfInclude),
        ...(password && { password })
      }
    : null,
  pace: {
    perSecond: typedNumber(draft.perSecond),
    perHour: typedNumber(draft.perHour),
    perDay: typedNumber(draft.perDay)
  },
  tracking: draft.tracking,
  takesAnswers: draft.takesAnswers
})

const isNumber = (text: string, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max

/** Faults of which more can be said than the schema does. */
export function faultsOf(draft: SenderDraft): Record<string, string> {
  const faults: Record<string, string> = {}
  const address = draft.address.trim()
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (address && isCommonFreeMail(domain)) faults.address = senderTexts.freeMail(domain)
  else if (address && !/^[^\s@]+@[^\s@]+$/.test(address)) faults.address = senderTexts.address
  if (draft.own && !isNumber(draft.port, 65_535)) faults['smtp.port'] = 'Digite um número de 1 a 65535.'
  for (const [name, max] of Object.entries(paceBounds)) {
    const value = draft[name as keyof typeof paceBounds]
    if (value.trim() && !isNumber(value, max))
      faults[`pace.${name}`] = `Digite um número de 1 a ${max.toLocaleString('pt-BR')}, ou deixe vazio.`
  }
  return faults
}
