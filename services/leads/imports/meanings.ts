/**
 * The values of a field and the phrases that mean them, in the form of `plainHeading`. A star stands for any ending of a
 * word; no phrase begins within a word: "inativo" says nothing of "ativo".
 */
export type Meanings = {
  said: Record<string, readonly string[]>
  /** Phrases with a negation, which mean nothing else: "não contatado" is not "contatado". */
  negated: Record<string, readonly string[]>
  /** Words that leave open whether it happened, or that take a part of it back. */
  doubtful: readonly string[]
}

export const negations: readonly string[] = [
  ...['nao', 'nunca', 'jamais', 'nem', 'sem', 'quase', 'falta', 'faltou'],
  ...['not', 'never', 'without', 'almost', 'nearly', 'non', 'isnt', 'wasnt', 'didnt', 'dont', 'wont']
]

/** Words that a beginning turns into their opposite: "inativo", "desmarcado", "unqualified". */
export const opposites = {
  beginnings: ['in', 'im', 'des', 'dis', 'un', 'non'],
  words: [
    ...['ativ', 'interess', 'qualific', 'marcad', 'marcou', 'agend', 'convert', 'autoriz', 'confirm'],
    ...['activ', 'interest', 'qualif', 'schedul', 'subscrib', 'sold', 'paid', 'contact']
  ]
}

const deals = ['venda', 'compra', 'matricula', 'pagamento', 'negocio', 'contrato']
const finished = [
  'realizad*',
  'concluid*',
  'feita',
  'feito',
  'efetuad*',
  'efetivad*',
  'confirmad*',
  'finalizad*',
  'recebid*'
]
const meetings = ['visita', 'reuniao', 'demonstracao', 'demo', 'entrevista']

const status: Meanings = {
  said: {
    lost: [
      ...[
        'perda',
        'perdas',
        'perdid*',
        'perdemos',
        'perdeu interesse',
        'perdeu o interesse',
        'desist*',
        'cancelad*',
        'cancelou'
      ],
      ...['descartad*', 'recusad*', 'recusou', 'rejeitad*', 'reprovad*', 'concorren*', 'invalido', 'invalida'],
      ...['lost', 'dead', 'junk', 'discarded', 'rejected', 'canceled', 'cancelled', 'competitor']
    ],
    converted: [
      ...[
        'vendid*',
        'vendeu',
        'vendemos',
        'fechad*',
        'fechou',
        'fechamos',
        'ganho',
        'ganha',
        'ganhos',
        'ganhou',
        'ganhamos'
      ],
      ...[
        'convertid*',
        'converteu',
        'comprou',
        'matriculad*',
        'matriculou',
        'contratad*',
        'contratou',
        'assinad*',
        'assinou'
      ],
      ...['pago', 'paga', 'pagou', 'faturad*', 'won', 'converted', 'sold', 'purchased', 'bought', 'enrolled', 'paid'],
      ...deals.flatMap(deal => finished.map(done => `${deal} ${done}`))
    ],
    /** A meeting that has been. */
    met: [
      ...meetings.flatMap(meeting => ['realizada', 'feita', 'concluida', 'ocorrida'].map(done => `${meeting} ${done}`)),
      ...['visitou', 'compareceu', 'meeting held']
    ],
    scheduled: [
      ...['agendad*', 'agendou', 'agendamento', 'reagendad*', 'marcad*', 'marcou', 'remarcad*', ...meetings, 'visitas'],
      ...['aula experimental', 'scheduled', 'rescheduled', 'booked', 'meeting', 'appointment']
    ],
    contacted: [
      ...[
        'negociac*',
        'negociando',
        'propost*',
        'orcament*',
        'cotac*',
        'conversa',
        'conversas',
        'conversando',
        'conversou'
      ],
      ...[
        'andamento',
        'atendiment*',
        'atendend*',
        'atendid*',
        'aguardando',
        'retorno',
        'follow*',
        'quente',
        'quentes',
        'morno'
      ],
      ...['mornos', 'contatad*', 'contatou', 'em contato', 'contato feito', 'contato realizado', 'contato efetuado'],
      ...['contato iniciado', 'primeiro contato', '1 contato', 'qualificad*', 'qualificac*', 'analise', 'em processo'],
      ...[
        'respondeu',
        'respondid*',
        'nutric*',
        'contacted',
        'connected',
        'attempted*',
        'in progress',
        'working',
        'nurtur*'
      ],
      ...[
        'qualified',
        'proposal',
        'quote',
        'quoted',
        'negotiat*',
        'presentation',
        'engaged',
        'hot',
        'warm',
        'open deal'
      ]
    ],
    new: [
      ...[
        'novo',
        'nova',
        'novos',
        'novas',
        'entrada',
        'lead',
        'leads',
        'aberto',
        'aberta',
        'inicial',
        'cadastrad*',
        'recebid*'
      ],
      ...['triagem', 'new', 'open', 'incoming']
    ]
  },
  negated: {
    lost: [
      ...['nao fech*', 'nao compr*', 'nao quis', 'nao quer', 'nao quer mais', 'nao contratou', 'nao tem interesse'],
      ...[
        'nao teve interesse',
        'nao ha interesse',
        'sem interesse',
        'nao interessad*',
        'nao tem perfil',
        'sem perfil',
        'sem fit'
      ],
      ...[
        'nao qualificad*',
        'desqualificad*',
        'desinteressad*',
        'desinteresse',
        'not interested',
        'not qualified',
        'unqualified'
      ],
      ...['disqualified', 'not a fit']
    ],
    new: [
      ...[
        'nao contatad*',
        'nao atendid*',
        'nao iniciad*',
        'nao trabalhad*',
        'nao lid*',
        'sem atendimento',
        'not contacted'
      ],
      ...['uncontacted', 'not started']
    ]
  },
  doubtful: [
    ...[
      'futur*',
      'potencia*',
      'possive*',
      'provave*',
      'previst*',
      'previsao',
      'talvez',
      'perto',
      'prestes',
      'promessa*'
    ],
    ...['promete*', 'pretend*', 'ainda', 'agora', 'momento', 'ex', 'pre', 'parcia*', 'aprovad*', 'aceit*', 'outr*'],
    ...[
      'interessad*',
      'expectativa',
      'fila',
      'em aberto',
      'pagamento pendente',
      'aguardando atendimento',
      'aguardando contato'
    ],
    ...[
      'aguardando o contato',
      'aguardando primeiro contato',
      'aguardando o primeiro contato',
      'indica*',
      'recuperad*'
    ],
    ...[
      'potential*',
      'future',
      'prospective',
      'possible',
      'possibly',
      'likely',
      'maybe',
      'soon',
      'will',
      'yet',
      'still',
      'if',
      'to be'
    ]
  ]
}

