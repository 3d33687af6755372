import { sql } from 'kysely'
import type { Page } from 'playwright'
import PostalMime from 'postal-mime'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import {
  consenting,
  moveCampaign,
  readCampaign,
  sendingCompany,
  unsubscribePath,
  writeCampaign
} from '../../kit/campaigns.ts'
import { openSink } from '../../kit/sink.ts'
import { openAs, openSite, browserTest as test, views, visit } from '../../kit/site.ts'

const sink = await openSink()
const site = await openSite({ SMTP_URL: sink.url })

/** Whether the browser would ask before the page is closed. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('a company sends a campaign to leads of its list, a person leaves it, and both are seen on a phone too', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria da Campanha' })
  const addresses = ['ana', 'bia', 'caio'].map(name => `${name}@${ours.domain}`)
  const leads = await consenting(site.app, ours, addresses)
  const page = await openAs(site, ours, '/leads')
  await page
    .getByRole('checkbox', { name: /Selecionar todos/ })
    .first()
    .click()
  await page
    .getByRole('toolbar', { name: 'Ações para os leads selecionados' })
    .getByRole('button', { name: 'E-mail' })
    .click()
  await page.getByRole('heading', { name: 'Nova campanha' }).waitFor()
  await page.getByText('3 leads escolhidos na lista').waitFor()
  await page.getByText('3 pessoas recebem').waitFor()
  await page.getByRole('button', { name: 'Salvar e conferir' }).click()
  await page.getByText('Escolha o modelo do e-mail.').waitFor()
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false)
  await page.getByLabel('Nome da campanha').fill('Oferta de inverno')
  await expect.poll(() => asksBeforeLeaving(page)).toBe(true)
  await page.getByLabel('Modelo').click()
  await page.getByRole('option', { name: 'Oferta' }).click()
  // The hour of the test is any.
  await page.getByLabel('Não enviar entre 20h e 8h').click()
  await page.getByRole('button', { name: 'Salvar e conferir' }).click()
  await page.getByRole('heading', { name: 'Oferta de inverno' }).waitFor()
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false)
  await page.getByRole('button', { name: 'Enviar teste' }).click()
  await page.getByText('O servidor aceitou o e-mail.').waitFor()
  await page.getByRole('button', { name: 'Conferir destinatários' }).click()
  await page.getByText('Nada foi enviado ainda').waitFor()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Vai para 3 pessoas.').waitFor()
  await page.getByRole('button', { name: 'Enviar agora' }).click()
  await page.getByText('3 de 3 com resultado').waitFor()
  await page.getByText('Concluída', { exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  // The person, without an account.
  const mail = sink.taken.find(({ to }) => to === addresses[0])
  const { page: person } = await visit(site.url, views['phone light'])
  await person.goto(unsubscribePath(mail?.raw ?? Buffer.alloc(0)))
  await person.getByRole('heading', { name: 'Deixar de receber e-mails' }).waitFor()
  expect(await accessibilityFaults(person)).toEqual([])
  await person.getByRole('button', { name: 'Não quero mais receber' }).click()
  await person.getByRole('heading', { name: 'Você saiu da lista' }).waitFor()
  await person.getByRole('button', { name: 'menos as promoções' }).click()
  await person.getByRole('heading', { name: 'Você saiu das promoções' }).waitFor()
  expect(await accessibilityFaults(person)).toEqual([])
  await person.getByRole('button', { name: 'Não quero mais receber' }).click()
  await person.getByRole('heading', { name: 'Você saiu da lista' }).waitFor()
  expect(await accessibilityFaults(person)).toEqual([])

  // The page of the campaign follows without a reload.
  await page.getByRole('button', { name: '1 Descadastraram' }).click()
  await page
    .getByRole('list', { name: 'Destinatários' })
    .getByText(addresses[0] ?? '')
    .waitFor()
  await page.getByRole('button', { name: '1 Descadastraram' }).click()
  await page.getByLabel('Buscar um destinatário').fill('BIA@')
  const recipients = page.getByRole('list', { name: 'Destinatários' }).getByRole('listitem')
  await expect.poll(() => recipients.allInnerTexts()).toEqual([expect.stringContaining(addresses[1] ?? '')])
  await page.getByLabel('Buscar um destinatário').fill('ninguém')
  await page.getByText('Nenhum destinatário com esse nome ou e-mail.').waitFor()
  await page.getByLabel('Buscar um destinatário').fill('')
  await expect.poll(() => recipients.count()).toBe(3)
  // A click in the first seconds would be a program's.
  await site.app.db.company(ours.id, trx =>
    sql`update campaign_recipients set sent_at = now() - interval '1 hour' where company_id = ${ours.id}`.execute(trx)
  )
  const { html = '' } = await PostalMime.parse(sink.taken.find(({ to }) => to === addresses[1])?.raw ?? '')
  const click = new URL(/href="([^"]*\/click\/[^"]*)"/.exec(html)?.[1] ?? '').pathname
  const led = await site.app.inject({
    url: click,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/142' }
  })
  expect(led.headers.location).toBe('https://loja.example/oferta')
  await page.getByRole('list', { name: 'Links do e-mail' }).getByText('1 pessoa').waitFor()
  const figures = page.getByRole('region', { name: 'Resultado' }).locator('dl > div')
  await expect
    .poll(() => figures.allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        'Enviados\n3',
        'Entregues (sem devolução)\n3 100%',
        'Descadastros\n1 33,3%',
        'Pessoas que clicaram\n1 33,3%'
      ])
    )
  expect(await accessibilityFaults(page)).toEqual([])

  // The campaign is shown on the page of the lead.
  await page.goto(`${site.url}/leads/${leads[0]}`)
  await page.getByText('Descadastrou-se pela campanha').waitFor()
  await page.getByText('Recebeu a campanha').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Oferta de inverno' }).first().click()
  await page.getByRole('heading', { name: 'Oferta de inverno' }).waitFor()

  const phone = await openAs(site, ours, '/email?aba=suppressions', views['phone dark'])
  await phone.getByText(addresses[0] ?? '').waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
  await phone.getByRole('button', { name: `Retirar bloqueio de ${addresses[0]}` }).click()
  await phone.getByRole('button', { name: 'Retirar', exact: true }).last().click()
  await phone.getByText('Diga o motivo').waitFor()
  await phone.getByLabel('Motivo').fill('A pessoa pediu para voltar')
  await phone.getByRole('button', { name: 'Retirar', exact: true }).last().click()
  await phone.getByText('Ninguém saiu da lista').waitFor()
  await phone.getByRole('link', { name: 'Campanhas' }).click()
  await phone.getByRole('link', { name: 'Oferta de inverno' }).waitFor()
  await phone.getByText('3 de 3 e-mails entregues').waitFor()
  await phone.getByRole('link', { name: 'Oferta de inverno' }).click()
  await phone.getByText('3 de 3 com resultado').waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Duplicar' }).click()
  await phone.getByRole('heading', { name: 'Oferta de inverno (cópia)' }).waitFor()
  await phone.getByText('Rascunho', { exact: true }).waitFor()
})

test('what is left to fill in is said before a campaign is sent, and the mail is seen where it is', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria da Prévia' })
  const url = `/api/email/templates/${ours.templateId}`
  const { name, subject, preheader, body, version } = (await site.app.inject({ url, headers: ours.auth })).json()
  const blocks = body.blocks.map((block: { type: string }) =>
    block.type === 'heading' ? { ...block, text: 'Bolos a [Preço ou desconto]' } : block
  )
  const payload = { name, subject, preheader, body: { ...body, blocks }, version }
  const written = await site.app.inject({ method: 'PUT', url, headers: ours.auth, payload })
  expect(written.statusCode, written.body).toBe(200)
  await consenting(site.app, ours, [`ana@${ours.domain}`])
  const { id } = await writeCampaign(site.app, ours)

  const page = await openAs(site, ours, `/email/campaigns/${id}`)
  await page.getByText('Falta trocar o que está entre colchetes: [Preço ou desconto]').waitFor()
  await page.getByRole('button', { name: 'Ver o e-mail' }).click()
  await page.frameLocator('iframe').getByText('Bolos a [Preço ou desconto]').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('dialog').getByText('Falta trocar o que está entre colchetes').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar agora' }).click()
  await page.getByText('1 de 1 com resultado').waitFor()
  // It is out: nothing can be mended any more.
  await page.getByText('Falta trocar').waitFor({ state: 'detached' })

  const phone = await openAs(site, ours, `/email/campaigns/${id}`, views['phone dark'])
  await phone.getByRole('button', { name: 'Ver o e-mail' }).click()
  await phone.frameLocator('iframe').getByText('Bolos a [Preço ou desconto]').waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
})

test('those of whom nobody knows whether they got a campaign are written to again by choice', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria de Novo' })
  await consenting(
    site.app,
    ours,
    ['ana', 'bia', 'caio'].map(name => `${name}@${ours.domain}`)
  )
  const { id } = await writeCampaign(site.app, ours)
  await moveCampaign(site.app, ours, id, 'send')
  await expect.poll(async () => (await readCampaign(site.app, ours, id)).state).toBe('done')
  await site.app.db.company(ours.id, trx =>
    sql`update campaign_recipients set state = 'unknown' where address like 'ana@%' or address like 'bia@%'`.execute(
      trx
    )
  )
  const page = await openAs(site, ours, `/email/campaigns/${id}`)
  await page.getByRole('button', { name: 'Escrever de novo…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Escrever de novo para quem?' })
  await dialog.getByText('Destes, 2 podem já ter recebido.').waitFor()
  await dialog.getByRole('radio', { name: 'Não abriram' }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('radio', { name: 'Sem confirmação' }).click()
  await dialog.getByRole('button', { name: 'Criar rascunho' }).click()
  await page.getByRole('heading', { name: 'Oferta de inverno (sem confirmação)' }).waitFor()
  await page.getByText('2 pessoas recebem').waitFor()
  await page.getByRole('button', { name: 'Tirar filtro E-mail: Sem confirmação' }).waitFor()
  await page.getByRole('button', { name: 'Tirar filtro Campanha de e-mail: Oferta de inverno' }).waitFor()
})
