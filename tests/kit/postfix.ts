import { atEnd } from './end.ts'
import { type MailRelay, startPostfix } from './peers/postfix.ts'

/** A real mail server for a test or a file, closed at its end; undefined where none can be started. */
export async function openPostfix(options: Parameters<typeof startPostfix>[0]): Promise<MailRelay | undefined> {
  const relay = await startPostfix(options)
  atEnd(() => relay?.close())
  return relay
}
