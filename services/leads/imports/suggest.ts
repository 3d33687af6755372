import { plainHeading } from './rules.ts'

type Choice = { id: string; name: string }

/** Words of other systems and of people's own, by what they mean; the first that fits counts. */
const meanings: Record<string, readonly (readonly [RegExp, string])[]> = {
  status: [
    [
      /^(sem interesse|sem retorno|nao (fech|compr|quer|tem|vend|contrat|qualific))|desist|cancel|perd|descart|inval|frio/,
      'lost'
    ],
    [/agend|marcad|visita|reuniao|demonstrac|entrevista/, 'scheduled'],
    [
      /negoci|propost|orcamento|convers|andamento|atendi|aguard|retorn|follow|quente|morno|contat|qualific|analise/,
      'contacted'
    ],
    [/vend|fech|ganh|client|convert|matricul|pag[oa]|contrat|compr|concluid|ativo/, 'converted'],
    [/nov[oa]|entrada|lead|abert|pendente|fila|inicial|cadastr|receb/, 'new']
  ],
  preferredPeriod: [
    [/manha|cedo|matutin|antes do almoco/, 'morning'],
    [/tarde|vespertin|depois do almoco/, 'afternoon'],
    [/noite|noturn|depois do trabalho/, 'evening']
  ],
  consent: [
    [/^(nao|nunca|sem)\b|negativ|recus|contra|descadastr/, 'não'],
    [/^(ok|okay|claro|positivo|pode|permite|concord|autoriz|aceit|confirm|si|ss)/, 'sim']
  ]
}

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

/** The choice that a text probably means; null where none does, or two do as well. */
export function suggest(field: string, text: string, choices: readonly Choice[]): string | null {
  const plain = plainHeading(text)
  if (plain === '') return null
  const meant = meanings[field]?.find(([pattern]) => pattern.test(plain))?.[1]
  if (meant !== undefined) return choices.some(({ id }) => id === meant) ? meant : null
  const likely = choices
    .map(({ id, name }) => ({ id, likeness: likenessOf(plain, plainHeading(name)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  const [best, second] = likely
  return best && best.likeness > 0 && best.likeness !== second?.likeness ? best.id : null
}

/** How far a text may stand for a name: 0 for not at all. */
function likenessOf(text: string, name: string): number {
  if (text === name) return 6
  const [words, parts] = [text.split(' '), name.split(' ')]
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
  return text.length > 3 && (name.includes(text) || (name.length > 3 && text.includes(name))) ? 1 : 0
}

/** Whether one letter makes the difference: another, one more, or one less. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
