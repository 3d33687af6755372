import { fewLeads, maxWaiting, waitingDays } from '../../../../services/leads/dashboard/rules.ts'
import { counted, formatNumber, formatShare } from '../../core/format.ts'

/** New leads that nobody has been in touch with for a while; the count may be only a lower bound. */
export function waitingText(count: number): string {
  const how =
    count > maxWaiting ? `Mais de ${formatNumber(maxWaiting)} leads novos` : counted(count, 'lead novo', 'leads novos')
  return `${how} sem contato há mais de ${waitingDays} dias`
}

/** '12,5%', or '2 de 3' where there are too few for a share to mean anything. */
export const shareOf = (part: number, of: number): string =>
  of < fewLeads ? `${formatNumber(part)} de ${formatNumber(of)}` : formatShare(part / of)

/** 'menos de 1 min', '42 min', '3h20', '2 dias'. */
export function formatMinutes(minutes: number): string {
  if (minutes < 1) return 'menos de 1 min'
  if (minutes < 60) return `${Math.round(minutes)} min`
  const whole = Math.round(minutes)
  if (whole < 24 * 60)
    return whole % 60 ? `${Math.floor(whole / 60)}h${String(whole % 60).padStart(2, '0')}` : `${whole / 60}h`
  return formatDays(minutes / 60 / 24)
}

export function formatDays(days: number): string {
  if (days < 1) return 'menos de 1 dia'
  const rounded = days < 10 ? Math.round(days * 10) / 10 : Math.round(days)
  return `${formatNumber(rounded)} ${rounded === 1 ? 'dia' : 'dias'}`
}
