import type { SignInOutcome } from '../../../../services/account/auth/rules.ts'
import { timeZones } from '../../../../services/core/zones/rules.ts'
import type { Tone } from '../../core/tokens.ts'

export const outcomeLabels: Record<SignInOutcome, string> = {
  ok: 'Entrou',
  wrong: 'Senha incorreta',
  unknown: 'Conta desconhecida',
  throttled: 'Bloqueado por excesso de tentativas',
  second_factor: 'Senha certa, sem o código',
  inactive: 'Conta inativa'
}

export const outcomeTones: Record<SignInOutcome, Tone> = {
  ok: 'success',
  wrong: 'warning',
  unknown: 'neutral',
  throttled: 'error',
  second_factor: 'warning',
  inactive: 'neutral'
}

/**
 * The time zones of Brazil by the names that the company's own has, with the one that is chosen where it is another.
 */
export const timeZoneChoices = (chosen: string): { id: string; name: string }[] =>
  Object.entries({ ...(!Object.hasOwn(timeZones, chosen) && { [chosen]: chosen }), ...timeZones }).map(
    ([id, name]) => ({
      id,
      name
    })
  )
