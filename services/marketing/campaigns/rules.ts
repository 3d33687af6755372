/** The states of a campaign. `ready`: its recipients are fixed, and nothing is sent yet. */
export const campaignStates = [
  'draft',
  'preparing',
  'ready',
  'scheduled',
  'sending',
  'paused',
  'done',
  'cancelled'
] as const
export type CampaignState = (typeof campaignStates)[number]

export const campaignStateLabels: Record<CampaignState, string> = {
  draft: 'Rascunho',
  preparing: 'Preparando',
  ready: 'Pronta',
  scheduled: 'Agendada',
  sending: 'Enviando',
  paused: 'Pausada',
  done: 'Concluída',
  cancelled: 'Cancelada'
}

/**
 * The states of a campaign's message to one person. `held`: the provider keeps it for now, and will deliver or drop it;
 * `unknown`: nobody can say whether it was taken, and it is not resent.
 */
export const recipientStates = [
  'pending',
  'sending',
  'held',
  'accepted',
  'deferred',
  'rejected',
  'bounced',
  'complained',
  'unsubscribed',
  'unknown',
  'skipped'
] as const
export type RecipientState = (typeof recipientStates)[number]

export const recipientStateLabels: Record<RecipientState, string> = {
  pending: 'Pendente',
  sending: 'Enviando',
  held: 'Retido pela Meta',
  accepted: 'Aceito',
  deferred: 'Adiado',
  rejected: 'Rejeitado',
  bounced: 'Devolvido',
  complained: 'Reclamou',
  unsubscribed: 'Descadastrou',
  unknown: 'Sem confirmação',
  skipped: 'Pulado'
}

/** Why a person gets no campaign, or it was refused. */
export const recipientReasons = {
  no_consent: 'Não aceitou receber',
  no_address: 'Sem endereço',
  no_number: 'Sem telefone',
  bad_number: 'Telefone inválido',
  no_whatsapp: 'O número não tem WhatsApp',
  capped: 'A Meta limitou a divulgação para a pessoa por ora',
  opted_out: 'Não quer divulgação pelo WhatsApp',
  experiment: 'A Meta não entrega divulgação a esta pessoa',
  had_it: 'Já recebeu este modelo há pouco',
  bad_value: 'Um dos campos não cabe no modelo',
  dropped: 'A Meta reteve a mensagem e não a entregou',
  bad_address: 'Endereço inválido',
  repeated: 'Endereço repetido',
  unsubscribed: 'Descadastrado',
  promotions: 'Não quer promoções',
  bounced: 'Endereço não existe',
  unreachable: 'Devolveu vários e-mails há pouco',
  complained: 'Marcou como spam',
  blocked: 'Bloqueado pela equipe',
  gone: 'O lead foi excluído',
  erased: 'Os dados da pessoa foram apagados',
  cancelled: 'A campanha foi cancelada',
  answered: 'Respondeu, ou alguém falou com a pessoa',
  status: 'A situação do lead encerra a sequência',
  late: 'Passou da hora',
  off: 'A sequência foi desligada',
  mailbox: 'O endereço não existe',
  full: 'A caixa está cheia',
  inactive: 'A caixa não aceita e-mails por ora',
  policy: 'Recusado pelas regras do provedor',
  refused: 'Recusado pelo servidor',
  too_late: 'Adiado vezes demais',
  worker: 'O envio foi interrompido antes da resposta',
  no_answer: 'O servidor não confirmou se recebeu'
} as const
export type RecipientReason = keyof typeof recipientReasons

/** States of a mailbox that exists, and may take mail again one day. */
export const softReasons = ['full', 'inactive'] as const satisfies readonly RecipientReason[]

/** So many mails that a mailbox turned away, within these days, have nothing sent to it for some days. */
export const softBounces = { limit: 3, within: 7, days: 30 } as const

/** Reasons for which nobody is written to when the recipients are fixed, in the order in which they are looked for. */
export const exclusions = [
  'no_address',
  'bad_address',
  'no_number',
  'bad_number',
  'no_whatsapp',
  'capped',
  'opted_out',
  'unsubscribed',
  'promotions',
  'complained',
  'bounced',
  'unreachable',
  'blocked',
  'no_consent',
  'had_it',
  'repeated'
] as const satisfies readonly RecipientReason[]
export type Exclusion = (typeof exclusions)[number]

/** The kinds of carriers: by which way a campaign goes out. */
export const carrierKinds = ['email', 'whatsapp'] as const
export type CarrierKind = (typeof carrierKinds)[number]

/** The pages of a carrier's campaigns, what is counted there, and the calls. */
export const carrierPages = {
  email: { calls: '/api/email/campaigns', page: '/email/campaigns', accepted: ['e-mail aceito', 'e-mails aceitos'] },
  whatsapp: {
    calls: '/api/whatsapp/campaigns',
    page: '/whatsapp/campaigns',
    accepted: ['mensagem aceita', 'mensagens aceitas']
  }
} as const satisfies Record<CarrierKind, { calls: string; page: string; accepted: readonly [string, string] }>

/** Days for which a template does not go to the same person by another campaign. */
export const sameTemplateDays = 7

/** The sources of a template's values, besides the own fields of a lead (`field:` and the name). */
export const valueSources = ['name', 'firstName', 'company', 'text'] as const
/** Its end for everybody, also where the person has none: for `text` the value itself. */
export type TemplateValueSource = { from: string; fallback: string }

/** The two subjects of a test. */
export const variants = ['a', 'b'] as const
export type Variant = (typeof variants)[number]

/** Why nothing is sent at the moment of a campaign that is being sent. */
export const waitingReasons = ['quiet', 'limit', 'pace', 'connection', 'test', 'turn', 'held', 'retry'] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** Percent of the recipients that get each subject of a test, and hours until its winner is chosen. */
export const testShares = [10, 15, 20, 25, 30, 40] as const
export const testHours = [1, 2, 4, 8, 24, 48] as const

