import type { TlsMode } from '../../../../services/marketing/senders/rules.ts'
import type { Sender, SenderConfig } from './api.ts'

/** The values of the form; texts as they are typed. The password is apart, as it is kept nowhere. */
export type SenderDraft = {
  name: string
  address: string
  replyTo: string
  own: boolean
  host: string
  port: string
  tls: TlsMode
  user: string
  spfInclude: string
  perSecond: string
  perHour: string
  perDay: string
  tracking: boolean
  takesAnswers: boolean
}

export type Change = (change: Partial<SenderDraft>) => void

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
  spfInclude: text(sender?.smtp?.spfInclude),
  perSecond: text(sender?.pace.perSecond),
  perHour: text(sender?.pace.perHour),
  perDay: text(sender?.pace.perDay),
  tracking: sender?.tracking ?? true,
  takesAnswers: sender?.takesAnswers ?? true
})

const number = (value: string): number | null => (value.trim() === '' ? null : Number(value))

export const configOf = (draft: SenderDraft, password: string): SenderConfig => ({
  name: draft.name.trim(),
  address: draft.address.trim(),
  replyTo: draft.replyTo.trim() || null,
  smtp: draft.own
    ? {
        host: draft.host.trim(),
        port: Number(draft.port),
        tls: draft.tls,
        user: draft.user.trim() || null,
        spfInclude: draft.spfInclude.trim() || null,
        ...(password && { password })
      }
    : null,
  pace: { perSecond: number(draft.perSecond), perHour: number(draft.perHour), perDay: number(draft.perDay) },
  tracking: draft.tracking,
  takesAnswers: draft.takesAnswers
})
