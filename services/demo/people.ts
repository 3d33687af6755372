import type { LeadStatus, TaskKind } from '../leads/leads/rules.ts'
import type { DemoPerson } from './accounts.ts'

type PersonKey = DemoPerson['key']

/** The options of the demonstration's form, beside name and contact. */
export const interests = ['Bolo de casamento', 'Bolo de aniversário', 'Doces para evento']
export const discoveries = ['Indicação', 'Google', 'Instagram', 'Passei em frente']

/** A lead of the demonstration; `days` of work ago, and what became of it. */
export type DemoLead = {
  name: string
  source: 'form' | 'site' | 'instagram' | 'whatsapp' | 'indicacao'
  days: number
  status: LeadStatus
  owner?: PersonKey
  /** Reais. */
  value?: number
  interest?: 0 | 1 | 2
  found?: 0 | 1 | 2 | 3
  message?: string
  lost?: string
  /** Did not agree to be written to. */
  refused?: true
  /** Set for a lead that wrote by a channel, which has no e-mail. */
  phone?: string | null
  tags?: readonly ('Cliente antigo' | 'Urgente' | 'Indicação')[]
  /** The day of work of an appointment: before today where it is negative. */
  visit?: {
    day: number
    time: string
    ends: 'done' | 'no_show' | 'cancelled' | 'confirmed' | 'requested'
    service: 0 | 1
  }
  note?: { by: PersonKey; text: string; mentions?: PersonKey }
  /** Days of work until it is due, counted from today; `done`: days of work ago. */
  task?: { title: string; kind: TaskKind; due: number; time: string; done?: number }
}

const [C, A, D] = [0, 1, 2] as const

/**
 * The leads of the confectionery, from the newest to the oldest. Each story happens in order: a task or a visit is at
 * least one whole day of work after the lead came.
 */
