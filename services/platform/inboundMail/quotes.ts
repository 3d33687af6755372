/** A piece of a mail's text: what its author wrote, what is quoted in it, or the signature. */
export type Piece = { kind: 'text' | 'quote' | 'signature'; text: string }

/** Lines over which a mail program may break the line before a quotation, and characters of them all. */
const introduction = { lines: 4, length: 500 }

const begins = /^(em|on|no dia|el|le|am|a)\s/i
const ends = /(escreveu|wrote|escribió|a écrit|schrieb)\s?:$/i
const separator =
  /^[-_*\s]{2,}\s?(mensagem original|original message|mensaje original|forwarded message|mensagem encaminhada|begin forwarded message)/i
const line32 = /^_{20,}$/
const senderField = /^\*?(de|from|von):\*?\s/i
const otherField = /^\*?(enviado|enviada em|sent|data|date|para|to|assunto|subject|cc):\*?\s/i
const device = /^(enviado (do meu|do|pelo|a partir do)|sent from|obter o outlook|get outlook)\s/i

/**
 * Number of lines of an introduction such as "Em seg., 4 de mai. de 2026, Ana <ana@…> escreveu:"; 0 where it is none.
 */
function introductionAt(lines: readonly string[], at: number): number {
  if (!begins.test(lines[at] ?? '')) return 0
  let said = ''
  for (let n = 0; n < introduction.lines; n++) {
    const line = lines[at + n]?.trim()
    if (line === undefined || (line === '' && n > 0) || said.length > introduction.length) return 0
    said = `${said} ${line}`
    if (ends.test(said) && said.length <= introduction.length) return n + 1
  }
  return 0
}

/** True where a block of headers begins, as Outlook puts before what it quotes. */
const headersAt = (lines: readonly string[], at: number): boolean =>
  senderField.test(lines[at] ?? '') &&
  lines.slice(at + 1, at + 6).filter(line => otherField.test(line.trim())).length >= 2

/** True where everything from this line on is the quoted mail. */
const restIsQuoted = (lines: readonly string[], at: number): boolean =>
  separator.test(lines[at] ?? '') ||
  headersAt(lines, at) ||
  (line32.test(lines[at]?.trim() ?? '') && [1, 2].some(n => headersAt(lines, at + n)))

/**
 * Takes the text of a mail apart, so that what is quoted can be folded and the signature set off. Joined with line
 * breaks, the pieces are the text, except for empty lines around them.
 */
export function piecesOf(text: string): Piece[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const pieces: { kind: Piece['kind']; lines: string[] }[] = []
  const add = (kind: Piece['kind'], ...some: string[]) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.lines.push(...some)
    else pieces.push({ kind, lines: some })
  }
  let signed = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const words = introductionAt(lines, at)
    if (restIsQuoted(lines, at)) {
      add('quote')
      for (const each of lines.slice(at)) add('quote', each)
      break
    }
    if (words > 0 || line.startsWith('>')) {
      add('quote', ...lines.slice(at, at + Math.max(1, words)))
      at += Math.max(1, words) - 1
    } else if (line === '' && pieces.at(-1)?.kind === 'quote') add('quote', line)
    else {
      signed ||= line === '-- ' || line === '--' || device.test(line.trim())
      add(signed ? 'signature' : 'text', line)
    }
  }
  return pieces
    .map(({ kind, lines: some }) => ({
      kind,
      text: some
        .join('\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd()
    }))
    .filter(piece => piece.text !== '')
}

/** The author's own words in a mail, without quotations and signature; the whole text where nothing else is in it. */
export function writtenIn(text: string): string {
  const written = piecesOf(text)
    .filter(({ kind }) => kind === 'text')
    .map(piece => piece.text)
    .join('\n\n')
  return written === '' ? text.trim() : written
}
