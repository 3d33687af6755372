import { type Static, type TObject, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { findUnstorable } from '../../core/text.ts'
import { leadStatuses, statusLabels } from '../../leads/leads/rules.ts'
import {
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorities,
  ticketPriorityLabels
} from '../../support/tickets/rules.ts'
import type { ToolCall, ToolOffer } from './ask.ts'

const Lead = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'O nome, o telefone ou o e-mail do lead, só um deles, como a pessoa disse, ou "este lead" para o que está aberto na tela dela. Nunca escolha entre vários.'
})

const shapes = {
  find_leads: Type.Object({
    search: Type.String({ minLength: 1, maxLength: 200, description: 'Parte do nome, telefone ou e-mail' })
  }),
  find_free_times: Type.Object({
    day: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'O dia nas palavras da pessoa: "amanhã", "sexta", "semana que vem na terça". Não calcule datas.'
    }),
    service: Type.Optional(Type.String({ maxLength: 200, description: 'O serviço, como a pessoa disse' })),
    minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440, description: 'Quanto dura, se a pessoa disse' })),
    person: Type.Optional(
      Type.String({ maxLength: 200, description: 'Com quem da equipe; "eu" para a pessoa que fala' })
    )
  }),
  find_sales: Type.Object({
    period: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'O período nas palavras da pessoa: "outubro", "este mês", "mês passado", "hoje". Não calcule datas.'
    })
  }),
  create_task: Type.Object({
    lead: Lead,
    title: Type.String({ minLength: 1, maxLength: 200, description: 'O que fazer, sem o prazo: "Ligar"' }),
    when: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'O prazo nas palavras da pessoa: "amanhã às 9h", "sexta às 14h30". Não calcule datas.'
    })
  }),
  write_note: Type.Object({
    lead: Lead,
    text: Type.String({ minLength: 1, maxLength: 5000, description: 'O texto da nota' })
  }),
  change_status: Type.Object({
    lead: Lead,
    status: Type.String({
      maxLength: 60,
      description: `${leadStatuses.map(status => `${status}: ${statusLabels[status]}`).join('; ')}; ou o nome de uma etapa de outro funil da empresa`
    }),
    reason: Type.Optional(
      Type.String({ maxLength: 200, description: 'Por que se perdeu, como a pessoa disse; só e sempre para lost' })
    )
  }),
  assign_lead: Type.Object({
    lead: Lead,
    person: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Quem da equipe fica com o lead; "eu" para a pessoa que fala'
    })
  }),
  book_appointment: Type.Object({
    lead: Lead,
    when: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'O dia e a hora nas palavras da pessoa: "amanhã às 9h", "sexta às 14h30". Não calcule datas.'
    }),
    title: Type.Optional(Type.String({ maxLength: 200, description: 'O que é, se a pessoa disse: "Visita"' })),
    service: Type.Optional(Type.String({ maxLength: 200, description: 'O serviço, como a pessoa disse' })),
    minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440, description: 'Quanto dura, se a pessoa disse' })),
    person: Type.Optional(
      Type.String({ maxLength: 200, description: 'Com quem da equipe; "eu" para a pessoa que fala' })
    )
  }),
  open_ticket: Type.Object({
    subject: Type.String({ minLength: 1, maxLength: 200, description: 'O assunto, em uma linha' }),
    description: Type.String({
      minLength: 1,
      maxLength: 5000,
      description: 'O que acontece ou o que a pessoa quer, nas palavras dela, sem inventar nada'
    }),
    category: Type.Optional(
      Type.String({
        enum: [...ticketCategories],
        description: ticketCategories.map(category => `${category}: ${ticketCategoryLabels[category]}`).join('; ')
      })
    ),
    priority: Type.Optional(
      Type.String({
        enum: [...ticketPriorities],
        description: `Só se a pessoa disse. ${ticketPriorities.map(priority => `${priority}: ${ticketPriorityLabels[priority]}`).join('; ')}`
      })
    )
  }),
  call_person: Type.Object({})
} satisfies Record<string, TObject>

export type ToolName = keyof typeof shapes
export type ToolRequest = { [N in ToolName]: { name: N; parameters: Static<(typeof shapes)[N]> } }[ToolName]

const descriptions: Record<ToolName, string> = {
  find_leads: 'Procura leads que a pessoa pode ver e conta como estão.',
  find_free_times: 'Procura os horários livres de um dia na agenda da equipe.',
  find_sales: 'Conta o que foi vendido em um período, por pessoa e por origem.',
  create_task: 'Mostra um cartão para criar uma tarefa ou um retorno para um lead.',
  write_note: 'Mostra um cartão para escrever uma nota em um lead.',
  change_status: 'Mostra um cartão para mudar a situação de um lead.',
  assign_lead: 'Mostra um cartão para passar um lead a alguém da equipe.',
  book_appointment: 'Mostra um cartão para marcar um horário na agenda com um lead.',
  open_ticket: 'Mostra um cartão para abrir um chamado com a equipe de atendimento do sistema.',
  call_person: 'Mostra um cartão para pedir ajuda humana, de uma pessoa da equipe de atendimento do sistema.'
}

/** The definitions of these tools for the provider. */
export const offersOf = (names: readonly ToolName[]): ToolOffer[] =>
  names.map(name => ({
    name,
    description: descriptions[name],
    parameters: { ...shapes[name], additionalProperties: false }
  }))

const checks = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [name, TypeCompiler.Compile<TObject>(shape)])
)

/** The information that a missing field stands for, in Portuguese. */
const meanings: Record<string, string> = {
  search: 'quem procurar',
  lead: 'de qual lead se trata',
  day: 'para qual dia',
  period: 'de qual período',
  service: 'qual é o serviço',
  minutes: 'quantos minutos dura',
  title: 'o que é para fazer',
  when: 'para quando é',
  text: 'o que escrever',
  status: 'a nova situação',
  reason: 'o motivo',
  person: 'de quem da equipe se trata',
  subject: 'qual é o assunto',
  description: 'o que acontece',
  category: 'qual é a categoria',
  priority: 'qual é a prioridade'
}

const unreadable = 'Não consegui preparar esta ação: o pedido veio incompleto. Tente dizer de outro jeito.'

/** Parses a call, or returns a sentence about why it is invalid: providers send anything. */
export function readCall({ name, arguments: written }: ToolCall): ToolRequest | string {
  if (!Object.hasOwn(shapes, name)) return 'Não tenho como fazer isso por aqui.'
  let parsed: unknown
  try {
    parsed = JSON.parse(written.trim() || '{}')
  } catch {
    return unreadable
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return unreadable
  const fields = Object.keys(shapes[name as ToolName].properties)
  const kept = Object.fromEntries(
    Object.entries(parsed).flatMap(([field, value]) =>
      !fields.includes(field) || value === null || value === ''
        ? []
        : [[field, typeof value === 'string' ? value.trim() : value]]
    )
  )
  const wrong = checks[name]?.Errors(kept).First()
  const field = wrong?.path.split('/')[1]
  if (wrong) return `Não consegui preparar esta ação: diga ${meanings[field ?? ''] ?? 'o que fazer'}.`
  if (findUnstorable(kept) !== null) return 'O texto contém caracteres inválidos.'
  return { name, parameters: kept } as ToolRequest
}
