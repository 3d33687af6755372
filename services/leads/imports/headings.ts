import { type ContactChannel, contactChannels } from '../../account/activities/rules.ts'
import { cut } from '../../core/rules.ts'
import { maxAddressLabel } from '../leads/addresses/rules.ts'
import { fieldsWith, leadFields } from '../leads/fields.ts'
import { type ImportField, plainHeading } from './rules.ts'
import { certain, countryWords, synonyms, tables } from './synonyms.ts'

const fieldsByHeading = new Map<string, ImportField>([
  ...(Object.entries(synonyms) as [ImportField, string][]).flatMap(([field, headings]) =>
    headings.split('|').map(heading => [heading, field] as const)
  ),
  // Those of the product's own fields come before those of other programs.
  ...fieldsWith('imported').flatMap(name =>
    leadFields[name].imported.headings.split('|').map(heading => [heading, leadFields[name].imported.as] as const)
  )
])

/** A heading without the name of its table: "Deal - Won time" is "Won time" of the deal. */
type Bare = { text: string; table: keyof typeof tables | null }

const tableOf = (name: string): Bare['table'] =>
  (Object.keys(tables) as (keyof typeof tables)[]).find(each => (tables[each] as readonly string[]).includes(name)) ??
  null

/** No heading has more words that are a question of a form. */
const longest = 120

/** A heading as it is, with the words of `firstName` apart, and without the names before it, the longest first. */
function formsOf(heading: string): Bare[] {
  if (heading.length > longest) return []
  const apart = heading
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/\((?:UTC|GMT)[^()]*\)$/i, '')
  const forms: Bare[] = [
    { text: heading, table: null },
    { text: apart, table: null }
  ]
  const [first = '', ...rest] = apart.split(/ [-–/] | ?: /)
  const table = rest.length > 0 ? tableOf(plainHeading(first)) : null
  if (table) forms.push({ text: rest.join(' '), table })
  return forms
}

/** Fields that the names of a table's own things are not: the title of a deal is no person's name. */
function fits(field: ImportField, { table, text }: Bare): boolean {
  if (table === 'company') return field === 'company' || field === 'cnpj'
  const titles = /^(?:nome|name|lead|cliente|contato|titulo|title)$/
  return !(table === 'deal' && (field === 'name' || field === 'companyRole') && titles.test(plainHeading(text)))
}

/** The field of a heading, if it is recognised. */
export function fieldOfHeading(heading: string): ImportField | undefined {
  for (const form of formsOf(heading)) {
    const plain = plainHeading(form.text)
    if (form.table === 'company' && /^(?:nome|name)$/.test(plain)) return 'company'
    const field = fieldsByHeading.get(plain)
    if (field && fits(field, form)) return field
  }
  return undefined
}

/** Whether a heading leaves no doubt that its column holds the field, whatever other columns may. */
export const isCertain = (field: string, heading: string): boolean =>
  formsOf(heading).some(({ text }) => certain[field as ImportField]?.has(plainHeading(text)) === true)

const [countryCore, countryBeside] = [countryWords.core, countryWords.beside].map(words => new Set(words.split(' ')))

/** Whether a column holds the country of the row's telephone. */
export function isCountry(heading: string): boolean {
  const words = plainHeading(cut(heading, longest)).split(' ')
  return (
    words.some(word => countryCore?.has(word)) &&
    words.every(word => countryCore?.has(word) || countryBeside?.has(word))
  )
}

/** Headings of the person whom a deal is with, beside which a plain name is that of the deal. */
const contacts = /^(?:contatos|contacts|pessoa relacionada|pessoa de contato|contact person|(?:main|primary) contact)$/
const funnels = /^(?:funil|funil de vendas|pipeline|sales pipeline)$/

/** Whether the plain names of a file are those of its deals: it has a funnel, and a column with whom each deal is. */
export const hasNamesOfDeals = (headings: readonly string[]): boolean => {
  const plain = headings.map(plainHeading)
  return plain.some(heading => funnels.test(heading)) && plain.some(heading => contacts.test(heading))
}

