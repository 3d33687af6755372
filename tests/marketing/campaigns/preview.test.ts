import { expect, test } from 'vitest'
import type { MailPreview } from '../../../services/marketing/mailTemplates/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  moveCampaign,
  type Sending,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })

async function preview(who: Tenant, id: string, query = ''): Promise<MailPreview> {
  const answer = await callCampaigns(app, who, 'GET', `/${id}/preview${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Writes other words into the template of a company's campaigns. */
async function rewrite({ auth, templateId }: Sending, text: string): Promise<void> {
  const url = `/api/email/templates/${templateId}`
  const { name, subject, preheader, body, version } = (await app.inject({ url, headers: auth })).json()
  const blocks = [{ ...body.blocks[0], text }, ...body.blocks.slice(1)]
  const payload = { name, subject, preheader, body: { ...body, blocks }, version }
  const answer = await app.inject({ method: 'PUT', url, headers: auth, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('a campaign shows its mail: before it is sent with what is to be mended, after that as it was sent', async () => {
  const ours = await sendingCompany(app)
  const [ada = ''] = await consenting(app, ours, ['ada@pessoa.example'])
  const { id } = await writeCampaign(app, ours, { test: { subject: 'Só até sexta', share: 10, hours: 1 } })
  await rewrite(ours, 'Bolos a [Preço ou desconto]')
  const before = await preview(ours, id)
  expect(before).toMatchObject({ subject: 'Uma oferta para Maria', person: 'Maria Oliveira' })
  const left = 'Falta trocar o que está entre colchetes: [Preço ou desconto]'
  expect(before.warnings.map(({ text }) => text)).toContain(left)
  expect((await preview(ours, id, `?leadId=${ada}`)).subject).toBe('Uma oferta para Pessoa')
  expect((await preview(ours, id, '?variant=b')).subject).toBe('Só até sexta')

  await rewrite(ours, 'Bolos a R$ 30')
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  await rewrite(ours, 'Pães a R$ 1')
  const after = await preview(ours, id)
  expect(after.html).toContain('Bolos a R$ 30')
  expect(after.html).not.toContain('Pães')
  expect(after.warnings.map(({ text }) => text)).not.toContain(left)
  expect(sink.taken.find(({ to }) => to === 'ada@pessoa.example')?.raw.toString()).toContain('Bolos a R$ 30')
  expect((await preview(ours, id, '?variant=b')).subject).toBe('Só até sexta')

  const theirs = await company(app)
  expect((await callCampaigns(app, theirs, 'GET', `/${id}/preview`)).statusCode).toBe(404)
  const [stranger = ''] = await consenting(app, theirs, ['bia@pessoa.example'])
  expect((await callCampaigns(app, ours, 'GET', `/${id}/preview?leadId=${stranger}`)).statusCode).toBe(404)
})

test('a campaign without a template says that it has no mail yet', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeCampaign(app, ours, { templateId: null })
  const answer = await callCampaigns(app, ours, 'GET', `/${id}/preview`)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('Escolha o modelo do e-mail.')
})
