import type { SignInOutcome } from '../../../services/auth/rules.ts'
import type { Tone } from '../core/tokens.ts'

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

/** The time zones of Brazil, by the places that people know them by. */
export const timeZones: { id: string; name: string }[] = [
  { id: 'America/Noronha', name: 'Fernando de Noronha' },
  { id: 'America/Sao_Paulo', name: 'Brasília, São Paulo, Rio de Janeiro' },
  { id: 'America/Fortaleza', name: 'Fortaleza' },
  { id: 'America/Recife', name: 'Recife' },
  { id: 'America/Bahia', name: 'Salvador' },
  { id: 'America/Belem', name: 'Belém' },
  { id: 'America/Araguaina', name: 'Palmas' },
  { id: 'America/Cuiaba', name: 'Cuiabá' },
  { id: 'America/Campo_Grande', name: 'Campo Grande' },
  { id: 'America/Manaus', name: 'Manaus' },
  { id: 'America/Porto_Velho', name: 'Porto Velho' },
  { id: 'America/Boa_Vista', name: 'Boa Vista' },
  { id: 'America/Rio_Branco', name: 'Rio Branco' }
]

/** The list, with the zone that is chosen already where it is another. */
export const timeZoneChoices = (chosen: string) =>
  timeZones.some(({ id }) => id === chosen) ? timeZones : [...timeZones, { id: chosen, name: chosen }]
