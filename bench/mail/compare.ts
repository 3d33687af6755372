import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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

const base = (name: string): string => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

const sameName = (one: string | null, other: string | null): boolean =>
  base(one ?? '').replace(/\s+/g, ' ').trim() === base(other ?? '').replace(/\s+/g, ' ').trim()

/** The parts of a reading in which two programs do not agree. */
export const fields = ['subject', 'sender', 'text', 'names', 'files'] as const
export type Field = (typeof fields)[number]

/** The fields in which our reading has not what the other has, each with the two. */
export function differences(ours: OpenedMail, other: Reading): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {}
  const say = (field: Field, mine: unknown, theirs: unknown) => {
    found[field] ??= `ours ${JSON.stringify(mine)?.slice(0, 700)}, theirs ${JSON.stringify(theirs)?.slice(0, 700)}`
  }
  if (other.subject !== null && letters(ours.subject) !== letters(other.subject))
    say('subject', ours.subject, other.subject)
  const { sender } = other
  if (sender?.address && (ours.from?.address ?? '').toLowerCase() !== sender.address.toLowerCase())
    say('sender', ours.from, sender)
  else if (sender && ours.from && letters(ours.from.name) !== letters(sender.name)) say('sender', ours.from, sender)
  const texts = [letters(ours.text), letters(withoutTargets(ours.text))]
  for (const versions of other.texts)
    if (!versions.some(version => texts.some(text => text.includes(letters(withoutTargets(version))))))
      say('text', ours.text, versions)
  const left = [...ours.files]
  for (const file of other.files) {
    const content = file.content === null ? null : bytes(Buffer.from(file.content, 'base64'))
    if (content === '') continue
    const at = [
      (each: OpenedMail['files'][number]) =>
        sameName(each.name, file.name) && (content === null || bytes(each.content) === content),
      (each: OpenedMail['files'][number]) => content !== null && bytes(each.content) === content
    ]
      .map(matches => left.findIndex(matches))
      .find(place => place !== -1)
    const [mine] = at === undefined ? [] : left.splice(at, 1)
    if (!mine)
      say(
        'files',
        left.map(({ name, type, content: { length } }) => ({ name, type, length })),
        { ...file, length: content?.length }
      )
    else if (!sameName(mine.name, file.name)) say('names', mine.name, file.name)
  }
  return found
}
