import type { CompanyScope, Db } from '../../core/db.ts'
import { csvFile } from '../../platform/sheets/write.ts'
import { readRecipients } from './queries.ts'
import { type RecipientReason, recipientReasons, recipientStateLabels } from './rules.ts'

const portion = 1000

type Which = { companyId: string; id: string; owners: string[] | null; zone: string }

/** The recipients of a campaign as a CSV file, a portion at a time, so that memory does not grow with their number. */
export const recipientFile = (db: Db, which: Which): AsyncGenerator<string> => csvFile(lines(db, which))

async function* lines(db: Db, { companyId, id, owners, zone }: Which): AsyncGenerator<string[]> {
  yield [
    'Nome',
    'E-mail',
    'Situação',
    'Motivo',
    'Resposta do servidor',
    'Enviado em',
    'Clicou em',
    'Descadastrou em',
    'Assunto',
    'Respondeu em'
  ]
  const scope: CompanyScope = { id: companyId, owners }
  const moment = (at: string | null) => (at === null ? '' : new Date(at).toLocaleString('pt-BR', { timeZone: zone }))
  for (let after = ''; ; ) {
    const rows = await db.company(scope, trx => readRecipients(trx, companyId, id, owners, { after, take: portion }))
    for (const { name, address, state, reason, answer, sentAt, clickedAt, answeredAt, unsubscribedAt, variant } of rows)
      yield [
        name ?? '',
        address ?? '',
        recipientStateLabels[state],
        reason === null ? '' : (recipientReasons[reason as RecipientReason] ?? reason),
        answer ?? '',
        moment(sentAt),
        moment(clickedAt),
        moment(unsubscribedAt),
        variant?.toUpperCase() ?? '',
        // At the end, so that the columns before stay where they were.
        moment(answeredAt)
      ]
    const last = rows.at(-1)
    if (!last || rows.length < portion) return
    after = last.id
  }
}
