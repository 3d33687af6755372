export const templateCategories = ['marketing', 'utility', 'authentication'] as const
export type TemplateCategory = (typeof templateCategories)[number]
export const categoryLabels: Record<TemplateCategory, string> = {
  marketing: 'Divulgação',
  utility: 'Utilidade',
  authentication: 'Autenticação'
}

export const templateStatuses = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled', 'archived'] as const
export type TemplateStatus = (typeof templateStatuses)[number]
export const templateStatusLabels: Record<TemplateStatus, string> = {
  draft: 'Rascunho',
  pending: 'Em análise',
  approved: 'Aprovado',
  rejected: 'Recusado',
  paused: 'Pausado',
  disabled: 'Desativado',
  archived: 'Arquivado'
}

export const headerTypes = ['text', 'image', 'video', 'document', 'location'] as const
export type TemplateHeader = { type: (typeof headerTypes)[number]; text?: string }

/** `other`: a button of the provider that is not written here, such as one of a form or a catalogue. */
export const buttonTypes = ['reply', 'url', 'phone', 'copy', 'other'] as const
export type TemplateButton = { type: (typeof buttonTypes)[number]; text: string; url?: string; phone?: string }

/** The part of a template that is written. `examples`: a value of each variable, for those who review it. */
export type TemplateContent = {
  category: TemplateCategory
  header: TemplateHeader | null
  body: string
  footer: string | null
  buttons: TemplateButton[]
  examples: Record<string, string>
}

/** The parts that have variables and are shown. */
export type TemplateParts = Pick<TemplateContent, 'header' | 'body' | 'buttons'>

/** Meta, "Message templates: components and limits". */
export const templateLimits = {
  name: 512,
  header: 60,
  body: 1024,
  footer: 60,
  buttons: 10,
  button: 25,
  url: 2000,
  phone: 20,
  code: 15,
  value: 1024
} as const

/** Hours between two changes of an approved template. */
export const hoursBetweenEdits = 24

/** The variable of a button that copies a code, and the first one within an address. */
export const codeVariable = 'codigo'
export const linkVariable = 'link'

const braces = /\{\{([^{}]{0,80})\}\}/g

const namesIn = (text: string): string[] => [...text.matchAll(braces)].map(([, name = '']) => name.trim())

/** The variables of a template, each once, in the order in which they are read. */
export function variablesOf({ header, body, buttons }: TemplateParts): string[] {
  const links = buttons.flatMap(({ type, url }) => (type === 'url' && url ? namesIn(url) : []))
  const code = buttons.some(({ type }) => type === 'copy') ? [codeVariable] : []
  return [...new Set([...namesIn(header?.text ?? ''), ...namesIn(body), ...links, ...code])]
}

/** The text with its variables filled in; those without a value stay, to be seen. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(braces, (whole, inside: string) => {
    const name = inside.trim()
    return (Object.hasOwn(values, name) && values[name]?.trim()) || whole
  })

/** A value in a template has neither line breaks nor tabs nor runs of spaces. */
export const templateValue = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Why a template cannot be sent from here whatever its values are, as a sentence; null where it can. */
export function unsendable({
  category,
  header,
  buttons
}: TemplateParts & { category: TemplateCategory }): string | null {
  if (category === 'authentication') return 'Modelos de autenticação só saem dos sistemas que geram os códigos.'
  if (header && header.type !== 'text')
    return 'Este modelo leva um arquivo ou um lugar no cabeçalho, que ainda não é enviado por aqui.'
  if (buttons.some(({ type }) => type === 'other')) return 'Este modelo tem um botão que não é enviado por aqui.'
  return null
}

const notApproved: Record<Exclude<TemplateStatus, 'approved'>, string> = {
  draft: 'Este modelo é um rascunho. Mande-o para análise e espere a aprovação.',
  pending: 'Este modelo ainda está em análise. Espere a aprovação ou escolha outro.',
  rejected: 'Este modelo foi recusado. Corrija-o e mande para análise de novo, ou escolha outro.',
  paused: 'Este modelo está pausado, porque clientes o bloquearam ou denunciaram. Escolha outro.',
  disabled: 'Este modelo foi desativado. Escolha outro.',
  archived: 'Este modelo não existe mais. Escolha outro.'
}

/** Why a template in this state is not sent. */
export const notApprovedText = (status: Exclude<TemplateStatus, 'approved'>): string => notApproved[status]

