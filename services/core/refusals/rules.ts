import { fieldTexts } from '../rules.ts'

export const dayText = 'Data inválida. Use um ano entre 1900 e 2200.'

/** A keyword for the routes' validators: see compilers.ts. */
export const emailKeyword = 'x-one-email'

/** Why a value is refused, by the keyword of JSON Schema that it fails; the API and the forms say the same. */
export function refusal(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'required':
      return fieldTexts.required
    case 'additionalProperties':
      return 'Este campo não é aceito.'
    case 'type':
      return 'O valor é de um tipo inválido.'
    case 'minLength':
      return params.limit === 1 ? fieldTexts.required : `Use pelo menos ${params.limit} caracteres.`
    case 'maxLength':
      return `Use no máximo ${params.limit} caracteres.`
    case 'format':
      return String(params.format).startsWith('date') ? dayText : 'O valor está em um formato inválido.'
    case 'pattern':
      return params.pattern === '\\S' ? 'Escreva algo além de espaços.' : 'O valor está em um formato inválido.'
    case emailKeyword:
      return String(params.text ?? fieldTexts.email)
    case 'enum':
    case 'const':
      return 'O valor não é uma das opções aceitas.'
    case 'minItems':
      return params.limit === 1 ? 'Escolha pelo menos um.' : `Escolha pelo menos ${params.limit}.`
    case 'maxItems':
      return `Escolha no máximo ${params.limit}.`
    case 'minimum':
      return `Use um número a partir de ${params.limit}.`
    case 'maximum':
      return `Use um número até ${params.limit}.`
    default:
      return 'O valor está em um formato inválido.'
  }
}
