import type { Config } from '../../core/config.ts'
import { readSigned, signed } from '../../messaging/conversations/addresses.ts'

/** Distinguishes addresses of a phone's files from those of conversations. */
const mark = 'demo'

/** The path of a file on a phone of a company's customers, which an element of the page fetches without a token. */
export const phoneFilePath = (config: Config, companyId: string, fileId: string, now: Date): string =>
  `/api/demo/files/${signed(config, [mark, companyId, fileId], now)}`

/** Which file a path is of; undefined where the path was not made here, or has ended. */
export function readPhoneFilePath(config: Config, text: string, now: Date): string | undefined {
  const [made, companyId, fileId] = readSigned(config, text, now) ?? []
  return made === mark && companyId ? fileId : undefined
}
