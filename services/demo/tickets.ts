import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import type { PlanKey } from '../core/planKeys/rules.ts'
import { cut } from '../core/rules.ts'
import { type Business, businessOf } from '../support/tickets/clock.ts'
import { type ClockRow, readClocks } from '../support/tickets/clocks.ts'
import type { TicketCategory, TicketPriority, TicketStatus } from '../support/tickets/rules.ts'
import type { TicketRules } from '../support/tickets/schema.ts'
import { readRules } from '../support/tickets/settings.ts'
import type {} from '../support/tickets/tables.ts'
import { type DemoClock, randomOf, workday } from './clock.ts'
import { type Demo, later } from './context.ts'

/** One step of a ticket, minutes of work after it was opened: what is said, and the state that it has then. */
type Step = { after: number; by: 'client' | 'staff' | 'system'; text?: string; status?: TicketStatus }

type Story = {
  subject: string
  category: TicketCategory
  priority: TicketPriority
  /** Days of work ago. */
  days: number
  steps: readonly Step[]
  rating?: { stars: number; text?: string }
}

type Asker = { companyId: string; plan: PlanKey; id: string | null; name: string; email: string | null }
type Staff = { id: string; name: string } | undefined

/** Tickets of the demonstration's own company, one in each state. */
const own: readonly (Story & { by: 'owner' | 'manager' | 'agent' })[] = [
  {
    by: 'agent',
    subject: 'As fotos do Instagram não abrem no meu celular',
    category: 'problem',
    priority: 'normal',
    days: 0.2,
    steps: [
      {
        after: 0,
        by: 'client',
        text: 'Quando um cliente manda foto pelo Instagram, no meu celular aparece só o quadrado cinza. No computador abre.'
      }
    ]
  },
  {
    by: 'manager',
    subject: 'Limite de e-mails por dia',
    category: 'question',
    priority: 'normal',
    days: 0.9,
    steps: [
      {
        after: 0,
        by: 'client',
        text: 'Quantos e-mails podemos mandar por dia no nosso plano? Queremos avisar os clientes antigos.'
      },
      {
        after: 35,
        by: 'staff',
        status: 'in_progress',
        text: 'Oi, Rafael! Estou conferindo o limite da conta de vocês e já volto com o número certo.'
      }
    ]
  },
  {
    by: 'owner',
    subject: 'Trocar o domínio do remetente',
    category: 'request',
    priority: 'high',
    days: 2.2,
    steps: [
      {
        after: 0,
        by: 'client',
        text: 'Vamos mudar o site para docejardim.example. O que precisamos trocar para os e-mails continuarem chegando?'
      },
      {
        after: 48,
        by: 'staff',
        status: 'waiting',
        text: 'Oi, Helena! São três registros no provedor do domínio, e eles aparecem em E-mail › Remetente. Quem cuida do domínio de vocês?'
      }
    ]
  },
  {
    by: 'manager',
    subject: 'Importar a planilha de clientes antigos',
    category: 'question',
    priority: 'normal',
    days: 5.1,
    steps: [
      {
        after: 0,
        by: 'client',
        text: 'Tenho 400 clientes em uma planilha, com telefone e data de aniversário. Dá para trazer tudo?'
      },
      {
        after: 60,
        by: 'staff',
        status: 'waiting',
        text: 'Dá sim: em Leads › Importar. As colunas que o sistema não conhece viram campos da empresa.'
      },
      { after: 240, by: 'client', status: 'in_progress', text: 'Funcionou! Só a data de aniversário veio como texto.' },
      {
        after: 300,
        by: 'staff',
        status: 'resolved',
        text: 'Escolha o tipo Data para essa coluna ao importar. Deixei um exemplo na ajuda.'
      }
    ],
    rating: { stars: 5, text: 'Resolvido no mesmo dia.' }
  },
  {
    by: 'owner',
    subject: 'Segunda via da nota fiscal',
    category: 'billing',
    priority: 'low',
    days: 24.3,
    steps: [
      { after: 0, by: 'client', text: 'O Sérgio, nosso contador, precisa da nota do mês passado.' },
      { after: 130, by: 'staff', status: 'resolved', text: 'Enviamos a segunda via para o e-mail da empresa.' }
    ],
    rating: { stars: 4 }
  }
]