const rejections: Record<string, string> = {
  ABUSIVE_CONTENT: 'O texto parece ameaçar ou ofender. Escreva de outro modo e mande de novo.',
  INVALID_FORMAT: 'Algum campo está mal formado. Confira variáveis, exemplos e endereços e mande de novo.',
  PROMOTIONAL: 'O texto faz divulgação. Tire a oferta ou mude a categoria para divulgação.',
  INCORRECT_CATEGORY: 'A categoria não combina com o texto. Mude a categoria e mande de novo.',
  TAG_CONTENT_MISMATCH: 'O texto não combina com a categoria ou com o idioma. Mude um dos dois e mande de novo.',
  SCAM: 'O texto parece um golpe. Diga quem é a empresa e por que escreve, e mande de novo.',
  DELETED: 'O modelo foi apagado no Gerenciador do WhatsApp.',
  PAUSED: 'Clientes bloquearam ou denunciaram este modelo. Ele volta sozinho, ou corrija o texto.',
  DISABLED: 'Clientes bloquearam ou denunciaram este modelo várias vezes. Escreva outro.'
}

/** The reason of a refusal, with what to change. */
export const rejectionText = (reason: string): string =>
  (Object.hasOwn(rejections, reason) && rejections[reason]) ||
  'A Meta não aceitou o modelo. Reveja o texto, a categoria e os exemplos, e mande de novo.'

export const templateTexts = {
  gone: 'Este modelo já foi apagado.',
  taken: 'Já existe um modelo com este nome neste idioma.',
  tooMany: 'A empresa já tem o máximo de modelos. Apague algum que não use.',
  disconnected: 'Ligue o WhatsApp da empresa primeiro. Os modelos são analisados na conta dela.',
  pending: 'Este modelo está em análise. Espere o resultado para mudar.',
  disabled: 'Este modelo foi desativado e não pode mais ser mudado. Copie-o e escreva outro.',
  unchanged: 'Não há mudança para mandar: o modelo já está na Meta como aparece aqui.',
  busy: 'Alguém está mandando ou apagando este modelo agora. Espere um momento.',
  tooSoon: 'Um modelo aprovado só pode ser mudado uma vez por dia. Tente de novo amanhã.',
  noPrice: 'preço não informado'
} as const

type Written = TemplateContent & { name: string; language: string }

/** Checks a template before its reviewers see it: a sentence for each field that breaks a rule. */
export function checkTemplate(template: Written): Record<string, string> {
  const { name, language, category, header, body, footer, buttons } = template
  const errors: Record<string, string | null> = {
    name: /^[a-z0-9_]{1,512}$/.test(name) ? null : 'No nome, use só letras minúsculas sem acento, números e _.',
    language: /^[a-z]{2,3}(_[A-Z]{2,4})?$/.test(language) ? null : 'Escolha um idioma da lista, como pt_BR.',
    category:
      category === 'authentication'
        ? 'Modelos de autenticação são escritos no Gerenciador do WhatsApp. Escolha utilidade ou divulgação.'
        : null,
    header: header && headerProblem(header),
    body: bodyProblem(body),
    footer: footer === null ? null : footerProblem(footer),
    ...buttonProblems(buttons),
    ...exampleProblems(template)
  }
  const mixed = mixedProblem(template)
  if (mixed && !errors.body) errors.body = mixed
  return Object.fromEntries(Object.entries(errors).filter((each): each is [string, string] => Boolean(each[1])))
}

const length = (text: string): number => [...text].length

