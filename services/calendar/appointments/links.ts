import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, deriveKey } from '../../core/config.ts'

type Place = { companyId: string; appointmentId: string }

const sign = (secret: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, 'links to appointments')).update(text).digest('base64url')

/**
 * The token of the link by which a guest confirms, moves and cancels an appointment. It stays the same and does not
 * end.
 */
export function appointmentToken(secret: string, companyId: string, appointmentId: string): string {
  const text = `${companyId}.${appointmentId}`
  return `${text}.${sign(secret, text)}`
}

/** The appointment of a token; null where it was not made here. The previous secret is accepted while it is rotated. */
export function readAppointmentToken(
  { secret, previousSecret }: Pick<Config, 'secret' | 'previousSecret'>,
  token: string
): Place | null {
  const [companyId, appointmentId, signature, ...more] = token.split('.')
  if (!companyId || !appointmentId || !signature || more.length > 0) return null
  const sent = Buffer.from(signature)
  const made = [secret, previousSecret].some(key => {
    const right = Buffer.from(key ? sign(key, `${companyId}.${appointmentId}`) : '')
    return sent.length === right.length && timingSafeEqual(sent, right)
  })
  return made ? { companyId, appointmentId } : null
}

/** The address at which a guest sees, confirms, moves and cancels an appointment without an account. */
export const appointmentLink = (
  { publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>,
  companyId: string,
  appointmentId: string
): string => `${publicUrl}/agendamento/${appointmentToken(secret, companyId, appointmentId)}`
