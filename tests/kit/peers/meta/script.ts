import { isOpen } from './sending.ts'
import type { Person, World } from './world.ts'

/** A customer's answers to words of the business; the first that fits. */
const answers: [words: RegExp, replies: string[]][] = [
  [
    /\b(hor[aá]rio|quando|que dia|amanh[aã]|segunda|terça|quarta|quinta|sexta|s[aá]bado)\b/i,
    ['Pode ser de manhã, por volta das 10h?', 'Quinta à tarde é melhor para mim.', 'Consigo depois das 18h.']
  ],
  [
    /\b(valor|pre[cç]o|or[cç]amento|R\$|custa|desconto|parcela)/i,
    ['Entendi. Dá para parcelar?', 'Certo, e tem desconto à vista?', 'Obrigada! Vou pensar e já respondo.']
  ],
  [
    /\b(endere[cç]o|onde|bairro|cidade|rua)\b/i,
    ['Fico na Vila Mariana, em São Paulo.', 'Moro perto do metrô Ana Rosa.']
  ],
  [/\b(e-?mail|telefone|cpf|nome completo)\b/i, ['Posso mandar por aqui mesmo?', 'Claro, já te passo.']],
  [/\b(obrigad[oa]|agrade[cç]|at[eé] (logo|mais|breve))\b/i, ['Eu que agradeço! 😊', 'Até mais!']],
  [
    /\b(ol[aá]|oi|bom dia|boa tarde|boa noite)\b/i,
    ['Oi! Tudo bem?', 'Olá! Vi o anúncio de vocês e fiquei interessada.']
  ],
  [/\?/, ['Sim, por favor.', 'Acho que sim, pode me explicar melhor?', 'Ainda não sei. O que você recomenda?']]
]

const otherwise = [
  'Certo, obrigada!',
  'Perfeito 👍',
  'Entendi. E como funciona?',
  'Legal, pode me mandar mais detalhes?'
]

/** The answer to a text; the `turn` takes one after the other. */
export function answerTo(text: string, turn: number): string {
  const replies = answers.find(([words]) => words.test(text))?.[1] ?? otherwise
  return replies[turn % replies.length] as string
}

export type Pace = { read: number; type: number; answer: number }

/** How long a customer takes, in milliseconds. */
export const usualPace: Pace = { read: 1000, type: 1500, answer: 2500 }

/** A customer who reads what the business wrote, types, and answers; to several messages in a row only once. */
export function answerByScript(
  world: World,
  person: Person,
  play: { read(): unknown; text(body: string): unknown; buttonReply(messageId: string, buttonId: string): unknown },
  pace: Pace
): void {
  const newest = () => person.thread.findLast(({ from }) => from === 'business')
  const last = newest()
  world.later(pace.read, () => play.read())
  world.later(pace.read + pace.type, () => {
    if (newest() === last && isOpen(world, person)) person.typing = true
  })
  world.later(pace.read + pace.type + pace.answer, () => {
    // The business wrote again, or the user answered in place of the customer.
    if (!last || person.thread.at(-1) !== last) return
    const [choice] = last.kind === 'button' ? (last.choices ?? []) : []
    const turn = person.thread.filter(({ from }) => from === 'customer').length
    if (choice) play.buttonReply(last.id, choice.id)
    else play.text(answerTo(last.text, turn))
  })
}
