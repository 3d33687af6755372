import { sql } from 'kysely'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { consenting, recipientsOf, sendingCompany } from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'
import { check, openAs, openSite, browserTest as test, uncheck, views } from '../../kit/site.ts'
import { startWorkerProcess } from '../../kit/workers.ts'

const sink = await openSink()
const env = { DATABASE_URL: await newDatabase(), SMTP_URL: sink.url }
const site = await openSite(env)
startWorkerProcess(env)

test('a company tests two subjects, and the rest gets the one that was clicked', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria do Teste' })
  await consenting(
    site.app,
    ours,
    Array.from({ length: 10 }, (_, n) => `p${n}@${ours.domain}`)
  )
  const page = await openAs(site, ours, '/email/campaigns/new')
  await page.getByLabel('Nome da campanha').fill('Oferta de verão')
  await page.getByLabel('Modelo').click()
  await page.getByRole('option', { name: 'Oferta' }).click()
  await page.getByLabel('Assunto', { exact: true }).fill('Chegou a oferta')
  await check(page.getByLabel('Testar dois assuntos'))
  await uncheck(page.getByLabel('Não enviar entre 20h e 8h'))
  await page.getByRole('button', { name: 'Salvar e conferir' }).click()
  await page.getByText('Escreva o segundo assunto.').waitFor()
  await page.getByLabel('Segundo assunto').fill('Você viu a oferta?')
  await page.getByText('Os outros 60% recebem').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Salvar e conferir' }).click()
  await page.getByRole('heading', { name: 'Oferta de verão' }).waitFor()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('button', { name: 'Enviar agora' }).click()
  const id = page.url().split('/').at(-1) ?? ''
  const sent = async () => (await recipientsOf(site.app, ours, id)).filter(({ state }) => state === 'accepted').length
  await expect.poll(sent).toBe(4)
  const subjects = page.getByRole('list', { name: 'Assuntos do teste' })
  await expect.poll(() => subjects.getByText('Enviado a 2 pessoas, 0 clicaram').count()).toBe(2)
  await page.getByText('O assunto que mais pessoas clicarem é escolhido em').waitFor()
  await page.getByText('Esperando o resultado do teste de assunto').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const second = (await recipientsOf(site.app, ours, id)).find(({ variant }) => variant === 'b')
  await site.app.db.company(ours.id, async trx => {
    await sql`insert into campaign_clicks (company_id, campaign_id, recipient_id, link, automatic)
      values (${ours.id}, ${id}, ${second?.id ?? ''}, 0, false)`.execute(trx)
    await sql`update campaigns set tested_at = now() - interval '5 hours' where id = ${id}`.execute(trx)
  })
  await page.getByText('Os demais receberam o assunto B.').waitFor()
  await subjects.getByText('Escolhido').waitFor()
  await expect
    .poll(() => sink.taken.filter(({ raw }) => /^Subject: Voc=|^Subject: =\?UTF-8/m.test(raw.toString())).length)
    .toBeGreaterThanOrEqual(8)
  expect(await accessibilityFaults(page)).toEqual([])

  const phone = await openAs(site, ours, `/email/campaigns/${id}`, views['phone light'])
  await phone.getByRole('heading', { name: 'Teste de assunto' }).waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
})
