import type { Config } from '../../../core/config.ts'
import { AppError } from '../../../core/errors.ts'
import { loginTexts } from './rules.ts'

/** Where Instagram sends people back to; the app's settings at Meta name the same address. */
export const loginReturn = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/instagram-messages`

/** The installation's app at Instagram. Throws 409 where it has none. */
export function appOf({ meta }: Config): NonNullable<Config['meta']['instagramApp']> {
  if (!meta.instagramApp) throw new AppError('conflict', loginTexts.notOffered)
  return meta.instagramApp
}
