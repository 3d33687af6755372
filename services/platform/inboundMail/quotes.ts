/** A piece of a mail's text: what its author wrote, what is quoted in it, or the signature. */
export type Piece = { kind: 'text' | 'quote' | 'signature'; text: string }

/** Lines over which a mail program may break the line before a quotation, and characters of them all. */
const introduction = { lines: 4, length: 500 }

/** Ends of the line before a quotation. */
const verbs =
  /(escreveu|wrote|escribió|écrit|schrieb|schreef|geschreven|skrev|scritto|napisał|napisała|napisał\(a\)|написала?|пишет?|写道|寫道)\s?:$/iu
/** The verb before the name: 'Am 3.2.2016 schrieb Ana <a@b.example>:'. */
const verbFirst = /\s(schrieb|schreef|skrev|escreveu|wrote)\s[^\n]{0,200}@[^\n]{0,200}>?\s?:$/i
const germanTime = /\sschrieb am\s[^\n]{0,80}\suhr:$/i
/** A person speaks of somebody who wrote to them. */
const pronoun = /\s(me|nos|lhe|lhes|te|eu|ela|ele|elas|eles|que|quem)\s(escreveu|escribió)\s?:$/i
const anAddress = /[^\s<>@]@[^\s<>@]/
const aTime = /\d{1,2}[:.h]\d{2}/i
/** '2026-05-04', '04/05/26', '4 de mai', 'May 4, 2026'. */
const dates = [
  /\d{4}[-/]\d{1,2}[-/]\d/,
  /\d[-/.]\d{1,2}[-/.]\d{2}/,
  /\d\.?\s(de\s)?\p{L}{3}/u,
  /\p{L}{3}\.?\s\d{1,2},?\s\d{4}/u
]
/** The name of who wrote, after a comma and in capitals as a program writes it. */
const afterComma = /,\s["'“]?\p{Lu}[^,]{0,100}\s\p{L}+(\(a\))?\s?:$/u
const dated = /^((em|no dia|on|at|el|le|am|il|op|den|dnia|w dniu)\s[^\n]*\d|\d)/i
/** Gmail of before 2018: '2016-03-03 17:21 GMT-03:00 Ana <a@b.example>:'. */
const oldGmail = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}\s(\d{1,2}:\d{2}\sGMT[+-]\d\d:\d\d\s)?\S/

