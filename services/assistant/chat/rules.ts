/** The assistant's texts and limits; the browser uses this file too (specification, sections 2 to 9). */

import { validEmail } from '../../core/rules.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { leadFormTexts } from '../../leads/leads/rules.ts'

export const chatLimits = {
  /** Characters of one message. */
  message: 4000,
  /** Earlier messages that a client may send; the server uses its own history. */
  context: 50,
  history: { limit: 50, max: 200 }
}

export const chatTexts = {
  typing: (name: string): string => `${name} está digitando...`,
  expired: 'A solicitação demorou muito tempo e expirou. Tente novamente mais tarde.',
  failed: 'Erro ao enviar mensagem para o chatbot',
  trouble: 'Desculpe, tive um problema ao processar sua mensagem. Tente novamente.',
  configuration: 'Erro de configuração',
  /** Names the provider, by which the widget recognises a configuration problem. */
  keyMissing: 'A chave de API da OpenAI está ausente ou é inválida. Entre em contato com o administrador.',
  noCredit: 'A conta da OpenAI está sem crédito ou passou do limite contratado. Entre em contato com o administrador.',
  /** Not a fault, so it does not name the provider. */
  inactive: 'O assistente está desativado no momento. Você ainda pode pedir para falar com uma pessoa.',
  settings: 'O modelo ou o endereço configurado para a OpenAI não foi aceito. Entre em contato com o administrador.',
  tooLong: 'Esta conversa ficou longa demais para o modelo de IA. Comece uma nova conversa.',
  withoutProvider: 'Ainda não posso conversar livremente: respondo com os artigos da base de conhecimento.',
  noArticle: 'Não encontrei um artigo sobre isso.',
  tooMany: 'Muitas mensagens em pouco tempo. Aguarde um momento e tente novamente.',
  person: {
    subject: 'Conversa com a assistente',
    wish: 'Pediu para falar com uma pessoa.',
    member: 'Pedido registrado. Uma pessoa da nossa equipe vai ler esta conversa e responder para o seu e-mail.',
    visitor: 'Pedido registrado. Uma pessoa da nossa equipe vai ler esta conversa e falar com você.'
  },
  /** The text beside cards, for places where cards are not shown. */
  proposal: {
    one: (title: string): string => `Posso fazer isto, se você confirmar: ${title}.`,
    several: (titles: readonly string[]): string => `Posso fazer isto, se você confirmar: ${titles.join('; ')}.`,
    choose: 'Encontrei mais de um lead com este nome. Escolha qual é.'
  },
  notFound: 'Conversa não encontrada.',
  greeting: (name: string): string => `Olá! Eu sou a ${name}, assistente virtual. Como posso ajudar?`,
  /** A greeting given back, to the first name where it is known. */
  greetBack: (greeting: string, audience: ChatAudience, name?: string): string =>
    `${greeting}${audience !== 'visitor' && name ? `, ${name}` : ''}! ${usualQuestions[audience]}`,
  continueConversation: 'Deseja continuar esta conversa? Isso substituirá a conversa atual.',
  historyFailed: 'Não foi possível carregar o histórico de conversas',
  messagesFailed: 'Não foi possível carregar as mensagens desta conversa',
  noConversation: 'Nenhuma conversa encontrada.',
  noMessage: 'Nenhuma mensagem encontrada para esta conversa.'
} as const

/** Shown beside an answer that is not whole. None suggests to ask again, as that would end the same way. */
export const noticeTexts = {
  length: 'A resposta foi cortada no limite de tamanho.',
  filter: 'A resposta foi cortada pelo filtro de conteúdo do provedor de IA.',
  refusal: 'O modelo de IA se recusou a responder.',
  unfinished: 'A resposta foi interrompida.'
} as const

/** Example questions of each audience, offered in reply to a greeting. */
const usualQuestions = {
  visitor: 'Pergunte sobre os planos, o teste grátis ou o formulário.',
  client: 'Pergunte, por exemplo, “Como importo a minha planilha?” ou “Quantos leads eu tenho?”.',
  staff: 'Pergunte como se faz algo na administração.'
} as const

/** The assistant's audience, which decides what it knows. */
export const chatAudiences = ['visitor', 'client', 'staff'] as const
export type ChatAudience = (typeof chatAudiences)[number]

/** Actions that the assistant can propose, for the person to confirm. */
export const actionKinds = ['task', 'note', 'status', 'owner', 'appointment', 'ticket', 'person'] as const
export type ActionKind = (typeof actionKinds)[number]

/** `choosing`: the person must say which lead is meant. */
export const cardStates = ['choosing', 'waiting', 'done', 'cancelled', 'expired', 'failed'] as const
export type CardState = (typeof cardStates)[number]

export const cardStateLabels: Record<CardState, string> = {
  choosing: 'Aguarda a escolha do lead',
  waiting: 'Aguarda confirmação',
  done: 'Feito',
  cancelled: 'Cancelado',
  expired: 'Expirou',
  failed: 'Não foi possível'
}

export const contactFields = ['name', 'email', 'phone'] as const

/** The message for a visitor's contact that is unusable. */
export function checkContact(name: string, value: string): string | undefined {
  if (value.trim() === '') return leadFormTexts.required
  if (name === 'email' && !validEmail(value.trim())) return leadFormTexts.email
  return name === 'phone' ? checkPhone(value) : undefined
}

/** True where an error text blames the provider's key or settings (specification, section 8). */
export const isConfigurationProblem = (message: string): boolean =>
  /api[ -]?key|chave de api|not configured|openai|authentication/i.test(message)