/** A heading without the words that only a value or its label has: "Phone 1 - Type", "Tipo do telefone 1". */
const phoneOf = (heading: string): string =>
  plainHeading(heading)
    .replace(/\b(?:type|label|tipo|rotulo|etiqueta|value|valor|do|de)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const isLabel = (heading: string): boolean => /\b(?:type|label|tipo|rotulo|etiqueta)\b/.test(plainHeading(heading))

/** The place of the column that labels the telephones of another one; undefined where none does. */
export function labelColumnOf(headings: readonly string[], at: number): number | undefined {
  const phone = phoneOf(headings[at] ?? '')
  const found = headings.findIndex((heading, n) => n !== at && isLabel(heading) && phoneOf(heading) === phone)
  return found < 0 ? undefined : found
}

/** A kind of heading: it has a word of `core`, and every other word is one of `beside` or one of all headings. */
type Kind = { field: ImportField; core: string; beside?: string }

/** Words that say nothing of what a column holds: "Qual o seu nome completo, por favor?" */
const general = wordsOf(
  'a o as os e ou um uma de do da dos das no na nos nas em para pra por com ao aos que qual quais seu sua seus suas meu minha você ' +
    'informe informar digite insira deixe coloque escreva preencha favor aqui obrigatório opcional ' +
    'lead leads contato contatos cliente clientes pessoa usuário interessado crm s the of your is what contact customer user 1'
)

const kinds: readonly Kind[] = [
  { field: 'middleName', core: 'segundo meio middle', beside: 'nome name' },
  { field: 'lastName', core: 'sobrenome surname' },
  {
    field: 'owner',
    core: 'vendedor vendedora corretor corretora consultor consultora atendente sdr closer owner',
    beside: 'nome name mail email responsavel negocio negociacao deal venda vendas comercial atual'
  },
  {
    field: 'owner',
    core: 'dono dona proprietario proprietaria',
    beside: 'negocio negociacao deal oportunidade conta registro atual'
  },
  { field: 'owner', core: 'responsavel', beside: 'pelo pela venda vendas negocio negociacao atendimento comercial' },
  {
    field: 'lostReason',
    core: 'perda perdido perdida desistencia lost',
    beside: 'motivo razao reason venda negocio negociacao oportunidade'
  },
  {
    field: 'status',
    core: 'status estagio etapa fase situacao stage',
    beside: 'funil negocio negociacao atendimento venda vendas pipeline comercial deal oportunidade atual processo'
  },
  {
    field: 'value',
    core: 'valor vlr vl orcamento preco ticket receita budget amount revenue',
    beside:
      'r rs reais brl total estimado estimada previsto prevista potencial aproximado medio negocio negociacao proposta ' +
      'venda contrato oportunidade deal fechado orcado'
  },
  {
    field: 'preferredTime',
    core: 'horario hora',
    beside:
      'melhor preferido preferida preferencial preferencia ligar ligarmos ligacao retorno atendimento visita te lhe'
  },
  {
    field: 'preferredPeriod',
    core: 'periodo turno',
    beside: 'melhor preferido preferencial preferencia ligar ligarmos ligacao retorno atendimento visita dia te lhe'
  },
  {
    field: 'submittedAt',
    core: 'data dt date dia',
    beside:
      'cadastro entrada criacao criado inclusao registro envio conversao inscricao recebimento abertura solicitacao captura ' +
      'captacao chegada primeiro primeira hora horario created creation'
  },
  {
    field: 'submittedAt',
    core: 'criado cadastrado recebido registrado created cadastrada criada',
    beside: 'data at date on'
  },
  {
    field: 'preferredDate',
    core: 'data dt dia',
    beside: 'melhor preferida preferencial preferencia visita atendimento agendamento desejada'
  },
  { field: 'cnpj', core: 'cnpj', beside: 'numero n empresa cpf documento' },
  {
    field: 'source',
    core: 'origem fonte canal source midia campanha campaign',
    beside: 'original trafego conversao primeira entrada aquisicao marketing captacao nome utm medium'
  },
  { field: 'source', core: 'conheceu soube descobriu', beside: 'como nossa nosso empresa loja clinica escola servico' },
  { field: 'tags', core: 'tag tags etiqueta etiquetas marcador marcadores rotulos labels' },
  { field: 'tags', core: 'membership', beside: 'group' },
  {
    field: 'message',
    core: 'mensagem observacao observacoes obs comentario comentarios notas anotacoes duvida duvidas message notes comments',
    beside: 'gerais geral adicionais adicional extra extras sobre'
  },
  { field: 'message', core: 'ajudar', beside: 'como podemos posso te lhe' },
  { field: 'company', core: 'empresa company organizacao organization', beside: 'nome name trabalha onde instituicao' },
  {
    field: 'phone',
    core: 'telefone telefones tel fone celular cel whatsapp whats wpp zap zapzap mobile phone cellphone phones',
    beside:
      'numero num n number value ddd direto direct comercial residencial trabalho casa pessoal personal fixo movel empresa principal primary home work ' +
      'business melhor atual valido'
  },
  { field: 'otherPhone', core: 'fax', beside: 'numero number comercial residencial trabalho casa work home business' },
  {
    field: 'email',
    core: 'email emails mail mails',
    beside:
      'correio eletronico endereco address value melhor pessoal personal comercial trabalho corporativo principal primary home work business valido'
  },
  {
    field: 'name',
    core: 'nome name',
    beside:
      'completo completa full first primeiro paciente aluno aluna titular comprador comprador hospede participante sobrenome chama'
  }
]

function wordsOf(text: string): Set<string> {
  return new Set(plainHeading(text).split(' '))
}

const prepared = kinds.map(({ field, core, beside = '' }) => ({ field, core: wordsOf(core), beside: wordsOf(beside) }))

/** Words that say that a telephone or an e-mail is not the first one. */
const reserve = wordsOf(
  '2 3 4 5 6 7 8 9 segundo segunda secundario secundaria secondary outro outra outros others additional adicionais alternativo alternativa adicional recado recados other second'
)
const reserveOf: Partial<Record<ImportField, ImportField>> = { phone: 'otherPhone', email: 'otherEmail' }

/**
 * The field that the words of a heading name: "Vlr. Orçamento (R$)", "Qual seu WhatsApp (com DDD)?". A word that
 * belongs to no such heading makes it one of something else: "Telefone do vendedor", "Phone 1 - Type".
 */
export function fieldOfWords(heading: string): ImportField | undefined {
  if (heading.length > longest) return undefined
  if (saysRefusal(heading)) return 'optOut'
  for (const form of formsOf(heading)) {
    const field = fieldOfForm(form.text)
    if (field && fits(field, form)) return field
  }
  return undefined
}

function fieldOfForm(text: string): ImportField | undefined {
  const words = plainHeading(text).split(' ')
  // Somebody who made the entry, not when it was made.
  if (/\b(?:(?:criad|cadastrad|registrad|recebid|incluid|enviad)[oa] por|created by)\b/.test(words.join(' ')))
    return undefined
  const numbered = words.filter(word => !reserve.has(word))
  for (const { field, core, beside } of prepared) {
    const other = numbered.length < words.length ? reserveOf[field] : undefined
    const fits = (each: readonly string[]) =>
      each.some(word => core.has(word)) && each.every(word => core.has(word) || beside.has(word) || general.has(word))
    if (other && fits(numbered)) return other
    if (fits(words)) return field
  }
  return undefined
}

/** "Email Opt Out", "HasOptedOutOfEmail", "Não ligar"; the reason for it is a text of its own. */
const refusal =
  /optedout|optout|unsubscribed|donot(?:call|contact|e?mail|sms|text|disturb)|blacklist|descadastrad|cancelouinscricao|nao(?:contatar|ligar|enviar|mandar|perturbe|perturbar|receber|querreceber|desejareceber)/

const saysRefusal = (heading: string): boolean => {
  const plain = plainHeading(heading)
  return refusal.test(plain.replaceAll(' ', '')) && !/\b(?:motivo|razao|reason|source|origem)\b/.test(plain)
}

/** The channels that a column of refusals is about; all of them where its heading names none. */
export function refusedChannels(heading: string): ContactChannel[] {
  const squeezed = plainHeading(heading).replaceAll(' ', '')
  const named = contactChannels.filter(channel => channelWords[channel].test(squeezed))
  return named.length > 0 ? named : [...contactChannels]
}

const channelWords: Record<ContactChannel, RegExp> = {
  email: /mail|newsletter/,
  phone: /call|phone|telefone|ligar|ligac|sms/,
  whatsapp: /whats|zap/
}

const labelWords: readonly (readonly [string, RegExp])[] = [
  ['fax', /\bfax\b/],
  ['recado', /\brecados?\b/],
  ['celular', /\b(?:celular|cel|whatsapp|whats|wpp|zap|mobile|cell|cellphone|movel)\b/],
  ['trabalho', /\b(?:trabalho|comercial|empresa|escritorio|work|business|office|company)\b/],
  ['casa', /\b(?:casa|residencial|residencia|home)\b/]
]

/** The label of the product that the words of a text mean; null for none. */
export const labelIn = (text: string): string | null =>
  labelWords.find(([, words]) => words.test(plainHeading(text)))?.[0] ?? null

/** The label of a telephone or an e-mail: what its label column says, in the product's own words, else its heading. */
export function labelOf(said: string, heading: string): string | null {
  const text = said.replace(/^\* /, '').replace(unfitLabels, ' ').trim()
  const isGeneral = /^(?:|other|outros?|obsolete|main|principal|internet|voice|pref|default)$/.test(plainHeading(text))
  return labelIn(text) ?? (isGeneral ? labelIn(cut(heading, longest)) : cut(text, maxAddressLabel))
}
/** The signs of `unfitLabel`. */
const unfitLabels = /[();\r\n]/g

/** Whether a heading or the label of a telephone says that it takes faxes. */
export const isFax = (text: string): boolean => /\bfax\b/.test(plainHeading(text))

/** A telephone that can be written to comes before one that can only be called. */
export const isMobile = (heading: string): boolean =>
  /\b(celular|cel|whatsapp|whats|wpp|zap|mobile|cellphone|movel)\b/.test(plainHeading(heading))
