import { expect, test } from 'vitest'
import { suggest } from '../../../services/leads/imports/suggest.ts'

/** Phrases of lists by their field: those of one meaning, and under null those in doubt, for which nothing is proposed. */
const phrases: Record<string, readonly (readonly [string | null, readonly string[]])[]> = {
  status: [
    [
      'converted',
      [
        ...[
          'Vendido',
          'VENDA FECHADA',
          'Venda realizada',
          'Venda concluída',
          'Fechado',
          'Fechou negócio',
          'Negócio fechado'
        ],
        ...[
          'Contrato assinado',
          'Contratado',
          'Contratou o plano',
          'Ganho',
          'Negócio ganho',
          'Converteu',
          'Matriculado'
        ],
        ...[
          'Matrícula efetivada',
          'Comprou',
          'Compra confirmada',
          'Pago',
          'Pagamento confirmado',
          'Cliente',
          'Já é cliente'
        ],
        ...[
          'Cliente ativo',
          'Proposta fechada',
          'Won',
          'Closed Won',
          'Deal won',
          'Sold',
          'Customer',
          'Converted to customer'
        ]
      ]
    ],
    [
      'lost',
      [
        ...[
          'Perda',
          'Venda perdida',
          'Cliente perdido',
          'Fechado - perdido',
          'Closed Lost',
          'Desistiu',
          'Desistência',
          'Cancelou'
        ],
        ...[
          'Venda cancelada',
          'Descartado',
          'Proposta recusada',
          'Fechou com o concorrente',
          'Perdido para concorrente'
        ],
        ...['Sem interesse', 'Não tem interesse', 'Lead sem interesse', 'Não fechou', 'Não comprou', 'Não quer mais'],
        ...[
          'Desqualificado',
          'Não qualificado',
          'Sem perfil',
          'Desinteressado',
          'Not interested',
          'Disqualified',
          'Lost deal',
          'Junk lead'
        ]
      ]
    ],
    [
      'scheduled',
      [
        ...[
          'Visita marcada',
          'Visita agendada',
          'Reunião',
          'Reunião agendada',
          'Demonstração',
          'Agendamento',
          'Agendou visita'
        ],
        ...[
          'Entrevista marcada',
          'Retorno agendado',
          'Reagendado',
          'Meeting scheduled',
          'Appointment booked',
          'Aguardando visita'
        ]
      ]
    ],
    [
      'contacted',
      [
        ...[
          'Em negociação',
          'Negociando',
          'Proposta enviada',
          'Orçamento enviado',
          'Em atendimento ao cliente',
          'Em conversa'
        ],
        ...['Conversando', 'Em andamento', 'Aguardando retorno', 'Follow-up', 'Lead quente', 'Morno', 'Contato feito'],
        ...[
          'Entrou em contato',
          'Qualificado',
          'Em análise',
          'Respondeu',
          'Cliente em negociação',
          'Visita realizada',
          'Reunião feita'
        ],
        ...[
          'Contacted',
          'In progress',
          'Qualified',
          'Proposal sent',
          'Negotiation/Review',
          'Working',
          'Open deal',
          'ATTEMPTED_TO_CONTACT'
        ]
      ]
    ],
    [
      'new',
      [
        ...['Novo lead', 'Lead novo', 'Entrada', 'Lead'],
        ...[
          'Novo contato',
          'Aberto',
          'Cadastrado',
          'Recebido',
          'Triagem',
          'New lead',
          'Open - Not Contacted',
          'Não contatado'
        ],
        ...['Não iniciado', 'Not started', 'Sem atendimento', 'Leads de entrada']
      ]
    ],
    [
      null,
      [
        ...[
          'Inativo',
          'Cliente inativo',
          'Sem venda',
          'Não convertido',
          'Não vendido',
          'Quase fechado',
          'Quase vendido',
          'A fechar'
        ],
        ...[
          'Futuro cliente',
          'Cliente em potencial',
          'Possível cliente',
          'Novo cliente',
          'Ex-cliente',
          'Pré-venda',
          'Fechado sem venda'
        ],
        ...[
          'Vai fechar',
          'Quer comprar',
          'Pretende comprar',
          'Interessado em comprar',
          'Ainda não fechou',
          'Não pago',
          'Nunca comprou'
        ],
        ...[
          'Não desistiu',
          'Não cancelado',
          'Not lost',
          'Não agendado',
          'Desmarcado',
          'A agendar',
          'Agendar visita',
          'Visita cancelada'
        ],
        ...[
          'A contatar',
          'Entrar em contato',
          'Para ligar',
          'Aguardando contato',
          'Sem resposta',
          'Sem contato',
          'Inactive',
          'Unsold'
        ],
        ...[
          'Not converted',
          'No sale',
          'Almost sold',
          'Will buy',
          'Comprou de outro',
          'Indicação de cliente',
          'Ativo',
          'Concluído'
        ],
        ...['Pagamento pendente', 'Pagamento em aberto', 'Conversão', 'xpto', '???']
      ]
    ]
  ],
  consent: [
    [
      'sim',
      [
        ...[
          'Pode mandar',
          'Aceitou',
          'Aceito receber',
          'Autorizado',
          'Autorizou',
          'Concordo',
          'Ok',
          'Claro',
          'Com certeza',
          'Opt-in'
        ],
        ...['Subscribed', 'Opted in', 'Quero receber', 'Consentiu', 'Inscrito', 'Confirmado']
      ]
    ],
    [
      'não',
      [
        ...[
          'Não aceito',
          'Não aceitou',
          'Não autorizo',
          'Não autorizado',
          'Não concordo',
          'Não quero',
          'Não quer receber',
          'Nunca'
        ],
        ...[
          'Recusou',
          'Recusado',
          'Descadastrado',
          'Unsubscribed',
          'Opt-out',
          'Opted out',
          'Sem autorização',
          'Não enviar',
          'Do not contact'
        ]
      ]
    ],
    [
      null,
      [
        ...[
          'Aceito não receber',
          'Não recusou',
          'Não informado',
          'Não respondeu',
          'Não sei',
          'Talvez',
          'Pendente',
          'A confirmar'
        ],
        ...[
          'Só e-mail',
          'Aceita só WhatsApp',
          'Sim, mas não ligar',
          'Pode ser',
          'Quer sair da lista',
          'Quero cancelar',
          'Unconfirmed'
        ],
        ...[
          'Nada contra',
          'Sem problemas',
          'Situação',
          'Autorizo a exclusão',
          'Claro que não',
          'Desautorizado',
          'Até 2020'
        ]
      ]
    ]
  ],
  preferredPeriod: [
    ['morning', ['De manhã', 'Pela manhã', 'Cedo', 'Matutino', 'Antes do almoço']],
    ['afternoon', ['À tarde', 'Depois do almoço', 'Vespertino', 'Parte da tarde']],
    ['evening', ['De noite', 'Noturno', 'Depois do trabalho', 'Evenings']],
    [
      null,
      ['Amanhã', 'Manhã não', 'Menos de manhã', 'Manhã ou tarde', 'Mais tarde', 'Qualquer horário', 'Sem ser à noite']
    ]
  ]
}

