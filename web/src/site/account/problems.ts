import { accountCodes } from '../../../../services/account/auth/rules.ts'
import { errorTexts } from '../../../../services/core/rules.ts'
import { HttpError } from '../../core/http.ts'

const tooManyLogins = 'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'

/** What the toast says of a sign-in that failed: what came back, where the page says what to do. */
export function sessionProblem(error: unknown): string {
  if (!(error instanceof HttpError)) return errorTexts.generic
  const { status, timedOut, message, body } = error
  if (timedOut) return 'Tempo limite excedido. Por favor, tente novamente mais tarde.'
  if (status === 429) return tooManyLogins
  if (status === 0 || status >= 500) return message
  return body.message ?? 'Credenciais inválidas'
}

/** What the sign-in page says for each way a sign-in fails. */
export function loginProblem(error: unknown): string {
  const { status, timedOut } = error instanceof HttpError ? error : { status: 0, timedOut: false }
  if (timedOut) return 'O servidor está demorando para responder. Por favor, tente novamente mais tarde.'
  if (status === 429) return tooManyLogins
  if (status === 401 || status === 403) return 'E-mail ou senha incorretos. Por favor, verifique suas credenciais.'
  if (status >= 500) return 'Erro interno do servidor. Nossa equipe foi notificada e estamos trabalhando para resolver.'
  return 'Erro ao fazer login. Tente novamente.'
}

export const signupFailed = 'Erro ao criar conta'

/** What the signup page says where no field is to blame. */
export function signupProblem(error: unknown): string {
  if (!(error instanceof HttpError)) return signupFailed
  return error.body.message ?? (error.status === 0 ? error.message : signupFailed)
}

/** What the other pages of an account say of a call that failed: the server's own words, where it had any. */
export const accountProblem = (error: unknown): string =>
  error instanceof HttpError ? error.message : errorTexts.generic

/** Whether the company is here already, so that its people must let the person in. */
export const companyExists = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === accountCodes.companyExists

/** Whether the password was right and a code is asked for. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === accountCodes.secondFactor
