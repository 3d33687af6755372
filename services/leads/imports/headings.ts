import { type ContactChannel, contactChannels } from '../../account/activities/rules.ts'
import { type ImportField, plainHeading } from './rules.ts'

/** A kind of heading: it has a word of `core`, and every other word is one of `beside` or one of all headings. */
type Kind = { field: ImportField; core: string; beside?: string }

/** Words that say nothing of what a column holds: "Qual o seu nome completo, por favor?" */
const general = wordsOf(
  'a o as os e ou um uma de do da dos das no na nos nas em para pra por com ao aos que qual quais seu sua seus suas meu minha você ' +
    'informe informar digite insira deixe coloque escreva preencha favor aqui obrigatório opcional ' +
    'lead leads contato contatos cliente clientes pessoa usuário interessado crm s the of your is what contact customer 1'
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
      'numero num n number value ddd comercial residencial trabalho casa pessoal fixo movel empresa principal primary home work ' +
      'business melhor atual valido'
  },
  {
    field: 'email',
    core: 'email emails mail mails',
    beside:
      'correio eletronico endereco address value melhor pessoal comercial trabalho corporativo principal primary home work business valido'
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
  '2 3 4 5 segundo segunda secundario secundaria outro outra alternativo alternativa adicional recado recados other second'
)
const reserveOf: Partial<Record<ImportField, ImportField>> = { phone: 'otherPhone', email: 'otherEmail' }

/** No heading has more words that are a question of a form. */
const longest = 120

/**
 * The field that the words of a heading name: "Vlr. Orçamento (R$)", "Qual seu WhatsApp (com DDD)?". A word that
 * belongs to no such heading makes it one of something else: "Telefone do vendedor", "Phone 1 - Type".
 */
export function fieldOfWords(heading: string): ImportField | undefined {
  if (heading.length > longest) return undefined
  if (saysRefusal(heading)) return 'optOut'
  const words = plainHeading(heading).split(' ')
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

/** A telephone that can be written to comes before one that can only be called. */
export const isMobile = (heading: string): boolean =>
  /\b(celular|cel|whatsapp|whats|wpp|zap|mobile|cellphone|movel)\b/.test(plainHeading(heading))
