import { readEmail } from '../../core/emails.ts'
import type { InboundMail } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'
import { oneLine } from './plain.ts'

type Forwarded = NonNullable<InboundMail['forwarded']>

/** Lines in which the block of headers is looked for, lines of it, and characters of a name. */
const limits = { lines: 200, block: 20, name: 200 }

/** The line by which Gmail, Thunderbird and Apple Mail begin what is forwarded. */
const title =
  /^[-_*\s]*((início da )?mensagem (re)?encaminhada|e-?mail encaminhado|(begin )?forwarded message)[-_*:\s]*$/i
const rule = /^[-_*=—\s]{5,}$|^[-_*\s]*(mensagem original|original message)[-_*\s]*$/i
const forwardSubject = /^\s*(enc|encaminhad[ao]|fwd?|tr|wg|rv)\s*:\s*/i
const replySubject = /^\s*(re|res|aw|sv|odp)\s*:/i
const senderField = /^\*{0,2}(de|from):\*{0,2}\s*(?=\S)/i
const subjectField = /^\*{0,2}(assunto|subject):\*{0,2}(.*)$/i
const otherField =
  /^\*{0,2}(enviad[ao]|enviad[ao] em|sent|data|date|para|to|cc|responder a|responder para|reply-to):\*{0,2}(\s|$)/i

const unquoted = (line: string): string => line.replace(/^\s*>\s?/, '')

/** `Ana Souza <ana@example.com>`, as programs write it into a text: also with brackets, asterisks and 'mailto:'. */
function authorIn(line: string): Forwarded['author'] | null {
  const said = cut(line, 1000)
    .replaceAll('*', '')
    .replace(/mailto:/gi, ' ')
  const found = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/.exec(said)
  const address = found ? readEmail(found[0]) : null
  if (!found || address === null) return null
  const name = said.slice(0, found.index).replace(/[<>()[\]"']/g, ' ')
  return { name: oneLine(name, limits.name), address }
}

/** The first line of the block of headers in a text, and of its title where it has one. */
function findBlock(lines: readonly string[], subject: string): { title: number; block: number } | null {
  const titled = lines.slice(0, limits.lines).findIndex(line => title.test(cut(line, 200)))
  if (titled !== -1) {
    const block = lines.findIndex((line, n) => n > titled && unquoted(line).trim() !== '')
    return block !== -1 && block <= titled + 4 ? { title: titled, block } : null
  }
  if (!forwardSubject.test(subject)) return null
  const block = lines.slice(0, limits.lines).findIndex((line, n) => {
    const following = lines.slice(n + 1, n + 7).map(each => unquoted(each).trim())
    return senderField.test(unquoted(line).trim()) && following.some(each => otherField.test(each))
  })
  return block === -1 ? null : { title: block, block }
}

/** The mail that a text goes on with, whose author its block of headers names; null where there is none. */
export function forwardedInText(subject: string, text: string): Forwarded | null {
  if (replySubject.test(subject)) return null
  const lines = text.split('\n')
  const found = findBlock(lines, subject)
  if (!found) return null
  const after = lines.slice(found.block).map(unquoted)
  const end = after.slice(0, limits.block).findIndex(line => line.trim() === '')
  const fields = after.slice(0, end === -1 ? limits.block : end).map(line => line.trim())
  const from = fields.findIndex(line => senderField.test(line))
  if (from === -1 || !fields.some(line => otherField.test(line) || subjectField.test(line))) return null
  // A long name has its address in the next line.
  const sender = (fields[from] ?? '').replace(senderField, '')
  const author = authorIn(sender) ?? authorIn(`${sender} ${fields[from + 1] ?? ''}`)
  if (!author) return null
  const rest = lines.slice(found.block + fields.length)
  const isQuoted = rest.every(line => line.trim() === '' || line.trimStart().startsWith('>'))
  const before = lines.slice(0, found.title)
  while (before.length > 0 && (before.at(-1)?.trim() === '' || rule.test(before.at(-1) ?? ''))) before.pop()
  const said = fields.map(line => subjectField.exec(line)?.[2]?.trim() ?? '').find(each => each !== '')
  return {
    author,
    subject: oneLine(said ?? subject.replace(forwardSubject, ''), 500),
    text: (isQuoted ? rest.map(unquoted) : rest).join('\n').trim(),
    comment: before.join('\n').trim()
  }
}