const preferredPeriod: Meanings = {
  said: {
    morning: ['manha', 'manhas', 'matutin*', 'cedo', 'antes do almoco', 'morning', 'mornings'],
    afternoon: ['tarde', 'tardes', 'vespertin*', 'depois do almoco', 'apos o almoco', 'afternoon', 'afternoons'],
    evening: ['noite', 'noites', 'noturn*', 'depois do trabalho', 'apos o trabalho', 'evening', 'evenings', 'night']
  },
  negated: {},
  doubtful: ['exceto', 'menos', 'qualquer', 'mais tarde', 'mais cedo', 'boa', 'bom', 'except', 'any']
}

const consent: Meanings = {
  said: {
    sim: [
      ...[
        'sim',
        'si',
        'ss',
        'yes',
        'ok',
        'okay',
        'claro',
        'positivo',
        'pode',
        'podem',
        'permite',
        'permito',
        'permitiu',
        'permitido'
      ],
      ...[
        'concord*',
        'autorizo',
        'autoriza',
        'autorizou',
        'autorizad*',
        'aceito',
        'aceita',
        'aceitou',
        'aceite',
        'confirmo'
      ],
      ...[
        'confirmou',
        'confirmad*',
        'quero',
        'quer',
        'desejo',
        'deseja',
        'consente',
        'consinto',
        'consentiu',
        'consentido'
      ],
      ...[
        'inscrito',
        'inscrita',
        'de acordo',
        'com certeza',
        'opt in',
        'optin',
        'opted in',
        'subscribed',
        'granted',
        'agreed'
      ],
      ...['accepted', 'allowed', 'sure']
    ],
    não: [
      ...[
        'negativo',
        'negou',
        'negad*',
        'recus*',
        'descadastr*',
        'revog*',
        'bloquead*',
        'opt out',
        'optout',
        'opted out'
      ],
      ...['declined', 'denied', 'refused', 'rejected']
    ]
  },
  negated: {
    não: [
      ...[
        'nao aceit*',
        'nao autoriz*',
        'nao concord*',
        'nao permit*',
        'nao quer',
        'nao quero',
        'nao deseja',
        'nao desejo'
      ],
      ...[
        'nao pode',
        'nao podem',
        'nao consent*',
        'nao contatar',
        'nao enviar',
        'nao ligar',
        'nao perturb*',
        'nao recebe'
      ],
      ...[
        'nao receber',
        'nunca',
        'nunca mais',
        'sem consentimento',
        'sem autorizacao',
        'sem permissao',
        'do not contact'
      ],
      ...['do not call', 'unsubscribed']
    ]
  },
  doubtful: [
    ...[
      'talvez',
      'confirmar',
      'pendente',
      'aguard*',
      'parcia*',
      'so',
      'somente',
      'apenas',
      'depende',
      'ser',
      'ainda',
      'ate'
    ],
    ...[
      'antes',
      'mas',
      'menos',
      'exceto',
      'se',
      'ex',
      'expir*',
      'sair',
      'cancel*',
      'remov*',
      'exclu*',
      'tirar',
      'parar',
      'pare'
    ],
    ...['apagar', 'retir*', 'maybe', 'pending', 'only', 'but', 'until', 'soon', 'stop', 'delet*', 'leave']
  ]
}

export const meanings: Record<string, Meanings> = { status, preferredPeriod, consent }