/** Open tickets of the other companies. */
const open: readonly (Story & { company: number })[] = [
  {
    company: 1,
    subject: 'WhatsApp diz que o token expirou',
    category: 'problem',
    priority: 'urgent',
    days: 0.03,
    steps: [
      {
        after: 0,
        by: 'client',
        text: 'Desde hoje cedo nenhuma mensagem sai. A tela do WhatsApp pede para conectar de novo.'
      }
    ]
  },
  {
    company: 0,
    subject: 'O teste acaba amanhã: como contratar?',
    category: 'billing',
    priority: 'high',
    days: 0.2,
    steps: [
      { after: 0, by: 'client', text: 'Gostamos muito e queremos ficar com o plano Básico. Como faço o pagamento?' }
    ]
  },
  {
    company: 4,
    subject: 'Relatório por corretor',
    category: 'suggestion',
    priority: 'low',
    days: 1.2,
    steps: [{ after: 0, by: 'client', text: 'Seria ótimo ver as conversões por corretor em um relatório só.' }]
  },
  {
    company: 3,
    subject: 'Paciente pediu para apagar os dados',
    category: 'privacy',
    priority: 'high',
    days: 1.4,
    steps: [
      { after: 0, by: 'client', text: 'Onde registro o pedido de um paciente que quer ser esquecido?' },
      {
        after: 30,
        by: 'staff',
        status: 'in_progress',
        text: 'Em Privacidade › Pedidos. Vou mandar o passo a passo com as telas.'
      }
    ]
  },
  {
    company: 5,
    subject: 'Integração com o nosso site',
    category: 'request',
    priority: 'normal',
    days: 3.2,
    steps: [
      { after: 0, by: 'client', text: 'Queremos receber os leads do simulador do site direto aqui.' },
      {
        after: 70,
        by: 'staff',
        status: 'waiting',
        text: 'O formulário pode ser incorporado na página, ou o simulador envia os leads pela API. Qual dos dois prefere?'
      }
    ]
  },
  {
    company: 2,
    subject: 'Não consigo convidar a segunda atendente',
    category: 'question',
    priority: 'normal',
    days: 4.4,
    steps: [
      { after: 0, by: 'client', text: 'Aparece que os lugares do plano estão ocupados.' },
      {
        after: 95,
        by: 'staff',
        status: 'resolved',
        text: 'O plano de teste tem dois lugares, e havia um convite antigo aberto. Cancelei o convite, agora há lugar.'
      }
    ],
    rating: { stars: 5 }
  }
]

/** Solved questions of the months before, by any of the companies. */
const solved: readonly [subject: string, category: TicketCategory, question: string, answer: string][] = [
  [
    'Mudar o texto do formulário',
    'question',
    'Onde mudo a frase que aparece depois do envio?',
    'Em Formulário › Depois do envio. Depois é só publicar.'
  ],
  [
    'Lead repetido',
    'problem',
    'A mesma pessoa apareceu duas vezes na lista.',
    'Os dois registros tinham telefones diferentes. Dá para unir os dois na página do lead.'
  ],
  [
    'Boleto vencido',
    'billing',
    'O boleto venceu no feriado, podem gerar outro?',
    'Geramos um novo, com vencimento em cinco dias úteis.'
  ],
  [
    'Horários da página de agendamento',
    'question',
    'Como fecho a agenda na sexta à tarde?',
    'Em Calendário › Horários, tire a tarde de sexta. Vale na hora.'
  ],
  [
    'Mensagem não entregue',
    'problem',
    'Uma mensagem ficou com o aviso de falha.',
    'O número não tem WhatsApp. O motivo aparece ao tocar no aviso.'
  ],
  [
    'Exportar os leads do mês',
    'question',
    'Preciso da lista do mês em planilha.',
    'Na lista de leads, filtre pelo período e escolha Exportar.'
  ],
  [
    'Acesso de quem saiu',
    'request',
    'Uma pessoa saiu da equipe. Como tiro o acesso?',
    'Em Equipe, desative a pessoa: os leads dela passam para quem você escolher.'
  ],
  [
    'Aviso de novo lead por e-mail',
    'question',
    'Quero receber um e-mail a cada lead.',
    'Ative em Perfil › Notificações, na linha Novo lead.'
  ],
  [
    'Filtro por cidade',
    'suggestion',
    'Podiam ter um filtro por cidade.',
    'Crie o campo Cidade no formulário: os campos com opções viram filtros.'
  ]
]