const titles =
  /^[-_*\s]{2,}\s?(mensagem original|original message|mensaje original|forwarded message|mensagem encaminhada|begin forwarded message|message d'origine|ursprüngliche nachricht|messaggio originale)/i
const written = /^-{3,}\s[^\n]{0,400}\s(escreveu|wrote|escribió|écrit)\s-{3,}$/i
const rule = /^[-_*=—\s]{5,}$/
const senderField = /^\*?(de|from|von|da|från|fra|van|od|от):\*?\s/i
const subjectField = /^\*?(assunto|subject|asunto|betreff|oggetto|objet|ämne|emne|onderwerp|temat|тема):\*?(\s|$)/i
const otherField =
  /^\*?(enviad[ao]|enviad[ao] em|enviado el|sent|data|date|fecha|para|to|cc|responder a|reply-to|gesendet|an|skickat|till|sendt|til|verzonden|aan|envoyé|à|a|risposta|wysłano|do):\*?(\s|$)/i
const device =
  /^[([<]*(enviad[ao] (do|da|de|dos|com o|com|pelo|pela|via|a partir do|usando)|sent (from|via|by|with)|envoyé (de|depuis)|von meinem|diese nachricht wurde von meinem|verzonden (met|vanaf)|sendt fra|skickat från|從我的|(obter|obtenha|baixe|get) (o )?\[?outlook|from my|someone from mobile)/i
/** Such a line names a device or a program; 'Enviado pelo correio ontem' is the author's own. */
const deviceName =
  /iphone|ipad|ipod|phone|galaxy|galaxia|samsung|android|outlook|mail|celular|smartphone|dispositivo|aparelho|motorola|xiaomi|mobil|mobile|device|cell|windows|blackberry|alcatel|htc|ti-85|tablet|傳送/i

const lineAt = (lines: readonly string[], at: number): string => lines[at]?.trim() ?? ''

/** The first line with words at or after this one. */
function nextWords(lines: readonly string[], at: number): string {
  for (let n = at; n < lines.length && n < at + 4; n++) if (lineAt(lines, n) !== '') return lineAt(lines, n)
  return ''
}

type Introduction = { lines: number; restIsQuoted: boolean }

/**
 * The introduction of a quotation, such as "Em seg., 4 de mai. de 2026, Ana <ana@…> escreveu:"; null where there is none.
 * A sentence that ends like one ('A gerente me escreveu:') names neither an address nor a moment.
 */
function introductionAt(lines: readonly string[], at: number): Introduction | null {
  let said = ''
  for (let n = 0; n < introduction.lines; n++) {
    const line = lineAt(lines, at + n)
    if (line === '' || said.length + line.length > introduction.length) return null
    said = n === 0 ? line : `${said} ${line}`
    const ends = verbs.test(said) || verbFirst.test(said) || germanTime.test(said)
    const old = oldGmail.test(said) && (/@[^<>\s]{1,250}>:?$/.test(said) || (said.includes('GMT') && n === 0))
    const quoted = nextWords(lines, at + n + 1)
    const marked = /^[>|]/.test(quoted)
    if (old && (said.includes('@') || !/^<|@/.test(quoted))) return { lines: n + 1, restIsQuoted: !marked }
    if (ends && !pronoun.test(said)) {
      const [address, time, date] = [anAddress.test(said), aTime.test(said), dates.some(each => each.test(said))]
      if (marked && (address || date || time)) return { lines: n + 1, restIsQuoted: false }
      if (address || (date && time && afterComma.test(said)) || (date && /\s(you|você)\s/.test(said)))
        return { lines: n + 1, restIsQuoted: true }
      return null
    }
    // Only what begins like an introduction goes on in the next line: the words before one are the author's.
    if (n === 0 && !dated.test(said) && !/>\sschrieb am\s/i.test(said)) return null
  }
  return null
}

/** True where a block of headers begins, as Outlook puts before what it quotes. */
function headersAt(lines: readonly string[], at: number): boolean {
  const sender = lineAt(lines, at)
  if (!senderField.test(`${sender} `)) return false
  const following = lines.slice(at + 1, at + 7).map(line => line.trim())
  const hasSubject = following.some(line => subjectField.test(line))
  const others = following.filter(line => otherField.test(line)).length
  // 'De: Santos / Para: Campinas / Data: 12/05' is somebody's own request.
  return hasSubject ? others >= 1 : others >= 2 && anAddress.test(sender)
}

/** True where everything from this line on is the quoted mail. */
const restIsQuoted = (lines: readonly string[], at: number): boolean =>
  titles.test(lineAt(lines, at)) ||
  written.test(lineAt(lines, at)) ||
  headersAt(lines, at) ||
  (rule.test(lineAt(lines, at)) && [1, 2].some(n => headersAt(lines, at + n)))

const isDevice = (line: string): boolean => line.length <= 160 && device.test(line) && deviceName.test(line)

/**
 * True where a signature begins: after the sign of it with its space, or without it where no sentence follows, since
 * people also part two requests by it.
 */
function signatureAt(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line === '-- ') return true
  if (line !== '--') return false
  for (const following of lines.slice(at + 1)) {
    if (following.startsWith('>')) return true
    if (/\S\s\S+[.?!…]$/.test(following.trim()) && !isDevice(following.trim())) return false
  }
  return true
}

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
  const hasText = () => pieces.some(({ kind, lines: some }) => kind === 'text' && some.some(line => line.trim() !== ''))
  let signed = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const introduced = introductionAt(lines, at)
    if (restIsQuoted(lines, at) || (introduced?.restIsQuoted && hasText())) {
      add('quote')
      for (const each of lines.slice(at)) add('quote', each)
      break
    }
    if (introduced || line.startsWith('>')) {
      const count = introduced?.lines ?? 1
      add('quote', ...lines.slice(at, at + count))
      at += count - 1
    } else if (line === '' && pieces.at(-1)?.kind === 'quote') add('quote', line)
    else {
      signed ||= signatureAt(lines, at)
      const isBlank = line === '' && pieces.at(-1)?.kind === 'signature'
      add(signed || isBlank || isDevice(line.trim()) ? 'signature' : 'text', line)
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
  const own = piecesOf(text)
    .filter(({ kind }) => kind === 'text')
    .map(piece => piece.text)
    .join('\n\n')
  return own === '' ? text.trim() : own
}
