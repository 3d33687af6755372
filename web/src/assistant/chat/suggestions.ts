import { served } from './person.ts'

/** How many starter questions are shown (specification, section 9). */
const shownCount = 5

type Page = { at: RegExp; questions: readonly string[] }

const forAdmins = [
  'Como divulgo o meu formulário?',
  'Como convido a equipe?',
  'Como importo a minha planilha?',
  'O que acontece quando o limite do plano é atingido?',
  'Quantos leads recebi hoje?'
]
const forTeam = [
  'Quantos leads novos eu tenho?',
  'Como crio uma tarefa para um lead?',
  'Com quem posso falar por e-mail ou telefone?',
  'Como registro um contato?',
  'Como divulgo o formulário da empresa?'
]
const forStaff = [
  'Como configuro a chave da assistente?',
  'Como funcionam os limites dos planos?',
  'O que faço com um trabalho que falhou?',
  'Como crio uma empresa?',
  'Como escrevo um artigo para a assistente?'
]

const clientPages: readonly Page[] = [
  { at: /^\/leads\/[0-9a-f]{24}$/, questions: ['Resuma este lead', 'Crie uma tarefa para este lead amanhã às 9h'] },
  { at: /^\/leads\/import/, questions: ['Como preparo a planilha?', 'Posso desfazer uma importação?'] },
  { at: /^\/leads/, questions: ['Quais leads chegaram hoje?', 'Como salvo um filtro como visão?'] },
  {
    at: /^\/form-editor/,
    questions: ['Como ponho o formulário no meu site?', 'Como mudo as perguntas do formulário?']
  },
  { at: /^\/employees/, questions: ['O que cada papel pode fazer?', 'O que acontece com os leads de quem sai?'] },
  { at: /^\/company/, questions: ['Como mudo de plano?', 'O que acontece com os leads retidos?'] },
  { at: /^\/privacy/, questions: ['Como respondo a um pedido de exclusão?', 'O que a LGPD pede da minha empresa?'] }
]
const staffPages: readonly Page[] = [
  { at: /^\/admin\/companies/, questions: ['Como mudo o limite de uma empresa?', 'Como suspendo uma empresa?'] },
  { at: /^\/admin\/logs/, questions: ['O que mostra a auditoria?', 'O que faço com um trabalho que falhou?'] },
  { at: /^\/admin\/settings/, questions: ['Como mudo os dias de teste?', 'Como mudo as perguntas iniciais?'] }
]
const publicPages: readonly Page[] = [
  {
    at: /^\/(leads\/new|f\/)/,
    questions: ['O que acontece com os meus dados?', 'Preciso aceitar receber comunicações?']
  },
  { at: /^\/signup/, questions: ['Como funciona o teste grátis?', 'Preciso de cartão para testar?'] }
]

/**
 * Questions that the assistant suggests: first those of the page, then those of the person. Visitors get
 * the installation's own questions, which are null until they are known.
 */
export function suggestionsFor(installation: readonly string[] | null, path = location.pathname): string[] {
  if (!installation) return []
  const person = served()
  const [pages, usual] = !person
    ? [publicPages, installation]
    : person.staff
      ? [staffPages, forStaff]
      : [clientPages, person.admin ? forAdmins : forTeam]
  const here = pages.find(({ at }) => at.test(path))?.questions ?? []
  return [...new Set([...here, ...usual])].slice(0, shownCount)
}
