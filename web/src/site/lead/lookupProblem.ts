import { HttpError } from '../../core/http.ts'
import { companyNotFound } from './texts.ts'

export const lookupTexts = {
  title: 'Digite o CNPJ da empresa para continuar',
  hint: 'O CNPJ deve estar cadastrado no sistema para receber leads.',
  noCompany: 'ID da empresa não fornecido. Digite o CNPJ da empresa para continuar.',
  connection: 'Erro na conexão com o servidor. Tente novamente mais tarde.',
  unknownCnpj:
    'Empresa não encontrada. Verifique se o CNPJ está correto ou solicite que a empresa se cadastre no sistema.',
  withoutId: 'Empresa não encontrada. Verifique o CNPJ digitado ou entre em contato com a empresa.',
  failed: 'Erro ao verificar empresa. Tente novamente.'
} as const

export type LookupProblem = { connection?: string; field?: string }

/** The texts of a failed company look-up: about the connection, or about the typed code. */
export function lookupProblem(error: unknown): LookupProblem {
  const message = messageOf(error)
  if (message.includes('conexão')) return { connection: message || lookupTexts.connection }
  if (message.includes(companyNotFound)) return { field: lookupTexts.unknownCnpj }
  return { field: message || lookupTexts.failed }
}

/** The server's own words of an answer; empty where it had none, or where they would reveal more. */
function messageOf(error: unknown): string {
  if (error instanceof HttpError && error.status > 0 && error.status !== 401) return error.body.message ?? ''
  return error instanceof Error ? error.message : ''
}
