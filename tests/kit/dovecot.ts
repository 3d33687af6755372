import { atEnd } from './end.ts'
import { type MailServer, startDovecot } from './peers/dovecot.ts'

/** A real mail server for a test or a file, closed at its end; undefined where none is installed. */
export async function openDovecot(): Promise<MailServer | undefined> {
  const server = await startDovecot()
  atEnd(() => server?.close())
  return server
}