function headerProblem({ type, text = '' }: TemplateHeader): string | null {
  if (type !== 'text') return 'Por enquanto o cabeçalho é só texto. Tire o arquivo do cabeçalho.'
  if (text.trim() === '') return 'Escreva o cabeçalho ou tire-o.'
  if (length(text) > templateLimits.header) return `O cabeçalho tem até ${templateLimits.header} caracteres.`
  if (/[\n\r]/.test(text)) return 'O cabeçalho fica em uma linha só.'
  if (/[*_~`]/.test(text.replace(braces, ''))) return 'O cabeçalho não leva *, _, ~ nem `.'
  if (/\p{Extended_Pictographic}/u.test(text)) return 'O cabeçalho não leva emojis. Ponha-os no texto.'
  if (namesIn(text).length > 1) return 'O cabeçalho leva no máximo uma variável.'
  return variableProblem(text)
}

function bodyProblem(body: string): string | null {
  const text = body.trim()
  if (text === '') return 'Escreva o texto do modelo.'
  if (length(body) > templateLimits.body) return `O texto tem até ${templateLimits.body} caracteres.`
  const problem = variableProblem(text)
  if (problem) return problem
  if (/^\{\{/.test(text)) return 'O texto não pode começar com uma variável. Escreva uma palavra antes dela.'
  if (/\}\}[.,;:!?…\s]*$/.test(text))
    return 'O texto não pode terminar com uma variável. Escreva uma palavra depois dela.'
  if (/\}\}\s*\{\{/.test(text)) return 'Duas variáveis não podem ficar lado a lado. Escreva uma palavra entre elas.'
  if (/(\r?\n\s*){3}/.test(text)) return 'Deixe no máximo uma linha em branco entre dois parágrafos.'
  if (/ {5}/.test(text)) return 'Tire os espaços seguidos do texto.'
  const words = text.replace(braces, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  const variables = namesIn(text).length
  if (words < 2 * variables + 1) return 'Há variáveis demais para um texto tão curto. Escreva mais palavras.'
  return null
}

function footerProblem(footer: string): string | null {
  if (footer.trim() === '') return 'Escreva o rodapé ou tire-o.'
  if (length(footer) > templateLimits.footer) return `O rodapé tem até ${templateLimits.footer} caracteres.`
  if (/[\n\r]/.test(footer)) return 'O rodapé fica em uma linha só.'
  if (footer.includes('{{')) return 'O rodapé não leva variáveis.'
  return null
}

/** Names of variables are small letters, digits and underscores; numbers count from 1. */
function variableProblem(text: string): string | null {
  const wrong = namesIn(text).find(name => !/^([a-z][a-z0-9_]{0,59}|[1-9]\d?)$/.test(name))
  if (wrong !== undefined)
    return `A variável {{${wrong}}} não vale: use letras minúsculas sem acento, números e _, como {{nome}}.`
  const rest = text.replace(braces, '')
  return rest.includes('{{') || rest.includes('}}') ? 'Uma variável fica entre duas chaves, como {{nome}}.' : null
}

const isNumber = (name: string): boolean => /^\d+$/.test(name)

function mixedProblem({ header, body }: TemplateParts): string | null {
  const names = [...new Set(namesIn(body))]
  const numbers = names
    .filter(isNumber)
    .map(Number)
    .sort((a, b) => a - b)
  const inHeader = namesIn(header?.text ?? '')
  if (numbers.length > 0 && (numbers.length < names.length || inHeader.some(name => !isNumber(name))))
    return 'Use só nomes ou só números nas variáveis, não os dois.'
  if (numbers.some((number, at) => number !== at + 1))
    return 'As variáveis com números vão de {{1}} em diante, sem pular.'
  return null
}

function exampleProblems(template: TemplateParts & Pick<TemplateContent, 'examples'>): Record<string, string | null> {
  const { examples } = template
  return Object.fromEntries(
    variablesOf(template).map(name => {
      const example = Object.hasOwn(examples, name) ? (examples[name] ?? '') : ''
      const problem =
        example.trim() === ''
          ? `Dê um exemplo de {{${name}}} para quem analisa o modelo.`
          : /[\n\r\t]| {5}/.test(example)
            ? `O exemplo de {{${name}}} fica em uma linha só, sem espaços seguidos.`
            : length(example) > (name === codeVariable ? templateLimits.code : templateLimits.value)
              ? `O exemplo de {{${name}}} é longo demais.`
              : example.includes('{{')
                ? `O exemplo de {{${name}}} é um valor, não outra variável.`
                : null
      return [`examples.${name}`, problem]
    })
  )
}

const buttonCounts: Partial<Record<TemplateButton['type'], [number, string]>> = {
  url: [2, 'Há no máximo dois botões de endereço.'],
  phone: [1, 'Há no máximo um botão de telefone.'],
  copy: [1, 'Há no máximo um botão de código.']
}

function buttonProblems(buttons: readonly TemplateButton[]): Record<string, string | null> {
  if (buttons.length > templateLimits.buttons) return { buttons: `Há no máximo ${templateLimits.buttons} botões.` }
  for (const [type, [limit, text]] of Object.entries(buttonCounts))
    if (buttons.filter(button => button.type === type).length > limit) return { buttons: text }
  const titles = buttons.map(({ text }) => text.trim().toLowerCase())
  if (new Set(titles).size < titles.length) return { buttons: 'Cada botão precisa de um texto diferente.' }
  const replies = buttons.map(({ type }) => type === 'reply')
  const turns = replies.filter((isReply, at) => at > 0 && isReply !== replies[at - 1]).length
  if (turns > 1) return { buttons: 'Deixe os botões de resposta juntos, antes ou depois dos outros.' }
  const dynamic = buttons.flatMap(({ url }) => (url ? namesIn(url) : []))
  if (new Set(dynamic).size < dynamic.length) return { buttons: 'Cada endereço tem a sua própria variável.' }
  return Object.fromEntries(buttons.map((button, at) => [`buttons.${at}`, buttonProblem(button)]))
}

function buttonProblem({ type, text, url = '', phone = '' }: TemplateButton): string | null {
  if (type === 'other') return 'Este botão só pode ser escrito no Gerenciador do WhatsApp.'
  if (text.trim() === '') return 'Escreva o texto do botão.'
  if (length(text) > templateLimits.button) return `O texto do botão tem até ${templateLimits.button} caracteres.`
  if (/[\n\r]|\{\{/.test(text)) return 'O texto do botão fica em uma linha só, sem variáveis.'
  if (type === 'url') return addressProblem(url)
  if (type === 'phone')
    return /^\+\d{8,19}$/.test(phone) ? null : 'O telefone do botão vai com o código do país, como +5511987654321.'
  return null
}

function addressProblem(url: string): string | null {
  if (length(url) > templateLimits.url) return `O endereço tem até ${templateLimits.url} caracteres.`
  const names = namesIn(url)
  if (names.length > 1 || (names.length === 1 && !url.trim().endsWith('}}')))
    return 'A variável de um endereço fica no fim dele, e é uma só.'
  const address = readAddress(url.replace(braces, 'x'))
  if (!address || !/^https?:$/.test(address.protocol) || !address.hostname.includes('.') || address.username)
    return 'O endereço começa com https:// e tem um site, como https://padaria.com.br.'
  if (/(^|\.)(wa\.me|whatsapp\.com|bit\.ly|tinyurl\.com|goo\.gl|t\.co)$/i.test(address.hostname))
    return 'Use o endereço do próprio site: a Meta recusa wa.me e endereços encurtados.'
  return variableProblem(url)
}

function readAddress(text: string): URL | null {
  try {
    return new URL(text.trim())
  } catch {
    return null
  }
}

export type ReadyMessageTemplate = Omit<Written, 'language'> & { label: string; about: string }

/** Templates to begin with. */
export const readyMessageTemplates: readonly ReadyMessageTemplate[] = [
  {
    label: 'Primeira resposta',
    about: 'Para quem deixou o contato e ainda não falou com ninguém.',
    name: 'primeira_resposta',
    category: 'utility',
    header: null,
    body: 'Olá, {{nome}}! Aqui é da {{empresa}}. Recebemos o seu pedido de contato. Pode nos contar do que você precisa?',
    footer: null,
    buttons: [{ type: 'reply', text: 'Quero falar agora' }],
    examples: { nome: 'Ana', empresa: 'Padaria Central' }
  },
  {
    label: 'Lembrete',
    about: 'Para lembrar de um compromisso marcado.',
    name: 'lembrete_de_compromisso',
    category: 'utility',
    header: null,
    body: 'Olá, {{nome}}! Lembramos do seu compromisso em {{data}} às {{hora}}. Se não puder vir, responda esta mensagem.',
    footer: null,
    buttons: [
      { type: 'reply', text: 'Confirmo' },
      { type: 'reply', text: 'Remarcar' }
    ],
    examples: { nome: 'Ana', data: '12/12', hora: '15h' }
  },
  {
    label: 'Confirmação',
    about: 'Para quem marcou um horário confirmar, ou escolher outro.',
    name: 'confirmacao',
    category: 'utility',
    header: null,
    body: 'Olá, {{nome}}! O seu horário está marcado para {{data}} às {{hora}}. Você confirma?',
    footer: null,
    buttons: [
      { type: 'reply', text: 'Confirmo' },
      { type: 'reply', text: 'Remarcar' }
    ],
    examples: { nome: 'Ana', data: '12/12', hora: '15h' }
  },
  {
    label: 'Saudade',
    about: 'Para quem não aparece há tempo. É divulgação: só para quem autorizou.',
    name: 'saudade',
    category: 'marketing',
    header: null,
    body: 'Olá, {{nome}}! Faz tempo que não nos vemos, e a equipe da {{empresa}} sente a sua falta. Que tal uma visita esta semana?',
    footer: 'Responda SAIR para não receber mais.',
    buttons: [{ type: 'reply', text: 'Quero saber mais' }],
    examples: { nome: 'Ana', empresa: 'Padaria Central' }
  },
  {
    label: 'Obrigado',
    about: 'Para agradecer depois de uma compra ou visita.',
    name: 'obrigado',
    category: 'utility',
    header: null,
    body: 'Olá, {{nome}}! Obrigado por escolher a {{empresa}}. Ficou alguma dúvida? É só responder esta mensagem.',
    footer: null,
    buttons: [],
    examples: { nome: 'Ana', empresa: 'Padaria Central' }
  }
]

/** The languages that are offered; the provider has more. */
export const templateLanguages: readonly [string, string][] = [
  ['pt_BR', 'Português (Brasil)'],
  ['pt_PT', 'Português (Portugal)'],
  ['en_US', 'Inglês (Estados Unidos)'],
  ['en', 'Inglês'],
  ['es', 'Espanhol'],
  ['es_AR', 'Espanhol (Argentina)'],
  ['fr', 'Francês'],
  ['it', 'Italiano'],
  ['de', 'Alemão']
]
