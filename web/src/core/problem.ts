import { HttpError } from './http.ts'

/** The number under which the server keeps what went wrong; undefined where no server answered. */
export const requestOf = (error: Error): string | undefined =>
  error instanceof HttpError && error.status >= 500 ? error.body.requestId : undefined

/** True for a failure on our side: of the server, or of the page itself. */
export const ours = (error: Error): boolean => !(error instanceof HttpError) || error.status >= 500

/** The facts that support asks for: no personal data, and no query string, which may hold some. */
export function detailsOf(error: Error): string {
  const status = error instanceof HttpError ? error.status : 'tela'
  return [
    `Erro: ${error.message}`,
    `Tipo: ${status}`,
    `Código do erro: ${requestOf(error) ?? 'nenhum'}`,
    `Página: ${location.origin}${location.pathname}`,
    `Quando: ${new Date().toISOString()}`,
    `Navegador: ${navigator.userAgent}`
  ].join('\n')
}