/** Two tickets a week of the three months before, most of which ended well. */
function history(askers: readonly Asker[]): { requester: Asker; story: Story }[] {
  const random = randomOf(77)
  return Array.from({ length: 26 }, (_, n) => {
    const [subject, category, question, answer] = solved[n % solved.length] ?? ['', 'question', '', '']
    const late = n % 9 === 4
    const answered = late ? 1400 : 15 + Math.floor(random() * 260)
    const stars = late ? 2 : random() < 0.7 ? 5 : 4
    return {
      requester: askers[Math.floor(random() * askers.length)] as Asker,
      story: {
        subject,
        category: category as TicketCategory,
        priority: random() < 0.2 ? 'high' : 'normal',
        days: 8 + n * 2.4 + random(),
        steps: [
          { after: 0, by: 'client', text: question },
          { after: answered, by: 'staff', status: 'waiting', text: answer },
          {
            after: answered + 60 + Math.floor(random() * 300),
            by: 'client',
            status: 'resolved',
            text: late ? 'Resolvido, mas demorou.' : 'Deu certo, obrigado!'
          }
        ],
        ...(random() < 0.6 && { rating: { stars, ...(late && { text: 'A resposta demorou demais.' }) } })
      }
    }
  })
}

/** The tickets of all companies of the demonstration, numbered in the order in which they were opened. */
export async function addTickets(trx: Trx, demo: Demo, companyIds: readonly string[]): Promise<void> {
  const { rows: askers } = await sql<Asker>`
    select e.company_id as "companyId", c.plan, e.id, e.name, e.email from employees e join companies c on c.id = e.company_id
    where e.company_id = any (${[...companyIds]}::text[]) and e.role = 'admin'
    order by array_position(${[...companyIds]}::text[], e.company_id), e.created_at`.execute(trx)
  const first = new Map(askers.toReversed().map(requester => [requester.companyId, requester]))
  const { rows: staff } = await sql<{ id: string; name: string }>`
    select id, name from users where role = 'global_admin' and active order by created_at limit 1`.execute(trx)
  const { rules } = await readRules(trx)
  const { rows: plans } = await sql<{ plan: PlanKey }>`select plan from companies where id = ${demo.companyId}`.execute(
    trx
  )
  const stories = [
    ...own.flatMap(story => {
      const person = demo.people[story.by]
      return person
        ? [
            {
              requester: {
                companyId: demo.companyId,
                plan: plans[0]?.plan ?? 'enterprise',
                id: person.id,
                name: person.name,
                email: null
              },
              story
            }
          ]
        : []
    }),
    ...open.flatMap(story => {
      const requester = first.get(companyIds[story.company] ?? '')
      return requester ? [{ requester, story }] : []
    }),
    ...(first.size > 0 ? history([...first.values()]) : [])
  ]
  const business = businessOf(rules.hours)
  for (const { requester, story } of stories.toSorted((a, b) => b.story.days - a.story.days))
    await addTicket(trx, { requester, story, clock: demo.clock, rules, business, staff: staff[0] })
}

type Added = { requester: Asker; story: Story; clock: DemoClock; rules: TicketRules; business: Business; staff: Staff }

