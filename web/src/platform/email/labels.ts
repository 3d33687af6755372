import type { Mail } from '../../../../services/platform/email/schema.ts'
import type { Tone } from '../../core/tokens.ts'

export const statusLabels: Record<Mail['status'], string> = {
  kept: 'Guardado aqui',
  queued: 'Na fila',
  sent: 'Enviado',
  failed: 'Falhou',
  bounced: 'Voltou'
}

export const statusTones: Record<Mail['status'], Tone> = {
  kept: 'info',
  queued: 'warning',
  sent: 'success',
  failed: 'error',
  bounced: 'error'
}
