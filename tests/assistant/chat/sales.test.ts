import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readSpan } from '../../../services/assistant/chat/sales.ts'
import { company, sendLead } from '../../kit/app.ts'
import { ask, openChat } from '../../kit/chat.ts'
import { colleague } from '../../kit/people.ts'

const { app, peer } = await openChat()

beforeEach(() => {
  peer.fault = 'none'
})

/** The provider's answer, which repeats the sales that it has looked up. */
async function answerAbout(who: { auth: { authorization: string } }, period: string): Promise<string> {
  peer.reply = call =>
    call.messages.at(-1)?.role === 'user' && call.tools
      ? { calls: [{ name: 'find_sales', arguments: { period } }] }
      : `Resposta: ${call.messages.at(-1)?.content}`
  const answer = await ask(app, { message: 'Quanto vendi?', sessionId: randomUUID() }, who.auth)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().response
}

test('Lia says what was sold in a period from the ledger, to each person what they may see', async () => {
  const ours = await company(app)
  const agent = await colleague(app, ours.id, { permissions: ['edit_leads'], leadAccess: 'own' })
  const owners = [null, agent.id]
  for (const [n, ownerId] of owners.entries()) {
    const person = { name: `Ana ${n}`, email: `ana${n}@example.com`, phone: `1198765432${n}` }
    const { id } = (await sendLead(app, ours.id, person)).json()
    for (const payload of [{ ownerId }, { status: 'converted', valueCents: 125_000 }])
      await app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload })
  }
  const all = await answerAbout(ours, 'este mês')
  expect(all).toContain('Vendas: 2')
  expect(all).toMatch(/Valor vendido: R\$\s2\.500,00/)
  const own = await answerAbout(agent, 'este mês')
  expect(own).toContain('Vendas: 1')
  expect(own).toContain('Só as vendas que a pessoa pode ver.')
  expect(await answerAbout(ours, 'quando der')).toContain('Não entendi o período')
})

test.each([
  ['hoje', ['2026-11-28', '2026-11-28']],
  ['Ontem', ['2026-11-27', '2026-11-27']],
  ['este mês', ['2026-11-01', '2026-11-30']],
  ['mês passado', ['2026-10-01', '2026-10-31']],
  ['outubro', ['2026-10-01', '2026-10-31']],
  ['em dezembro', ['2025-12-01', '2025-12-31']],
  ['fevereiro de 2024', ['2024-02-01', '2024-02-29']],
  ['este ano', ['2026-01-01', '2026-12-31']],
  ['semana que vem', null]
])('the period %s is %s', (said, days) => {
  const span = readSpan(said, '2026-11-28')
  expect(span && [span.from, span.to]).toEqual(days)
})