export const demoLeads: readonly DemoLead[] = [
  {
    name: 'Larissa Nogueira',
    source: 'instagram',
    days: 0.04,
    status: 'new',
    phone: null,
    message: 'Oii, vocês entregam em Moema?'
  },
  {
    name: 'Beatriz Fontes',
    source: 'form',
    days: 0.2,
    status: 'new',
    interest: A,
    found: 2,
    message: 'Oi! Vocês fazem bolo de dois andares para 50 pessoas? A festa é no mês que vem.'
  },
  {
    name: 'Otávio Menezes',
    source: 'site',
    days: 0.45,
    status: 'new',
    interest: D,
    found: 1,
    message: 'Preciso de 300 docinhos para a confraternização da empresa. Emitem nota?'
  },
  {
    name: 'Marcos Teixeira',
    source: 'whatsapp',
    days: 0.7,
    status: 'new',
    owner: 'agent',
    phone: '21998765432',
    message: 'Boa tarde, vi o bolo de morango no site. Qual é o valor?'
  },
  {
    name: 'Priscila Amorim',
    source: 'form',
    days: 1.1,
    status: 'new',
    owner: 'agent',
    interest: C,
    found: 0,
    message: 'Casamos daqui a seis meses e queremos marcar uma degustação.',
    tags: ['Indicação']
  },
  {
    name: 'Renan Cordeiro',
    source: 'indicacao',
    days: 1.6,
    status: 'new',
    owner: 'manager',
    interest: D,
    refused: true,
    message: 'A Denise da Padaria Central indicou vocês para o nosso coffee break.'
  },
  {
    name: 'Camila Ferreira',
    source: 'instagram',
    days: 2.1,
    status: 'contacted',
    owner: 'agent',
    phone: null,
    message: 'Amei o bolo de pistache! Ainda dá para encomendar?'
  },
  {
    name: 'Vera Lúcia Barros',
    source: 'form',
    days: 2.4,
    status: 'contacted',
    owner: 'agent',
    interest: A,
    found: 3,
    message: 'Quero um bolo sem lactose para a minha neta.',
    task: { title: 'Enviar as opções sem lactose', kind: 'message', due: 0, time: '16:00' }
  },
  {
    name: 'Diego Falcão',
    source: 'site',
    days: 3.3,
    status: 'contacted',
    owner: 'manager',
    interest: D,
    found: 1,
    value: 1850,
    message: 'Orçamento para 120 bem-casados, por favor.',
    note: {
      by: 'manager',
      text: 'Quer caixinha personalizada com as iniciais. @Júlia Duarte, você vê o prazo com a gráfica?',
      mentions: 'agent'
    },
    task: { title: 'Mandar o orçamento dos bem-casados', kind: 'email', due: 1, time: '10:00' }
  },
  {
    name: 'Ana Beatriz Souza',
    source: 'whatsapp',
    days: 4.2,
    status: 'scheduled',
    owner: 'agent',
    value: 420,
    phone: '11987654321',
    message: 'Oi! Vocês fazem entrega no sábado de manhã?',
    visit: { day: 2, time: '10:00', ends: 'confirmed', service: 1 },
    tags: ['Cliente antigo']
  },
  {
    name: 'Fernanda Siqueira',
    source: 'form',
    days: 4.8,
    status: 'scheduled',
    owner: 'owner',
    interest: C,
    found: 2,
    value: 5200,
    message: 'Casamento para 140 convidados. Gostaria de conhecer os sabores.',
    task: { title: 'Separar os sabores da degustação', kind: 'other', due: 1, time: '09:00' },
    visit: { day: 1, time: '15:00', ends: 'confirmed', service: 0 },
    note: { by: 'owner', text: 'A noiva é alérgica a nozes: separar os utensílios da degustação.' }
  },
  {
    name: 'João Pedro Almeida',
    source: 'whatsapp',
    days: 5.5,
    status: 'contacted',
    owner: 'agent',
    phone: null,
    message: 'Preciso remarcar a retirada de amanhã, pode ser na quinta?'
  },
  {
    name: 'Gustavo Ramires',
    source: 'form',
    days: 6.2,
    status: 'scheduled',
    owner: 'manager',
    interest: D,
    found: 1,
    value: 2400,
    message: 'Lançamento de produto com 200 pessoas. Fazem doces com a logo?',
    visit: { day: 3, time: '11:00', ends: 'confirmed', service: 1 }
  },
  {
    name: 'Sônia Peçanha',
    source: 'form',
    days: 7.4,
    status: 'contacted',
    owner: 'agent',
    interest: A,
    found: 3,
    message: 'Bolo de 80 anos da minha mãe, com rosas de açúcar.',
    note: { by: 'agent', text: 'Prefere que liguem depois das 14h.' },
    task: { title: 'Ligar de volta para a Sônia', kind: 'call', due: -1, time: '14:30' }
  },
  {
    name: 'Patrícia Lemos',
    source: 'instagram',
    days: 8.3,
    status: 'contacted',
    owner: 'agent',
    interest: A,
    found: 2,
    message: 'Tema floresta encantada, 30 crianças!',
    visit: { day: 5, time: '09:30', ends: 'requested', service: 1 }
  },
  {
    name: 'Henrique Bastos',
    source: 'site',
    days: 9.1,
    status: 'lost',
    owner: 'manager',
    interest: D,
    found: 1,
    value: 900,
    lost: 'Preço',
    message: 'Quanto sai o cento de brigadeiro gourmet?',
    task: { title: 'Retomar a negociação', kind: 'call', due: -6, time: '11:00', done: 5 }
  },
  {
    name: 'Cecília Prates',
    source: 'form',
    days: 9.8,
    status: 'scheduled',
    owner: 'owner',
    interest: C,
    found: 0,
    message: 'Fomos a um casamento com bolo de vocês e adoramos!',
    task: { title: 'Enviar fotos de mesas de casamento', kind: 'message', due: -1, time: '17:00' },
    tags: ['Indicação'],
    visit: { day: 7, time: '16:00', ends: 'confirmed', service: 0 }
  },
  {
    name: 'Túlio Vasconcelos',
    source: 'form',
    days: 10.6,
    status: 'contacted',
    owner: 'manager',
    interest: D,
    found: 1,
    message: 'Somos uma agência de eventos e queremos uma tabela para revenda.',
    visit: { day: -4, time: '15:30', ends: 'done', service: 1 },
    note: {
      by: 'manager',
      text: 'Pode virar parceria. @Helena Prado, vale uma conversa sua com ele?',
      mentions: 'owner'
    },
    task: { title: 'Montar a tabela para agências', kind: 'email', due: 3, time: '09:00' }
  },
  {
    name: 'Mirela Castanho',
    source: 'form',
    days: 11.3,
    status: 'converted',
    owner: 'agent',
    interest: A,
    found: 2,
    value: 380,
    message: 'Bolo de unicórnio para 25 crianças, por favor.',
    visit: { day: -6, time: '10:30', ends: 'done', service: 1 },
    task: { title: 'Confirmar o endereço da entrega', kind: 'message', due: -4, time: '10:00', done: 4 }
  },
  {
    name: 'Evandro Pimentel',
    source: 'indicacao',
    days: 12.2,
    status: 'contacted',
    owner: 'agent',
    message: 'Aniversário de 15 anos da minha filha, umas 100 pessoas.',
    tags: ['Urgente'],
    visit: { day: -3, time: '14:00', ends: 'no_show', service: 0 },
    task: { title: 'Remarcar a degustação', kind: 'call', due: -2, time: '09:30' }
  },
  {
    name: 'Rosana Guedes',
    source: 'form',
    days: 13.5,
    status: 'converted',
    owner: 'owner',
    interest: C,
    found: 0,
    value: 6800,
    message: 'Casamento no sítio, 180 convidados. Vocês levam a mesa montada?',
    visit: { day: -8, time: '15:00', ends: 'done', service: 0 },
    note: { by: 'owner', text: 'Contrato assinado. Metade paga na reserva, metade na semana da festa.' },
    task: { title: 'Enviar o contrato', kind: 'email', due: -5, time: '11:00', done: 6 }
  },
  {
    name: 'Leandro Bittencourt',
    source: 'site',
    days: 14.4,
    status: 'lost',
    owner: 'agent',
    interest: D,
    found: 1,
    lost: 'Não respondeu',
    message: 'Vocês atendem eventos em Campinas?'
  },
  {
    name: 'Iara Monteiro',
    source: 'form',
    days: 15.6,
    status: 'converted',
    owner: 'agent',
    interest: A,
    found: 3,
    value: 290,
    message: 'Bolo de cenoura com muito brigadeiro para o aniversário do meu pai.',
    visit: { day: -9, time: '14:00', ends: 'done', service: 1 }
  },
  {
    name: 'Wagner Cavalcanti',
    source: 'form',
    days: 16.3,
    status: 'contacted',
    owner: 'manager',
    interest: D,
    found: 1,
    message: 'Cotação mensal de bolos para o escritório, 40 pessoas.',
    visit: { day: -2, time: '11:00', ends: 'cancelled', service: 1 },
    task: { title: 'Visitar o escritório', kind: 'visit', due: 6, time: '15:00' }
  },
  {
    name: 'Débora Salgado',
    source: 'instagram',
    days: 17.7,
    status: 'lost',
    owner: 'agent',
    interest: C,
    found: 2,
    value: 4100,
    lost: 'Escolheu outra empresa',
    message: 'Queremos algo bem minimalista, sem pasta americana.',
    visit: { day: -10, time: '16:00', ends: 'done', service: 0 }
  },
  {
    name: 'Nelson Arantes',
    source: 'form',
    days: 18.5,
    status: 'converted',
    owner: 'manager',
    interest: D,
    found: 1,
    value: 1560,
    message: '300 mini-cupcakes para a inauguração da loja.',
    visit: { day: -13, time: '09:30', ends: 'done', service: 1 }
  },
  {
    name: 'Alice Brandão',
    source: 'form',
    days: 19.4,
    status: 'converted',
    owner: 'agent',
    interest: A,
    found: 0,
    value: 340,
    message: 'Primeiro aninho! Tema safári.',
    visit: { day: -14, time: '10:00', ends: 'done', service: 1 },
    tags: ['Indicação'],
    task: { title: 'Pedir uma foto da festa', kind: 'message', due: -7, time: '15:00', done: 7 }
  },
  {
    name: 'Caio Freitas',
    source: 'site',
    days: 20.6,
    status: 'lost',
    owner: 'manager',
    interest: A,
    found: 1,
    lost: 'Preço',
    refused: true,
    message: 'Bolo de futebol para 20 pessoas, qual o mais em conta?'
  },
  {
    name: 'Elaine Moura',
    source: 'form',
    days: 22.1,
    status: 'scheduled',
    interest: C,
    found: 2,
    message: 'Ainda estamos escolhendo a data, mas já queremos o cardápio.',
    visit: { day: 9, time: '10:30', ends: 'confirmed', service: 0 }
  },
  {
    name: 'Bruno Sarmento',
    source: 'form',
    days: 23.3,
    status: 'converted',
    owner: 'owner',
    interest: D,
    found: 1,
    value: 3200,
    message: 'Coffee break de três dias para um congresso.',
    visit: { day: -16, time: '14:30', ends: 'done', service: 1 },
    tags: ['Cliente antigo']
  },
  {
    name: 'Tereza Guimarães',
    source: 'indicacao',
    days: 25.2,
    status: 'lost',
    owner: 'agent',
    lost: 'Fora do perfil',
    message: 'Procuro alguém que dê aula de confeitaria para crianças.'
  },
  {
    name: 'Ricardo Valente',
    source: 'form',
    days: 27.4,
    status: 'converted',
    owner: 'agent',
    interest: A,
    found: 3,
    value: 310,
    message: 'Bolo de chocolate com frutas vermelhas, 2 kg.',
    visit: { day: -19, time: '11:00', ends: 'done', service: 1 }
  },
  {
    name: 'Simone Aragão',
    source: 'form',
    days: 29.1,
    status: 'converted',
    owner: 'manager',
    interest: C,
    found: 0,
    value: 4750,
    message: 'Bodas de prata, 90 convidados.',
    visit: { day: -20, time: '15:30', ends: 'done', service: 0 }
  },
  {
    name: 'Murilo Pacheco',
    source: 'instagram',
    days: 30.6,
    status: 'lost',
    owner: 'agent',
    interest: D,
    found: 2,
    lost: 'Não respondeu',
    message: 'Fazem doces veganos?',
    visit: { day: -22, time: '09:30', ends: 'no_show', service: 1 }
  },
  {
    name: 'Lívia Sampaio',
    source: 'form',
    days: 32.3,
    status: 'contacted',
    owner: 'agent',
    interest: A,
    found: 0,
    message: 'Todo ano encomendo com vocês. Já posso reservar o deste ano?',
    tags: ['Cliente antigo']
  },
  {
    name: 'Álvaro Rezende',
    source: 'site',
    days: 34.5,
    status: 'converted',
    owner: 'manager',
    interest: D,
    found: 1,
    value: 980,
    message: '150 brownies embalados para brinde.'
  },
  {
    name: 'Marta Figueiredo',
    source: 'form',
    days: 36.2,
    status: 'lost',
    owner: 'owner',
    interest: C,
    found: 2,
    lost: 'Escolheu outra empresa',
    message: 'Casamento na praia, em Ubatuba. Vocês entregam lá?'
  },
  {
    name: 'Jonas Quintela',
    source: 'form',
    days: 39.4,
    status: 'converted',
    owner: 'agent',
    interest: A,
    found: 3,
    value: 260,
    message: 'Torta de limão para o aniversário da minha esposa.'
  },
  {
    name: 'Adriana Velasco',
    source: 'form',
    days: 42.7,
    status: 'contacted',
    interest: D,
    found: 1,
    message: 'Organizamos uma feira gastronômica e procuramos expositores.'
  },
  {
    name: 'Paulo Sérgio Nunes',
    source: 'form',
    days: 46.1,
    status: 'converted',
    owner: 'manager',
    interest: D,
    found: 0,
    value: 2100,
    message: 'Sobremesas para um jantar de 60 pessoas.',
    tags: ['Indicação']
  }
]

/** The address of a lead, also by which its story is found again; people of channels have none. */
export const emailOf = ({ name, phone }: DemoLead): string | null =>
  phone !== undefined
    ? null
    : `${name
        .normalize('NFD')
        .replace(/[^a-zA-Z ]/g, '')
        .toLowerCase()
        .replaceAll(' ', '.')}@example.com`
