import { digits } from '../../core/rules.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'

/** No telephone number takes more, with the words around it; what is longer is a text. */
const longest = 500

/** A link to a chat, as WhatsApp and web pages write it. */
const chatLink = /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=)(?:%2b|\+)?(\d{8,15})\S*/gi
/** How WhatsApp's own lists write whom a number belongs to. */
const chatServer = /@(?:c\.us|s\.whatsapp\.net)\b/gi
const scheme = /https?:\/\/(?:www\.|api\.|web\.)?/gi
const extension = /(?:\b(?:ramal|ram|r|ext|extension)\b[.:]? ?|\bx)(\d{1,6})\b/i
const separator = /:::|[\r\n;|,/\\]|\b(?:ou|e)\b/i
const exponential = /^'?(\d)(?:[.,](\d{1,14}))?e\+?(\d{1,2})$/i

/** Words that say what kind of number it is, and nothing of whose. */
const kindWords =
  /^(?:cel(?:ular)?|tel(?:efone)?|fone|fixo|res(?:idencial)?|com(?:ercial)?|trabalho|casa|whats(?:app)?|wpp|zap(?:zap)?|m[oó]vel|pessoal|principal|contato|n[uú]mero|num|ddd|ou|e|mobile|cell|home|work|phone|main|claro|vivo|tim|oi|n|p)$/i

/**
 * A cell of telephones: its numbers as they are written, the extension behind the first, and whether it has words that
 * say more than a kind of number: "recado com João".
 */
type PhonesOfCell = { numbers: string[]; extension: string | null; hasWords: boolean }

/**
 * Separates the numbers of a cell, and takes away what is none of them: words, links, dashes of typesetting, the
 * apostrophe with which a spreadsheet marks a text. No number is made up: a cell without one has an empty list.
 */
export function phonesOf(text: string): PhonesOfCell {
  if (text.length > longest) return { numbers: [], extension: null, hasWords: false }
  const plain = withoutExponent(text.normalize('NFKC').trim())
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^'+/, '')
    .replace(scheme, '')
    .replace(chatServer, '')
    .replace(chatLink, (_, number: string) => ` ${dialled(number)} `)
  const found = extension.exec(plain)
  const bare = found ? plain.replace(found[0], ' ') : plain
  const parts = joinAreaCode(bare.split(separator).map(withoutWords))
  const words = bare.match(/\p{L}+/gu) ?? []
  return {
    numbers: parts.flatMap(bySpace),
    extension: found?.[1] ?? null,
    hasWords: words.some(word => !kindWords.test(word))
  }
}

/**
 * A number that Excel wrote with an exponent but with all its digits, as 5,511999998888E+12; any other text as it is.
 */
export function withoutExponent(text: string): string {
  const [, first = '', decimals = '', exponent] = exponential.exec(text) ?? []
  return exponent !== undefined && decimals.length === Number(exponent) ? first + decimals : text
}

/** The number of a link, which has its country's code, save where somebody left that of a mobile in Brazil out. */
const dialled = (number: string): string =>
  number.startsWith('55') || (number.length === 11 && readPhone(number).e164 !== null) ? number : `+${number}`

/** Words say what a number is or whose: "Cel: (11) 98765-4321 (whats)". */
const withoutWords = (text: string): string =>
  text
    .replace(/\p{L}[\p{L}.:]*/gu, ' ')
    .replace(/\(\s*\)/g, ' ')
    .trim()

/** An area code that a separator cut off belongs to the number behind it: 11/98765-4321. */
function joinAreaCode(parts: string[]): string[] {
  const filled = parts.filter(part => /\d/.test(part))
  const [first = '', second, ...rest] = filled
  return second !== undefined && /^\(?0?\d{2}\)?$/.test(first) ? [`${first} ${second}`, ...rest] : filled
}

/** Numbers that only a space separates: each ends where it is complete and another one follows. */
function bySpace(text: string): string[] {
  if (digits(text).length <= 13) return [text]
  const numbers: string[] = []
  let number = ''
  const words = text.split(/\s+/)
  for (const [at, word] of words.entries()) {
    const complete = !number.startsWith('+') || number.startsWith('+55')
    const left = digits(words.slice(at).join('')).length
    if (number && left >= 8 && (word.startsWith('+') || (complete && readPhone(storePhone(number)).e164 !== null))) {
      numbers.push(number)
      number = word
    } else number = number ? `${number} ${word}` : word
  }
  return [...numbers, number]
}

/** The number of a cell that is used where it holds several: the first that exists. */
export function chosenOf(numbers: readonly string[]): string | undefined {
  return numbers.find(number => readPhone(storePhone(number)).e164 !== null) ?? numbers[0]
}
