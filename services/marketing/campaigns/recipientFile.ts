import type { CompanyScope, Db } from '../../core/db.ts'
import { csvFile } from '../../platform/sheets/write.ts'
import { readRecipients } from './queries.ts'
import { type CarrierKind, type RecipientReason, recipientReasons, recipientStateLabels } from './rules.ts'
import type { RecipientRow } from './schema.ts'

const portion = 1000

type Which = { companyId: string; id: string; carrier: CarrierKind; owners: string[] | null; zone: string }

/** The recipients of a campaign as a CSV file, a portion at a time, so that memory does not grow with their number. */
export const recipientFile = (db: Db, which: Which): AsyncGenerator<string> => csvFile(lines(db, which))

type Column = [title: string, text: (row: RecipientRow, moment: (at: string | null) => string) => string]

const about = (address: string, answer: string): Column[] => [
  ['Nome', ({ name }) => name ?? ''],
  [address, row => row.address ?? ''],
  ['Situação', ({ state }) => recipientStateLabels[state]],
  ['Motivo', ({ reason }) => (reason === null ? '' : (recipientReasons[reason as RecipientReason] ?? reason))],
  [answer, row => row.answer ?? ''],
  ['Enviado em', ({ sentAt }, moment) => moment(sentAt)]
]

// New columns come at the end, so that the columns before stay where they were.
const columns: Record<CarrierKind, Column[]> = {
  email: [
    ...about('E-mail', 'Resposta do servidor'),
    ['Clicou em', ({ clickedAt }, moment) => moment(clickedAt)],
    ['Descadastrou em', ({ unsubscribedAt }, moment) => moment(unsubscribedAt)],
    ['Assunto', ({ variant }) => variant?.toUpperCase() ?? ''],
    ['Respondeu em', ({ answeredAt }, moment) => moment(answeredAt)]
  ],
  whatsapp: [
    ...about('Telefone', 'Resposta da Meta'),
    ['Entregue em', ({ deliveredAt }, moment) => moment(deliveredAt)],
    ['Lida em', ({ readAt }, moment) => moment(readAt)],
    ['Respondeu em', ({ answeredAt }, moment) => moment(answeredAt)],
    ['Saiu em', ({ unsubscribedAt }, moment) => moment(unsubscribedAt)],
    ['Tenta de novo em', ({ dueAt }, moment) => moment(dueAt)]
  ]
}

async function* lines(db: Db, { companyId, id, carrier, owners, zone }: Which): AsyncGenerator<string[]> {
  const shown = columns[carrier]
  yield shown.map(([title]) => title)
  const scope: CompanyScope = { id: companyId, owners }
  const moment = (at: string | null) => (at === null ? '' : new Date(at).toLocaleString('pt-BR', { timeZone: zone }))
  for (let after = ''; ; ) {
    const rows = await db.company(scope, trx => readRecipients(trx, companyId, id, owners, { after, take: portion }))
    for (const row of rows) yield shown.map(([, text]) => text(row, moment))
    const last = rows.at(-1)
    if (!last || rows.length < portion) return
    after = last.id
  }
}
