import { isUtf8 } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { MailFile } from '../../services/core/mail.ts'
import type { OpenedMail } from '../../services/platform/inboundMail/open.ts'
import type { CorpusMail } from './corpora.ts'

/** A mail as another program reads it: each text with its alternatives. */
export type Reading = {
  subject: string | null
  sender: { name: string; address: string } | null
  texts: string[][]
  files: { name: string | null; type: string; content: string | null }[]
  failed?: string
}

/** The readings of Python's library, and the expectations of a corpus. Null where there is no Python. */
export function readByPeer(
  mails: readonly CorpusMail[],
  folder: string
): { peer: Reading; expected?: Reading }[] | null {
  mkdirSync(folder, { recursive: true })
  const lines = mails.map(({ raw, expected }, n) => {
    const [mail, expectation] = [path.join(folder, `${n}.eml`), path.join(folder, `${n}.json`)]
    writeFileSync(mail, raw)
    if (!expected) return mail
    writeFileSync(expectation, expected)
    return `${mail}\t${expectation}`
  })
  const { stdout, status } = spawnSync('python3', [path.join(import.meta.dirname, 'peer.py')], {
    input: `${lines.join('\n')}\n`,
    maxBuffer: 512 * 1024 * 1024,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit']
  })
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) return null
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** The letters of a text alone: programs differ in spaces, line breaks and marks of quotations. */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\ufffd]+/gu, '')

/** A text without the targets of links, which our text of a page has and the peer's has not. */
const withoutTargets = (text: string): string => text.replace(/ ?<https?:[^>\s]*>/gi, '')

/** Bytes of a file as they are compared: programs differ in line breaks of texts. */
const bytes = (content: Uint8Array): string =>
  Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n').trimEnd()

/** The letters of a file that is a text: programs differ in the charset that they give it out in. */
const lettersOf = (content: Uint8Array): string =>
  letters(isUtf8(content) ? Buffer.from(content).toString('utf8') : new TextDecoder('windows-1252').decode(content))

const base = (name: string): string => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

const sameName = (one: string | null, other: string | null): boolean =>
  base(one ?? '')
    .replace(/\s+/g, ' ')
    .trim() ===
  base(other ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** The parts of a reading in which two programs do not agree. */
export const fields = ['subject', 'sender', 'text', 'names', 'files'] as const
export type Field = (typeof fields)[number]

type Comparison = {
  /** The fields in which our reading has not what the other has, each with the two. */
  differences: Partial<Record<Field, string>>
  hasText: boolean
  files: number
}

/** Compares our reading of a mail with another program's. */
export function compare(ours: OpenedMail & { isReport: boolean }, other: Reading): Comparison {
  const found: Comparison['differences'] = {}
  let files = 0
  const say = (field: Field, mine: unknown, theirs: unknown) => {
    found[field] ??= `ours ${JSON.stringify(mine)?.slice(0, 700)}, theirs ${JSON.stringify(theirs)?.slice(0, 700)}`
  }
  if (other.subject !== null && letters(ours.subject) !== letters(other.subject))
    say('subject', ours.subject, other.subject)
  const { sender } = other
  if (sender?.address && (ours.from?.address ?? '').toLowerCase() !== sender.address.toLowerCase())
    say('sender', ours.from, sender)
  else if (sender && ours.from && sender.name !== sender.address && letters(ours.from.name) !== letters(sender.name))
    if (sender.name) say('sender', ours.from, sender)
  // A text that is too long goes along as a file.
  const whole = ours.files.find(({ name }) => name === 'texto completo.txt')
  const text = whole ? Buffer.from(whole.content).toString() : ours.text
  const texts = [letters(text), letters(withoutTargets(text))]
  const shows = (some: string) => texts.some(each => each.includes(letters(withoutTargets(some))))
  // A report has the mail that came back as a file, and not in its text.
  const returned = ours.files.filter(({ type }) => ours.isReport && type.startsWith('message/'))
  const keeps = (some: string) => returned.some(({ content }) => lettersOf(content).includes(letters(some)))
  for (const versions of other.texts)
    if (!versions.some(some => shows(some) || keeps(some))) say('text', text, versions)
  const left = [...ours.files]
  for (const file of other.files) {
    const content = file.content === null ? null : Buffer.from(file.content, 'base64')
    const isText = /^(text|multipart)\//.test(file.type)
    // An empty one is no file, and a text without a name is shown.
    files++
    if (content && (bytes(content) === '' || (isText && !file.name && shows(content.toString())))) continue
    const equals = (each: MailFile): boolean =>
      !content || bytes(each.content) === bytes(content) || (isText && lettersOf(each.content) === lettersOf(content))
    const named = left.findIndex(each => sameName(each.name, file.name) && equals(each))
    const at = named === -1 && content ? left.findIndex(equals) : named
    const [mine] = at === -1 ? [] : left.splice(at, 1)
    const lengths = left.map(({ name, type, content: { length } }) => ({ name, type, length }))
    if (!mine) say('files', lengths, { ...file, length: content?.length })
    else if (!sameName(mine.name, file.name)) say('names', mine.name, file.name)
  }
  return { differences: found, hasText: other.texts.some(versions => versions.some(letters)), files }
}
