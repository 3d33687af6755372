import { type Block, defaultAccent, type Inline, type MailBody, type Paragraph, type RichText } from './rules.ts'
import type { ReadyTemplate } from './schema.ts'

const name = '{{ primeiro_nome | default: "tudo bem" }}'

/** `*bold*` and line breaks within a paragraph. */
const inlines = (paragraph: string): Inline[] =>
  paragraph
    .split(/(\n|\*[^*]+\*)/)
    .filter(part => part !== '')
    .map((part): Inline => {
      if (part === '\n') return { type: 'hardBreak' }
      if (part.startsWith('*')) return { type: 'text', text: part.slice(1, -1), marks: [{ type: 'bold' }] }
      return { type: 'text', text: part }
    })

const paragraph = (line: string): Paragraph => ({ type: 'paragraph', content: inlines(line) })

/** A paragraph for each line; lines in an array are a list. */
const doc = (...lines: (string | string[])[]): RichText => ({
  type: 'doc',
  content: lines.map(line =>
    typeof line === 'string'
      ? paragraph(line)
      : { type: 'bulletList', content: line.map(item => ({ type: 'listItem', content: [paragraph(item)] })) }
  )
})

type Draft = Block extends infer B ? (B extends Block ? Omit<B, 'id'> : never) : never

const body = (...blocks: Draft[]): MailBody => ({
  format: 1,
  accent: defaultAccent,
  blocks: blocks.map((block, n) => ({ id: `b${n + 1}`, ...block }) as Block)
})

const heading = (text: string): Draft => ({ type: 'heading', text, align: 'left' })
const text = (...lines: (string | string[])[]): Draft => ({ type: 'text', doc: doc(...lines) })
/** Its address is the company's to fill in: the editor says so until it is. */
const button = (label: string): Draft => ({ type: 'button', text: label, link: '', align: 'left' })

/** Mails that a small shop can begin with. Texts in square brackets are theirs to replace. */
export const readyTemplates: readonly ReadyTemplate[] = [
  {
    key: 'boas-vindas',
    name: 'Boas-vindas',
    about: 'Para quem acabou de deixar o contato.',
    subject: 'Que bom ter você por aqui, {{ primeiro_nome | default: "seja bem-vindo" }}!',
    preheader: 'Veja como falar com a gente e o que acontece agora.',
    body: body(
      heading('Que bom ter você por aqui!'),
      text(
        `Olá, ${name}!`,
        'Recebemos seu contato e já estamos cuidando dele. Aqui na *{{ empresa }}* quem responde é gente de verdade, então pode perguntar à vontade.',
        'Para adiantar, conte para nós:',
        ['O que você está procurando', 'Para quando precisa', 'O melhor horário para falarmos com você']
      ),
      button('Falar com a gente'),
      text('Ou é só responder a este e-mail.', 'Um abraço,\nEquipe {{ empresa }}')
    )
  },
  {
    key: 'novidade',
    name: 'Novidade ou promoção',
    about: 'Para contar o que chegou ou uma condição especial.',
    subject: '{{ primeiro_nome | default: "Olá" }}, chegou novidade na {{ empresa }}',
    preheader: 'Separamos uma condição especial para você.',
    body: body(
      heading('Chegou novidade, e você fica sabendo antes'),
      text(
        `Olá, ${name}!`,
        'Acabou de chegar aqui na *{{ empresa }}*: *[nome do produto ou serviço]*. Preparamos uma condição especial para quem já nos conhece.',
        ['[O que é e por que vale a pena]', '[Preço ou desconto]', '[Até quando vale]']
      ),
      button('Quero aproveitar'),
      text('Ficou com dúvida? Responda a este e-mail e a gente ajuda a escolher.'),
      { type: 'divider' },
      text('Oferta válida enquanto durar o estoque.')
    )
  },
  {
    key: 'retomada',
    name: 'Retomar o contato',
    about: 'Para quem pediu informações e não voltou a falar.',
    subject: 'Podemos ajudar em mais alguma coisa, {{ primeiro_nome | default: "por aqui" }}?',
    preheader: 'Sua conversa com a gente continua aberta.',
    body: body(
      heading('Sua conversa com a gente continua aberta'),
      text(
        `Olá, ${name}!`,
        'Faz um tempinho que você falou com a *{{ empresa }}* e queremos saber se conseguiu resolver o que precisava.',
        'Se ainda faz sentido, retomamos de onde paramos. Se mudou de ideia, tudo bem também: é só nos dizer.'
      ),
      button('Retomar a conversa'),
      text('Prefere por aqui? Responda a este e-mail com o melhor dia e horário.', 'Até logo!\nEquipe {{ empresa }}')
    )
  },
  {
    key: 'aniversario',
    name: 'Aniversário',
    about: 'Para parabenizar e oferecer um mimo.',
    subject: 'Feliz aniversário, {{ primeiro_nome | default: "hoje o dia é seu" }}!',
    preheader: 'Tem um presente da {{ empresa }} esperando por você.',
    body: body(
      heading('Feliz aniversário!'),
      text(
        `Olá, ${name}!`,
        'Hoje o dia é seu, e a equipe da *{{ empresa }}* deseja muita saúde, alegria e bons motivos para comemorar.',
        'Para festejar com você, preparamos um presente: *[desconto ou brinde]*. É só mostrar este e-mail até *[data]*.'
      ),
      button('Usar meu presente'),
      text('Com carinho,\nEquipe {{ empresa }}')
    )
  },
  {
    key: 'agendar',
    name: 'Convite para agendar',
    about: 'Para levar a pessoa à sua página de agendamento.',
    subject: '{{ primeiro_nome | default: "Olá" }}, vamos marcar um horário?',
    preheader: 'Escolha o dia e a hora que ficam melhores para você.',
    body: body(
      heading('Vamos marcar um horário?'),
      text(
        `Olá, ${name}!`,
        'Sabemos que o dia é corrido. Por isso, na *{{ empresa }}* você mesmo escolhe quando quer ser atendido:',
        ['Toque no botão abaixo', 'Escolha o dia e a hora', 'Pronto! A confirmação chega por e-mail']
      ),
      button('Escolher meu horário'),
      text('Se nenhum horário servir, responda a este e-mail e encontramos outro juntos.', 'Esperamos por você!')
    )
  }
]
