import type { Mailbox } from '../../core/config.ts'

/** The server does not let mails be marked as seen. */
export class UnmarkableError extends Error {}

/** The folder of INBOUND_MAIL_URL is not there. */
export class MissingFolderError extends Error {}

const said = (failure: unknown, field: string): unknown =>
  typeof failure === 'object' && failure !== null && field in failure ? Reflect.get(failure, field) : undefined

export const codeOf = (failure: unknown): string => String(said(failure, 'code') ?? '')

/** True where the server refused the user or the password, and did not say that this may pass. */
export const isRefusal = (failure: unknown): boolean =>
  said(failure, 'authenticationFailed') === true &&
  !['UNAVAILABLE', 'INUSE', 'LIMIT', 'CONTACTADMIN'].includes(String(said(failure, 'serverResponseCode')))

/** Why the mailbox cannot be read, for the staff. */
export function sentenceOf(failure: unknown, { host, folder }: Mailbox): string {
  const code = codeOf(failure)
  if (isRefusal(failure)) return 'O servidor de e-mail recusou o usuário ou a senha da caixa de entrada.'
  if (failure instanceof UnmarkableError) return 'O servidor de e-mail não deixa marcar mensagens como lidas.'
  if (failure instanceof MissingFolderError) return `A pasta "${folder}" não existe na caixa de e-mail.`
  if (code === 'ENOTFOUND') return `O endereço do servidor de e-mail não existe: ${host}.`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'O certificado do servidor de e-mail não é válido.'
  if (/TLS/i.test(code)) return 'O servidor de e-mail não oferece uma conexão protegida.'
  if (/^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT)$/.test(code))
    return 'O servidor de e-mail não responde.'
  // PostgreSQL's codes have five characters.
  if (/^[0-9A-Z]{5}$/.test(code)) return 'Os e-mails que chegaram não puderam ser guardados.'
  return 'A conexão com o servidor de e-mail caiu.'
}
