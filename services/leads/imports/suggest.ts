import { meanings, negations, opposites } from './meanings.ts'
import { plainHeading } from './rules.ts'

type Choice = { id: string; name: string }

/** Short forms of first names. */
const nicknames: Record<string, string> = {
  ze: 'jose',
  zeca: 'jose',
  juca: 'jose',
  chico: 'francisco',
  kiko: 'francisco',
  quim: 'joaquim',
  tiao: 'sebastiao',
  tonho: 'antonio',
  toninho: 'antonio',
  beto: 'roberto',
  nando: 'fernando',
  guga: 'gustavo',
  bia: 'beatriz',
  duda: 'eduarda',
  cida: 'aparecida',
  nanda: 'fernanda',
  lena: 'helena',
  tata: 'tatiana',
  dudu: 'eduardo',
  kadu: 'carlos',
  caca: 'carlos',
  nati: 'natalia',
  xande: 'alexandre',
  leo: 'leonardo',
  guto: 'augusto',
  mari: 'mariana',
  malu: 'maria',
  gabi: 'gabriela',
  rafa: 'rafael',
  dani: 'daniela',
  lu: 'luciana'
}

/**
 * The choice that a text probably means; null in doubt, as where two do equally well. A text that takes back what one of
 * its words says is never proposed as that word.
 */
export function suggest(field: string, text: string, choices: readonly Choice[]): string | null {
  const plain = plainHeading(text)
  if (plain === '') return null
  if (meanings[field]) {
    const meant = meaningOf(field, plain)
    return choices.some(({ id }) => id === meant) ? meant : null
  }
  const likely = choices
    .map(({ id, name }) => ({ id, likeness: likenessOf(plain, plainHeading(name)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  const [best, second] = likely
  return best && best.likeness > 0 && best.likeness !== second?.likeness ? best.id : null
}

/** Whole words, as one expression. The texts are those of faults, of at most 120 characters. */
const anyOf = (phrases: readonly string[]): RegExp =>
  new RegExp(
    `(?<![a-z0-9])(?:${phrases.map(phrase => phrase.replaceAll('*', '[a-z0-9]*')).join('|')})(?![a-z0-9])`,
    'g'
  )

const has = (text: string, expression: RegExp): boolean => text.search(expression) >= 0

const opposite = `(?<![a-z0-9])(?:${opposites.beginnings.join('|')})(?:${opposites.words.join('|')})`
const negation = new RegExp(`${anyOf(negations).source}|${opposite}`, 'g')
/** Words that leave a negation open: "ainda não fechou", "sem interesse no momento". */
const openEnded = anyOf(['ainda', 'agora', 'momento', 'hoje', 'yet', 'now'])
/** Something still to be done: "a fechar", "para contatar", "agendar visita". */
const toBeDone =
  /(?<![a-z0-9])(?:a|para|pra|por|vai|quer|pode|deve|precisa|ira) [a-z]+[aei]r(?![a-z0-9])|^[a-z]{2,}[aei]r(?![a-z0-9])/
const customer =
  /^(?:(?:ja|e) ){0,2}(?:clientes?|clients?|customers?)(?: (?:ativ[oa]s?|vip|fiel|fieis|recorrentes?|da casa))?$|^active (?:clients?|customers?)$/
const underWay = anyOf(['em', 'aguardando', 'pendente', 'pending'])

const expressions = new Map(
  Object.entries(meanings).map(([field, { said, negated, doubtful }]) => {
    const each = (phrases: Record<string, readonly string[]>) =>
      Object.entries(phrases).map(([meant, all]) => [meant, anyOf(all)] as const)
    return [field, { said: each(said), negated: each(negated), doubtful: anyOf(doubtful) }]
  })
)

/** The value of a field with a table of meanings that a text says; null in doubt. */
function meaningOf(field: string, plain: string): string | null {
  const table = expressions.get(field)
  if (!table) return null
  const saidIn = (text: string) => table.said.flatMap(([meant, phrases]) => (has(text, phrases) ? meant : []))
  if (has(plain, negation)) {
    const [meant, other] = table.negated.filter(([, phrases]) => has(plain, phrases))
    if (!meant || other || has(plain, openEnded) || (field === 'status' && toBeDone.test(plain))) return null
    // A second negation, or a word that says something beside it, takes the first one back: "aceito não receber".
    const rest = plain.replace(meant[1], ' ')
    return has(rest, negation) || saidIn(rest).some(each => each !== meant[0] && each !== 'new') ? null : meant[0]
  }
  if (has(plain, table.doubtful)) return null
  if (field === 'status') return statusOf(plain, new Set(saidIn(plain)))
  const [meant = null, other] = saidIn(plain)
  return other === undefined ? meant : null
}

/** The status that the words of a text mean together; a sale needs a word that says it happened. */
function statusOf(plain: string, said: Set<string>): string | null {
  if (customer.test(plain)) return 'converted'
  if (said.has('lost')) return said.has('scheduled') ? null : 'lost'
  if (toBeDone.test(plain)) return null
  if (said.has('converted'))
    return said.has('scheduled') || said.has('met') || (said.has('contacted') && has(plain, underWay))
      ? null
      : 'converted'
  if (said.has('met')) return 'contacted'
  if (said.has('scheduled')) return 'scheduled'
  if (said.has('contacted')) return 'contacted'
  return said.has('new') && !/(?<![a-z])(?:client|customer)/.test(plain) ? 'new' : null
}

/** Whether one of two words is the other with a beginning that turns it into its opposite. */
const isOpposite = (one: string, other: string): boolean =>
  [...opposites.beginnings, 'a', 'anti', 'nao '].some(each => `${each}${one}` === other || `${each}${other}` === one)

/** How far a text may stand for a name: 0 for not at all. */
function likenessOf(text: string, name: string): number {
  if (text === name) return 6
  if (has(text, negation) !== has(name, negation)) return 0
  const [words, parts] = [text.split(' '), name.split(' ')]
  if (words.some(word => parts.some(part => isOpposite(word, part)))) return 0
  const [first = '', firstName = ''] = [words[0], parts[0]]
  if (words.every(word => parts.includes(word))) return first === firstName ? 5 : 4
  if (nicknames[first] === firstName && words.slice(1).every(word => parts.includes(word))) return 4
  if (
    first.length > 1 &&
    words.every((word, at) =>
      (at === 0 ? firstName : (parts.slice(1).find(part => part.startsWith(word)) ?? '')).startsWith(word)
    )
  )
    return 3
  if (text.length > 3 && (isOneOff(text, name) || isOneOff(text, firstName))) return 2
  return text.length > 3 && (begins(name, text) || (name.length > 3 && begins(text, name))) ? 1 : 0
}

/** Whether a word of a text begins another one. */
const begins = (whole: string, part: string): boolean => ` ${whole}`.includes(` ${part}`)

/** Whether one letter makes the difference: another, one more, or one less. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