export const campaignLimits = {
  name: 80,
  subject: 150,
  /** Recipients of one campaign, and campaigns of a company. */
  recipients: 200_000,
  campaigns: 1000
} as const

/**
 * Limits that pause a campaign automatically: shares of the recipients so far, from this many on, and of complaints at
 * least so many; and runs in a row that reached no server, which take some minutes.
 */
export const pauseRules = { refused: 0.05, complained: 0.003, complaints: 3, from: 20, runs: 10 } as const

/** Between these hours of the company nothing is sent, unless its campaign says so. */
export const quietHours = { from: 20, to: 8 } as const

/** States in which a campaign may still be edited. */
export const isEditable = (state: CampaignState): boolean => state === 'draft' || state === 'ready'

/** The states in which a campaign allows each move. */
const campaignMoves = {
  prepare: ['draft', 'ready'],
  send: ['draft', 'ready'],
  pause: ['sending', 'scheduled'],
  resume: ['paused'],
  cancel: ['preparing', 'ready', 'scheduled', 'sending', 'paused'],
  remove: ['draft', 'ready', 'cancelled']
} as const satisfies Record<string, readonly CampaignState[]>
export type CampaignMove = keyof typeof campaignMoves

export const mayMove = (move: CampaignMove, state: CampaignState): boolean =>
  (campaignMoves[move] as readonly CampaignState[]).includes(state)

/** The recipients of a sent campaign whom another may be written to. */
export const againGroups = ['unconfirmed', 'not_opened', 'not_clicked'] as const
export type AgainGroup = (typeof againGroups)[number]

/** Those of a carrier: nobody knows who opened a message, or a link of it. */
export const againGroupsOf = (carrier: CarrierKind): readonly AgainGroup[] =>
  carrier === 'email' ? againGroups : ['unconfirmed']

/** The end of the name of a campaign to a part of another's recipients. */
export const againEndings: Record<AgainGroup, string> = {
  unconfirmed: ' (sem confirmação)',
  not_opened: ' (não abriram)',
  not_clicked: ' (não clicaram)'
}

export const campaignTexts = {
  gone: 'Esta campanha não existe mais.',
  stale: 'Alguém mudou esta campanha enquanto você editava. Recarregue a página.',
  notNow: 'Isto não é possível na situação em que a campanha está. Recarregue a página.',
  tooMany: `Uma empresa tem até ${campaignLimits.campaigns.toLocaleString('pt-BR')} campanhas. Exclua alguma antiga.`,
  tooManyRecipients: `Uma campanha alcança no máximo ${campaignLimits.recipients.toLocaleString('pt-BR')} leads. Use um filtro.`,
  nobody: 'Ninguém receberia esta campanha. Veja os motivos ao lado do público.',
  past: 'Escolha um horário no futuro.',
  template: 'Escolha o modelo do e-mail.',
  templateGone: 'O modelo desta campanha foi excluído. Escolha outro.',
  subject: 'Escreva o assunto.',
  subjectB: 'Escreva o segundo assunto.',
  sameSubject: 'Os dois assuntos são iguais. Mude um deles para comparar.',
  notSent: 'Só dá para escrever de novo depois que a campanha terminou.',
  notCounted: 'A empresa não contou cliques e aberturas desta campanha, e por isso não se sabe quem abriu ou clicou.',
  nobodyAgain: 'Não há ninguém neste grupo agora.',
  uncounted:
    'O teste de dois assuntos precisa dos cliques, e a empresa não os conta. Tire o segundo assunto, ou ligue a contagem no remetente.',
  empty: 'O modelo não tem nenhum bloco. Escreva o e-mail antes de enviar.',
  noSender: 'Configure o remetente antes de enviar.',
  unproved:
    'O domínio do remetente ainda não foi comprovado. Até lá, só é possível enviar testes para pessoas da sua equipe.',
  noServer: 'Este servidor ainda não envia e-mails. Configure o servidor da sua empresa no remetente.',
  unidentified: 'Complete o CNPJ ou o endereço da empresa: todo e-mail precisa dizer quem o envia.',
  notOurs: 'O teste vai só para e-mails de pessoas da sua equipe.',
  characters: 'O texto contém caracteres inválidos.',
  fault: 'Não foi possível preparar a campanha. Tente de novo ou fale com o suporte.',
  refused: 'A campanha parou porque muitos endereços foram recusados. Confira o público antes de continuar.',
  complained: 'A campanha parou porque muitas pessoas marcaram o e-mail como spam. Confira o público e o texto.',
  connections: 'A campanha parou porque o servidor de envio não responde. Confira o remetente antes de continuar.',
  link: 'Este link não é válido. Abra o link do e-mail outra vez, ou procure a empresa que o enviou.',
  messageTemplate: 'Escolha o modelo da mensagem.',
  noValue: 'Diga o que vai neste campo para quem não tem o dado.',
  unknownSource: 'Escolha de onde vem este campo.',
  noChannel: 'Ligue o WhatsApp da empresa antes de enviar.',
  troubled: 'O WhatsApp da empresa está com um problema. Resolva-o na configuração do canal antes de enviar.',
  templateChanged: 'O modelo mudou desde que a campanha foi escrita. Confira os campos e envie de novo.',
  refusedMessages: 'A campanha parou porque muitas mensagens falharam. Confira o público antes de continuar.',
  notOurNumber: 'O teste vai só para o telefone de pessoas da sua equipe, como está em Meu perfil.',
  refusedSender: 'O servidor não aceita o remetente desta campanha. Confira o remetente antes de continuar.'
} as const
