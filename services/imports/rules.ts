import type { LeadStatus } from '../leads/rules.ts'

/** What a column of a list may hold. Values of own form fields are named `custom:` and the field's name. */
export const importFields = [
  'name',
  'lastName',
  'email',
  'phone',
  'cnpj',
  'company',
  'message',
  'status',
  'lostReason',
  'source',
  'owner',
  'tags',
  'submittedAt',
  'preferredDate',
  'preferredPeriod',
  'preferredTime',
  'consent'
] as const
export type ImportField = (typeof importFields)[number]

export const importFieldLabels: Record<ImportField, string> = {
  name: 'Nome',
  lastName: 'Sobrenome',
  email: 'E-mail',
  phone: 'Telefone',
  cnpj: 'CNPJ',
  company: 'Empresa',
  message: 'Mensagem',
  status: 'Situação',
  lostReason: 'Motivo da perda',
  source: 'Origem',
  owner: 'Responsável',
  tags: 'Etiquetas',
  submittedAt: 'Data do contato',
  preferredDate: 'Data preferencial',
  preferredPeriod: 'Período preferencial',
  preferredTime: 'Horário preferencial',
  consent: 'Aceita comunicações'
}

/** Without accents, capitals and punctuation, as headings are compared. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const headings: Record<ImportField, string> = {
  name: 'nome|nome completo|fullname|full name|name|cliente|contato|lead|nome do cliente|nome do contato|nome do lead|primeiro nome|first name|given name|razao social|nome razao social|nome e sobrenome|nome do paciente|paciente|nome do aluno|aluno',
  lastName: 'sobrenome|last name|family name|ultimo nome',
  email:
    'e mail|email|email address|correio eletronico|endereco de email|endereco de e mail|e mail 1 value|e mail 1|email 1|email principal|e mail principal|e mail de contato|email de contato|e mail do cliente|email do cliente',
  phone:
    'telefone|celular|mobile|phone|fone|tel|whatsapp|whats|zap|numero|telefone celular|phone number|phone 1 value|telefone 1|celular whatsapp|contato telefone|mobile phone|telefone whatsapp|whatsapp telefone|tel cel|tel celular|fone celular|celular telefone|telefone com ddd|celular com ddd|whatsapp com ddd|numero de telefone|numero do telefone|numero do celular|numero do whatsapp|telefone de contato|telefone para contato|telefone principal|telefone do cliente',
  cnpj: 'cnpj|cnpj da empresa|documento|cpf cnpj|cnpj cpf',
  company: 'empresa|nome da empresa|company|organizacao|organization name|nome fantasia|organization',
  message: 'mensagem|message|observacao|observacoes|obs|comentario|comentarios|descricao|anotacoes|notas|notes',
  status: 'situacao|status|etapa|fase|estagio|stage',
  lostReason: 'motivo da perda|motivo de perda|lost reason',
  source: 'origem|fonte|source|canal|midia|como conheceu|campanha',
  owner: 'responsavel|vendedor|vendedora|corretor|atendente|consultor|owner|dono|proprietario',
  tags: 'etiquetas|etiqueta|tags|tag|marcadores|rotulos|labels',
  submittedAt:
    'data|data de cadastro|data cadastro|cadastro|criado em|data de criacao|recebido em|created at|created time|date|data do contato|data de entrada|data do cadastro|cadastrado em|dt cadastro|data de inclusao|data inclusao|carimbo de data hora|timestamp|data da primeira conversao',
  preferredDate: 'data preferencial|data preferida|preferred date',
  preferredPeriod: 'periodo preferencial|periodo|preferred period|turno',
  preferredTime: 'horario preferencial|horario|hora|preferred time',
  consent: 'aceita comunicacoes|aceita receber comunicacoes|consentimento|consent|opt in|optin|lgpd|aceite'
}
const known = new Map(
  importFields.flatMap(field => headings[field].split('|').map(heading => [heading, field] as const))
)

/** The field that a heading names, if it names one. */
export const fieldOfHeading = (heading: string): ImportField | undefined => known.get(plainHeading(heading))

/** What becomes of a row whose person the company has. */
export const duplicatePolicies = ['fill', 'all', 'skip', 'separate'] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]

export const policyTexts: Record<DuplicatePolicy, { title: string; text: string }> = {
  fill: { title: 'Completar', text: 'Preenche só o que está vazio no lead. É o mais seguro.' },
  all: { title: 'Atualizar tudo', text: 'O arquivo vale mais: troca o que for diferente no lead.' },
  skip: { title: 'Pular', text: 'O lead fica exatamente como está.' },
  separate: { title: 'Criar separado', text: 'Cada linha vira um lead novo, mesmo que repita alguém.' }
}

/** Where a list comes from, which decides what may be done with it (LGPD, articles 7 and 10). */
export const listOrigins = ['asked', 'customers', 'consent', 'event', 'partner', 'other'] as const
export type ListOrigin = (typeof listOrigins)[number]

export const originLabels: Record<ListOrigin, string> = {
  asked: 'As pessoas nos pediram contato',
  customers: 'São nossos clientes ou já foram',
  consent: 'Deram consentimento por outro meio',
  event: 'Encontramos em um evento ou visita',
  partner: 'Recebemos de um parceiro',
  other: 'Outra origem'
}

/** Values of `status` as other systems write them. */
export const statusNames: Record<string, LeadStatus> = {
  novo: 'new',
  nova: 'new',
  new: 'new',
  'em contato': 'contacted',
  contatado: 'contacted',
  contacted: 'contacted',
  'em atendimento': 'contacted',
  agendado: 'scheduled',
  scheduled: 'scheduled',
  convertido: 'converted',
  converted: 'converted',
  ganho: 'converted',
  vendido: 'converted',
  fechado: 'converted',
  perdido: 'lost',
  lost: 'lost'
}

export const dateStyles = ['dmy', 'mdy', 'ymd'] as const
export type DateStyle = (typeof dateStyles)[number]
export const dateStyleLabels: Record<DateStyle, string> = {
  dmy: 'dia/mês/ano (31/12/2026)',
  mdy: 'mês/dia/ano (12/31/2026)',
  ymd: 'ano-mês-dia (2026-12-31)'
}

export const rowOutcomes = ['created', 'updated', 'same', 'skipped', 'duplicate', 'error', 'ignored'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const outcomeNames: Record<RowOutcome, string> = {
  created: 'Novos',
  updated: 'Atualizados',
  same: 'Já iguais',
  skipped: 'Pulados',
  duplicate: 'Repetidos',
  error: 'Com erro',
  ignored: 'Linhas de totais'
}

export const mostBytes = 50 * 1024 * 1024
export const tooManyBytes = 'O arquivo tem mais de 50 MB. Divida a planilha em partes menores.'
/** Rows of one file. */
export const mostRows = 200_000
/** How long an import can be undone, and its file is kept after it. */
export const importDays = 7
export const importUndoOver = `O prazo de ${importDays} dias para desfazer acabou.`
