import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { readBeginning } from '../../messaging/conversations/beginning.ts'
import { refuseVirus } from '../../messaging/conversations/checking.ts'
import { sizeText } from '../../platform/files/rules.ts'
import type { Source } from '../../platform/files/source.ts'
import { openFile, storeFile } from '../../platform/files/store.ts'
import { upTo } from '../../platform/files/upload.ts'
import { longestPicture, pictureTypes } from './rules.ts'
import type { MailPicture } from './schema.ts'

/** A mail that was sent shows its pictures for as long as somebody keeps it. */
const days = 3650

const tooLarge = () =>
  new AppError('tooLarge', `Uma imagem de e-mail tem até ${sizeText(longestPicture)}. Envie uma versão menor.`)

/**
 * Keeps a picture for mails, judged by its content. Throws 400 or 413 for what mails do not show, 409 where the company
 * has no space left, and where files are checked for viruses 400 for one, 503 while that cannot be done.
 */
export async function receivePicture(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  size: number,
  stream: AsyncIterable<Uint8Array>
): Promise<MailPicture> {
  if (size > longestPicture) throw tooLarge()
  const { type, beginning, bytes } = await readBeginning(stream)
  if (beginning.length === 0) throw invalid({ file: 'O arquivo está vazio. Escolha outro.' })
  const ending = pictureTypes[type ?? '']
  if (!ending)
    throw invalid({ file: 'Um e-mail mostra imagens em JPG, PNG ou GIF. Converta o arquivo e envie de novo.' })
  const { id } = await storeFile(
    db,
    companyId,
    { name: `imagem.${ending}`, type: 'mail', days, size },
    upTo(bytes, longestPicture, tooLarge)
  )
  await refuseVirus(db, config, companyId, id)
  return { src: `/email-pictures/${companyId}/${id}` }
}

/** Undefined where there is no such picture. Only pictures: other files of the company are not found by this. */
export async function openPicture(
  db: Db,
  companyId: string,
  id: string
): Promise<(Source & { mime: string }) | undefined> {
  const file = await openFile(db, companyId, id)
  const mime = Object.entries(pictureTypes).find(([, ending]) => file?.name.endsWith(`.${ending}`))?.[0]
  return file?.type === 'mail' && mime ? { ...file, mime } : undefined
}
