import { accountCodes } from '../../../../services/account/auth/rules.ts'
import { errorTexts } from '../../../../services/core/rules.ts'
import { HttpError } from '../../core/http.ts'

const tooManyLogins = 'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'

/** The toast of a failed sign-in: the server's answer, while the page says what to do. */
export function sessionProblem(error: unknown): string {
  if (!(error instanceof HttpError)) return errorTexts.generic
  const { status, timedOut, message, body } = error
  if (timedOut) return 'Tempo limite excedido. Por favor, tente novamente mais tarde.'
  if (status === 429) return tooManyLogins
  if (status === 0 || status >= 500) return message
  return body.message ?? 'Credenciais inválidas'
}

/** The text of the sign-in page for each way a sign-in fails. */
export function loginProblem(error: unknown): string {
  const { status, timedOut } = error instanceof HttpError ? error : { status: 0, timedOut: false }
  if (timedOut) return 'O servidor está demorando para responder. Por favor, tente novamente mais tarde.'
  if (status === 429) return tooManyLogins
  if (status === 401 || status === 403) return 'E-mail ou senha incorretos. Por favor, verifique suas credenciais.'
  if (status >= 500) return 'Erro interno do servidor. Nossa equipe foi notificada e estamos trabalhando para resolver.'
  return 'Erro ao fazer login. Tente novamente.'
}

export const signupFailed = 'Erro ao criar conta'

/** The text of the signup page where no field is to blame. */
export function signupProblem(error: unknown): string {
  if (!(error instanceof HttpError)) return signupFailed
  return error.body.message ?? (error.status === 0 ? error.message : signupFailed)
}

/** The text of an account's other pages about a failed call: the server's own words, if any. */
export const accountProblem = (error: unknown): string =>
  error instanceof HttpError ? error.message : errorTexts.generic

/** Whether the company is here already, so that its people must let the person in. */
export const companyExists = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === accountCodes.companyExists

/** Whether the password was right and a code is asked for. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === accountCodes.secondFactor
