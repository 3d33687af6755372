import { randomUUID } from 'node:crypto'
import { cardTexts, type Draft } from '../../services/assistant/chat/cards.ts'
import { settleStatement } from '../../services/assistant/chat/queries.ts'
import { type CardState, chatTexts } from '../../services/assistant/chat/rules.ts'
import type { App } from '../../services/core/http.ts'
import type { Tenant } from './app.ts'

const none = { params: {}, lead_id: null, lead_name: null, lead_version: null, options: [] }

/** Creates a conversation of the company's first user with a card in each state; returns its id. */
export async function fillCards(app: App, { id: companyId, userId }: Tenant, leadId: string): Promise<string> {
  const sessionId = randomUUID()
  const about = '(11) 98765-4321 · Novo'
  const lead = { ...none, lead_id: leadId, lead_name: 'Ada Souza', lead_version: 1 }
  const dueAt = new Date(Date.now() + 24 * 3600_000).toISOString()
  const task: Draft = { ...lead, kind: 'task', params: { title: 'Ligar', dueAt, about } }
  const note: Draft = {
    ...lead,
    kind: 'note',
    params: { text: 'Pediu um orçamento para a festa.\nVolta a ligar.', about }
  }
  const status: Draft = { ...lead, kind: 'status', params: { status: 'lost', lostReason: 'Achou caro', about } }
  const owner: Draft = {
    ...lead,
    kind: 'owner',
    params: { ownerName: 'Bia Lima', before: 'Hoje sem responsável', about }
  }
  const options = ['(11) 98765-4321', '(21) 99876-5432'].map((phone, n) => ({
    id: n.toString(16).padStart(24, 'a'),
    name: 'Ada Souza',
    about: `${phone} · Novo`,
    version: 1
  }))
  const choice: Draft = { ...none, kind: 'status', params: { status: 'contacted' }, options }

  const ended: [Draft, CardState, string][] = [
    [note, 'done', 'Nota escrita.'],
    [owner, 'cancelled', 'Nada foi feito.'],
    [task, 'expired', cardTexts.changed],
    [status, 'failed', cardTexts.forbidden]
  ]
  const said: [string, string, Draft[]][] = [
    ['Cuida da Ada?', 'Posso fazer isto, se você confirmar: **quatro coisas**.', ended.map(([draft]) => draft)],
    ['Já falei com a Ada.', chatTexts.proposal.choose, [choice]],
    ['Lembra de ligar para ela amanhã', chatTexts.proposal.one('Criar tarefa para Ada Souza'), [task]],
    ['Quero falar com alguém', chatTexts.proposal.one('Chamar uma pessoa da equipe'), [{ ...none, kind: 'person' }]]
  ]
  await app.db.everyCompany(trx =>
    trx.insertInto('chat_sessions').values({ id: sessionId, user_id: userId, company_id: companyId }).execute()
  )
  for (const [message, response, proposals] of said) {
    const { id } = await app.db.everyCompany(trx =>
      trx
        .insertInto('chat_messages')
        .values({ session_id: sessionId, key: null, audience: 'client', message })
        .returning('id')
        .executeTakeFirstOrThrow()
    )
    await app.db.everyCompanyBatch([
      settleStatement(id, { response, problem: null, sources: [], tokens: 0, proposals })
    ])
    if (proposals.length < 2) continue
    for (const [place, [, state, outcome]] of ended.entries())
      await app.db.everyCompany(trx =>
        trx
          .updateTable('chat_proposals')
          .set({ state, outcome, settled_at: new Date() })
          .where('message_id', '=', id)
          .where('place', '=', place)
          .execute()
      )
  }
  return sessionId
}