async function addTicket(trx: Trx, { requester, story, clock, rules, business, staff }: Added): Promise<void> {
  const { companyId } = requester
  const came = story.days * workday
  const target = rules.targets[requester.plan][story.priority]
  const steps = story.steps.map(step => ({ ...step, at: clock.ago(Math.max(2, came - step.after)) }))
  const opened = steps[0]?.at ?? clock.ago(came)
  let status: TicketStatus = 'open'
  let firstAnswer: string | null = null
  const rows: ClockRow[] = []
  const messages: object[] = []
  const isStaff = (by: Step['by']) => by === 'staff'
  for (const { at, by, text, status: next } of steps) {
    const author = isStaff(by)
      ? { author_id: staff?.id ?? null, author_name: staff?.name ?? 'Prosa' }
      : { author_id: requester.id, author_name: requester.name }
    if (text)
      messages.push({
        kind: 'text',
        side: by,
        ...author,
        text,
        data: '{}',
        source: 'app',
        created_at: at,
        delivered_at: at
      })
    if (isStaff(by)) firstAnswer ??= at
    if (next && next !== status) {
      messages.push({
        kind: 'change',
        side: 'system',
        ...author,
        text: '',
        data: JSON.stringify({ change: 'status', from: status, to: next, ...(isStaff(by) && { by: 'answer' }) }),
        source: 'app',
        created_at: later(at, 0.01),
        delivered_at: at
      })
      status = next
    }
    rows.push({
      at,
      status,
      answered: firstAnswer !== null,
      priority: story.priority,
      plan: requester.plan,
      answer_minutes: target.answer,
      solution_minutes: target.solution
    })
  }
  const last = steps.at(-1)
  const resolvedAt = status === 'resolved' ? (last?.at ?? null) : null
  // One that rested for a week was closed.
  const week = resolvedAt && later(resolvedAt, 7 * 24 * 60 + 4)
  const closedAt = week && Date.parse(week) < clock.now ? week : null
  if (closedAt) {
    messages.push({
      kind: 'change',
      side: 'system',
      author_id: null,
      author_name: 'Prosa',
      text: '',
      data: JSON.stringify({ change: 'status', from: 'resolved', to: 'closed' }),
      source: 'app',
      created_at: closedAt,
      delivered_at: closedAt
    })
    status = 'closed'
  }
  const { answer, solution } = readClocks(rows, business, clock.now)
  const spent = ({ state, spent: used }: typeof answer) => (state === 'stopped' ? Math.round(used / 60_000) : null)
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const said = steps.findLast(({ text }) => text)
  const rated = resolvedAt && story.rating
  const { id } = await trx
    .insertInto('tickets')
    .values({
      company_id: companyId,
      placed: true,
      subject: story.subject,
      category: story.category,
      priority: story.priority,
      status,
      source: 'app',
      requester_id: requester.id,
      requester_name: requester.name,
      requester_email: requester.email,
      lead_id: null,
      screen: null,
      context: '{}',
      assignee_id: firstAnswer ? (staff?.id ?? null) : null,
      assignee_name: firstAnswer ? (staff?.name ?? null) : null,
      version: rows.length,
      created_at: opened,
      first_answer_at: firstAnswer,
      resolved_at: resolvedAt,
      closed_at: closedAt,
      last_at: said?.at ?? opened,
      last_by: said && isStaff(said.by) ? 'staff' : 'client',
      last_text: cut(said?.text ?? '', 200),
      answer_due_at: moment(answer.dueAt),
      solution_due_at: moment(solution.dueAt),
      answer_spent: spent(answer),
      solution_spent: spent(solution),
      answer_breach_at: moment(answer.breachedAt),
      solution_breach_at: moment(solution.breachedAt),
      ...(rated && { rating: rated.stars, rating_text: rated.text ?? null, rated_at: later(resolvedAt, 6) })
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('ticket_messages')
    .values(messages.map(message => ({ company_id: companyId, ticket_id: id, ...message })) as never)
    .execute()
  await trx
    .insertInto('ticket_clock')
    .values(rows.map(row => ({ company_id: companyId, ticket_id: id, ...row })))
    .execute()
}