const choices = {
  status: ['new', 'contacted', 'scheduled', 'converted', 'lost'],
  consent: ['sim', 'não'],
  preferredPeriod: ['morning', 'afternoon', 'evening']
}

test('a phrase is proposed as what it says, never as the opposite, and in doubt as nothing', () => {
  const proposed = Object.entries(phrases).flatMap(([field, groups]) =>
    groups.flatMap(([meant, texts]) =>
      texts.map(text => {
        const ids = choices[field as keyof typeof choices].map(id => ({ id, name: id }))
        return { field, text, meant, is: suggest(field, text, ids) }
      })
    )
  )
  expect(proposed.filter(({ meant, is }) => is !== meant)).toEqual([])
  expect(proposed.length).toBeGreaterThan(150)
  expect(proposed.filter(({ is }) => is !== null).length).toBeGreaterThan(120)
})

test('an option is never proposed for a text that says its opposite', () => {
  const options = ['Ativo', 'Fumante', 'Interessado', 'Típico'].map(name => ({ id: name, name }))
  for (const text of ['Inativo', 'Não fumante', 'Nunca foi fumante', 'Desinteressado', 'Atípico', 'Sem fumante'])
    expect(suggest('custom:perfil', text, options), text).toBeNull()
  expect(suggest('custom:perfil', 'fumant', options)).toBe('Fumante')
  const opposites = ['Inativo', 'Não fumante'].map(name => ({ id: name, name }))
  for (const text of ['Ativo', 'Fumante']) expect(suggest('custom:perfil', text, opposites), text).toBeNull()
})
