import { isDatabaseUnavailable } from '../../core/errors.ts'

/** A backup that cannot be made or read. Its message is Portuguese and says what to do. */
export class BackupError extends Error {}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const folderTexts: Record<string, string> = {
  ENOSPC: 'não há espaço no disco',
  EDQUOT: 'não há espaço no disco',
  EFBIG: 'o arquivo é grande demais para esta pasta',
  ENOTDIR: 'não é uma pasta',
  EACCES: 'este usuário não pode gravar ali',
  EPERM: 'este usuário não pode gravar ali',
  EROFS: 'este usuário não pode gravar ali',
  EIO: 'o disco falhou'
}

/** The failure for a person to read; causes with a known remedy have their own sentence. */
export function failureText(error: unknown, folder: string): string {
  if (error instanceof BackupError) return error.message
  const code = codeOf(error)
  if (folderTexts[code]) return `Nada foi gravado em ${folder}: ${folderTexts[code]}.`
  if (/^53[14]00$/.test(code)) return 'Não há espaço no disco do banco de dados.'
  if (code === '28P01' || code === '28000')
    return 'O banco de dados não aceitou a senha: confira DATABASE_URL e SECRET_KEY.'
  if (code === '42P01' || code === '42501')
    return 'O banco de dados é de outra versão do Prosa: inicie o Prosa uma vez com esta e tente de novo.'
  if (isDatabaseUnavailable(error)) return 'O banco de dados não respondeu. Tente de novo em instantes.'
  return error instanceof Error ? error.message : String(error)
}
