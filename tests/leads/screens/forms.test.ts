import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { FormContent } from '../../../services/leads/forms/rules.ts'
import type { EditedForm } from '../../../services/leads/forms/schema.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, type Tenant } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { mailsTo } from '../../kit/mails.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { boxOf, check, openSite, browserTest as test, type View, views, visit } from '../../kit/site.ts'

const site = await openSite()

async function edit(who: Tenant, view = views['desktop light']) {
  const { page, context, problems } = await visit(site.url, view)
  const user = (await site.app.inject({ url: '/api/auth/me', headers: who.auth })).body
  await context.addInitScript(
    ([token, kept]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', kept ?? '')
    },
    [who.token, user]
  )
  await page.goto('/form-editor')
  await page.getByRole('list', { name: 'Campos do formulário' }).waitFor()
  return { page, context, problems }
}

async function publish(who: Tenant, change: (content: FormContent) => Partial<FormContent>): Promise<EditedForm> {
  const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
    site.app.inject({ method, url: `/api/forms${url}`, headers: who.auth, ...(payload && { payload }) })
  const [{ id }] = (await call('GET', '')).json()
  const form: EditedForm = (await call('GET', `/${id}`)).json()
  const content = { ...form.draft, ...change(form.draft) }
  const { revision } = (await call('PUT', `/${id}/draft`, { revision: form.revision, content })).json()
  expect((await call('POST', `/${id}/publish`, { revision })).statusCode).toBe(200)
  return form
}

const order = (page: Page) =>
  page
    .getByRole('list', { name: 'Campos do formulário' })
    .getByRole('button', { name: /^Mover / })
    .evaluateAll(handles => handles.map(handle => handle.getAttribute('aria-label')?.slice(6)))

async function fill(page: Pick<Page, 'locator'>) {
  await page.locator('[name=name]').fill('Ada Souza')
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=phone]').fill('11987654321')
  await check(page.locator('[name=consentGiven]'))
}

const leadsOf = (who: Tenant) => site.app.db.company(who.id, trx => trx.selectFrom('leads').selectAll().execute())

test('a field that is as it was made is not published without a question', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await edit(ours)
  await page.getByRole('button', { name: 'Adicionar campo: Lista de opções' }).click()
  await page.getByText('Rascunho salvo').waitFor()
  const publish = page.getByRole('button', { name: 'Publicar', exact: true })
  await publish.click()
  const question = page.getByRole('dialog', { name: 'Publicar com textos de exemplo?' })
  await question.getByText('“Lista de opções” ainda não tem uma pergunta, e oferece “Opção 1” e “Opção 2”.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Escrever os textos' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByLabel('Rótulo').fill('Como nos conheceu?')
  await page.getByRole('textbox', { name: 'Opções' }).fill('Instagram\nIndicação')
  await page.getByText('Rascunho salvo').waitFor()
  await publish.click()
  await page.getByText('Formulário publicado').waitFor()

  await page.getByRole('button', { name: 'Adicionar campo: Texto longo' }).click()
  await page.getByText('Rascunho salvo').waitFor()
  await publish.click()
  await question.getByText('“Texto longo” ainda não tem uma pergunta.').waitFor()
  await question.getByRole('button', { name: 'Publicar assim mesmo' }).click()
  const labels = async () =>
    (await site.app.inject({ url: '/api/leads/fields', headers: ours.auth }))
      .json<{ label: string }[]>()
      .map(({ label }) => label)
  await expect.poll(labels).toEqual(['Como nos conheceu?', 'Texto longo'])
  expect(problems).toEqual([])
  await context.close()
})

test('what is edited and published is what a visitor sees and sends', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const { page, context, problems } = await edit(ours)
  await expect.poll(() => page.getByRole('button', { name: 'Publicar' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Adicionar campo: Escolha única' }).click()
  await page.getByLabel('Rótulo').fill('Como nos conheceu?')
  await page.getByRole('textbox', { name: 'Opções' }).fill('Instagram\nIndicação\n\nIndicação')
  const preview = page.frameLocator('iframe[title="Prévia do formulário"]')
  await preview.getByRole('radio', { name: 'Indicação' }).waitFor()
  await page.getByText('Rascunho salvo').waitFor()

  // A test is checked like any other sending, and leaves nothing behind.
  await fill(preview)
  await preview.getByRole('button', { name: 'Enviar', exact: true }).click()
  await preview.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  expect(await leadsOf(ours)).toEqual([])

  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('Formulário publicado').waitFor()
  await page.getByText('No ar', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Compartilhar' }).click()
  const link = await page
    .getByText(/^http.*\/f\//)
    .first()
    .textContent()
  for (const ending of ['PNG', 'SVG']) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Baixar ${ending}` }).click()
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`\\.${ending.toLowerCase()}$`))
  }

  const visitor = await visit(site.url, views['phone light'])
  await visitor.page.goto(`${link}?utm_source=cartaz&utm_campaign=natal`)
  await fill(visitor.page)
  await check(visitor.page.getByRole('radio', { name: 'Indicação' }))
  await visitor.page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await visitor.page.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  expect(await leadsOf(ours)).toMatchObject([
    {
      custom: { como_nos_conheceu: 'Indicação' },
      first_touch: { utm_source: 'cartaz', utm_campaign: 'natal' },
      last_touch: { utm_source: 'cartaz' }
    }
  ])

  await page.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('tab', { name: 'Funil' }).click()
  for (const [name, value] of Object.entries({ Visitas: '1', Inícios: '1', Envios: '1' }))
    await page
      .locator('div', { has: page.getByText(name, { exact: true }) })
      .getByText(value, { exact: true })
      .first()
      .waitFor()
  // The source of its address, as people call it.
  await page.getByRole('cell', { name: 'Formulário', exact: true }).waitFor()
  expect([...problems, ...visitor.problems]).toEqual([])
  await Promise.all([context.close(), visitor.context.close()])
})

test('fields are put in order by the keyboard, announced as they move, and put back by undo', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await edit(ours, views['phone dark'])
  const handle = page.getByRole('button', { name: 'Mover Mensagem' })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.getByText('Mensagem: posição 2 de 4.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  const changed = ['Nome Completo', 'Mensagem', 'E-mail', 'Telefone']
  expect(await order(page)).toEqual(changed)

  // Escape puts back what was lifted.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await order(page)).toEqual(changed)

  await page.getByText('Rascunho salvo').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  expect(await order(page)).toEqual(['Nome Completo', 'E-mail', 'Telefone', 'Mensagem'])
  await page.getByRole('button', { name: 'Refazer' }).click()

  // By the finger or mouse.
  const box = await boxOf(page.getByRole('button', { name: 'Mover Telefone' }))
  const top = await boxOf(page.getByRole('button', { name: 'Mover Nome Completo' }))
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 10, top.y + 2, { steps: 8 })
  await page.mouse.up()
  expect(await order(page)).toEqual(['Telefone', 'Nome Completo', 'Mensagem', 'E-mail'])
  await page.getByText('Rascunho salvo').waitFor()

  await page.getByRole('tab', { name: 'Prévia' }).click()
  const labels = page.frameLocator('iframe').locator('[data-field] label')
  await expect.poll(() => labels.allInnerTexts()).toEqual(['Telefone *', 'Nome Completo *', 'Mensagem', 'E-mail *'])
  expect(problems).toEqual([])
  await context.close()
})

test('the second of two windows shows that the form has changed, and goes on from there', async () => {
  const ours = await company(site.app)
  const [one, other] = [await edit(ours), await edit(ours)]
  for (const { page } of [one, other]) await page.getByRole('tab', { name: 'Aparência' }).click()
  await one.page.getByLabel('Título').fill('Primeira janela')
  await one.page.getByText('Rascunho salvo').waitFor()
  await other.page.getByLabel('Título').fill('Segunda janela')
  await other.page.getByText(/alterou este formulário em outra janela/).waitFor()
  await other.page.getByRole('button', { name: 'Carregar a versão mais recente' }).click()
  await expect.poll(() => other.page.getByLabel('Título').inputValue()).toBe('Primeira janela')
  await Promise.all([one.context.close(), other.context.close()])
})

test('the second of two windows may keep its own on purpose, and a return to it shows what is new', async () => {
  const ours = await company(site.app)
  const [one, other] = [await edit(ours), await edit(ours)]
  for (const { page } of [one, other]) await page.getByRole('tab', { name: 'Aparência' }).click()
  await one.page.getByLabel('Título').fill('Primeira janela')
  await one.page.getByText('Rascunho salvo').waitFor()
  await other.page.getByLabel('Título').fill('Segunda janela')
  await other.page.getByRole('button', { name: 'Ficar com a minha versão' }).click()
  await other.page.getByText('Rascunho salvo').waitFor()
  await expect.poll(() => other.page.getByLabel('Título').inputValue()).toBe('Segunda janela')
  await expect.poll(() => other.page.getByText(/alterou este formulário/).count()).toBe(0)

  // Nothing is unsaved in the first window, so it takes over the change.
  await one.page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => one.page.getByLabel('Título').inputValue()).toBe('Segunda janela')
  await one.page.getByLabel('Título').fill('Outra vez a primeira')
  await one.page.getByText('Rascunho salvo').waitFor()
  expect([...one.problems, ...other.problems]).toEqual([])
})

test('the editor is worked by the keyboard alone: the focus goes along, and what happens is announced', async () => {
  const ours = await company(site.app)
  const { page, problems } = await edit(ours)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = (name: string | RegExp, role: 'button' | 'heading' | 'textbox' = 'button') =>
    expect
      .poll(() => page.getByRole(role, { name, exact: true }).evaluate(it => it === document.activeElement))
      .toBe(true)

  await page.getByRole('button', { name: 'Adicionar campo: Escolha única' }).focus()
  await press('Enter')
  await page.getByText('Escolha única: campo adicionado na posição 5.').waitFor({ state: 'attached' })
  await focused('Rótulo', 'textbox')
  await page.keyboard.type('Como soube?')
  await page.getByRole('list', { name: 'Campos do formulário' }).getByText('Como soube?').waitFor()
  await press('Escape')
  await focused(/^Como soube\? ?, Escolha única/)
  await press('Enter')
  await focused('Como soube?', 'heading')

  await page.getByRole('button', { name: 'Subir Como soube?' }).focus()
  await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter')
  expect((await order(page))[0]).toBe('Como soube?')
  await focused('Subir Como soube?')

  await page.getByRole('button', { name: 'Remover' }).focus()
  await press('Enter')
  await page.getByText('Como soube?: campo removido.').waitFor({ state: 'attached' })
  await focused(/^Nome Completo/)

  await page.getByRole('button', { name: 'Desfazer' }).focus()
  await press('Enter')
  expect((await order(page))[0]).toBe('Como soube?')
  await page.getByRole('button', { name: 'Publicar' }).focus()
  await press('Enter')
  // Its options are still those with which it was made.
  await page.getByRole('button', { name: 'Publicar assim mesmo' }).focus()
  await press('Enter')
  await page.getByText('Formulário publicado').waitFor()
  await focused('Publicar')
  await press('Enter') // nothing to publish: it says so, and does nothing
  const { version } = (await site.app.inject({ url: '/api/forms', headers: ours.auth })).json()[0]
  expect(version).toBe(2)
  await page.getByRole('button', { name: 'Desfazer' }).focus()
  for (let times = 0; times < 12; times++) await press('Enter')
  expect(await order(page)).toEqual(['Nome Completo', 'E-mail', 'Telefone', 'Mensagem'])
  await focused('Desfazer')
  await press('Control+y')
  expect(await order(page)).toHaveLength(5)
  expect(problems).toEqual([])
})

test('on a phone the focus goes with the page, and a tap in the preview fills the form in', async () => {
  const ours = await company(site.app)
  const { page, problems } = await edit(ours, { ...views['phone light'], touch: true } as View)
  const focused = (name: string | RegExp, role: 'button' | 'heading') =>
    expect
      .poll(() => page.getByRole(role, { name, exact: true }).evaluate(it => it === document.activeElement))
      .toBe(true)
  await page.getByRole('button', { name: 'Adicionar campo: Data' }).tap()
  await focused('Data', 'heading')
  await page.getByRole('button', { name: 'Todos os campos' }).tap()
  await focused(/^Data ?, Data/, 'button')

  await page.getByRole('tab', { name: 'Prévia' }).tap()
  const preview = page.frameLocator('iframe[title="Prévia do formulário"]')
  // The company's record comes a moment after its name, and moves what stands below its CNPJ.
  await preview.getByLabel('CNPJ da empresa').waitFor()
  // To the middle first: at the edge it may stand below the bar of the product's pages.
  await preview.locator('[name=name]').evaluate(it => it.scrollIntoView({ block: 'center' }))
  await preview.locator('[name=name]').tap()
  const shown = () => page.getByRole('tab', { name: 'Prévia' }).getAttribute('aria-selected')
  await nothingFor(300, shown, 'true')
  await preview.locator('[name=name]').fill('Ada')
  expect(await shown()).toBe('true')
  expect(problems).toEqual([])
})

test('what is typed of the look keeps the focus while it is saved, and undo shows the lines as they were', async () => {
  const ours = await company(site.app)
  const { page, problems } = await edit(ours)
  await page.getByRole('tab', { name: 'Aparência' }).click()
  await page.getByLabel('Título').focus()
  await page.keyboard.type('Olá! ')
  await page.getByText('Rascunho salvo').waitFor()
  await page.keyboard.type('Fale')
  await expect.poll(() => page.getByLabel('Título').inputValue()).toMatch(/Olá! Fale|Fale conosco/)
  expect(await page.getByLabel('Título').evaluate(it => it === document.activeElement)).toBe(true)

  await page.getByLabel('Sites permitidos').fill('loja.example')
  await expect.poll(() => page.getByLabel('Sites permitidos').inputValue()).toBe('loja.example')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(() => page.getByLabel('Sites permitidos').inputValue()).toBe('')

  await page.getByRole('tab', { name: 'Campos' }).click()
  await page.getByRole('button', { name: 'Adicionar campo: Lista de opções' }).click()
  const options = page.getByRole('textbox', { name: 'Opções' })
  const before = await options.inputValue()
  await options.fill('Compra\nVenda\n')
  await expect.poll(() => options.inputValue()).toBe('Compra\nVenda\n')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(() => options.inputValue()).toBe(before)
  expect(problems).toEqual([])
})

test('nothing older is published in the place of what could not be kept', async () => {
  const ours = await company(site.app)
  const { page, context } = await edit(ours)
  const version = async () =>
    (await site.app.inject({ url: '/api/forms', headers: ours.auth })).json()[0].version as number
  const drafts = '**/api/forms/*/draft'
  await page.route(drafts, route => route.abort())
  await page.getByRole('tab', { name: 'Aparência' }).click()
  await page.getByLabel('Título').fill('Só nesta janela')
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await page.getByText('As últimas alterações ainda não foram salvas.').waitFor()
  await page.getByRole('button', { name: 'Publicar', exact: true }).waitFor()
  expect(await version()).toBe(1)
  await page.unroute(drafts)
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await expect.poll(version).toBe(2)
  await context.close()
})

test('a new company shares its form from where its first steps are', async () => {
  const { page, problems } = await edit(await company(site.app), views['phone light'])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Compartilhar', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Compartilhar formulário' })
    .getByText(/\/f\/./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('button', { name: 'Compartilhar formulário' }).click()
  await page.getByRole('heading', { name: 'Código QR' }).waitFor()
  expect(problems).toEqual([])
})

/** A page of somebody else's site, which shows the form. */
async function elsewhere(slug: string): Promise<string> {
  const html = `<!doctype html><title>Loja</title><h1>Loja</h1>
    <script async src="${site.url}/embed.js" data-form="${slug}"></script>`
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  atEnd(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

test('a form stands in a page of another origin at its full height, in its colour, where the company lets it', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const { slug } = await publish(ours, content => ({ title: content.title }))
  const [listed, stranger] = [await elsewhere(slug), await elsewhere(slug)]
  await publish(ours, ({ settings }) => ({ settings: { ...settings, origins: [listed], accent: '#7c3aed' } }))

  const { page, context, problems } = await visit(site.url, views['phone light'])
  await page.goto(`${listed}/?utm_source=loja`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Fale conosco' }).waitFor()
  const fits = async () => {
    const height = (await boxOf(page.locator('iframe'))).height
    const inside = await frame.locator('#root').evaluate(root => root.getBoundingClientRect().height)
    return Math.abs(height - inside)
  }
  await expect.poll(fits).toBeLessThanOrEqual(1)
  const color = await frame
    .getByRole('button', { name: 'Enviar', exact: true })
    .evaluate(button => getComputedStyle(button).backgroundColor)
  expect(color).toBe('rgb(124, 58, 237)')

  await fill(frame)
  await frame.getByRole('button', { name: 'Enviar', exact: true }).click()
  await frame.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  await expect.poll(fits).toBeLessThanOrEqual(1)
  expect(await leadsOf(ours)).toMatchObject([{ last_touch: { utm_source: 'loja', page: `${listed}/` } }])
  expect(problems).toEqual([])

  await page.goto(stranger)
  const link = page.getByRole('link', { name: 'Abrir o formulário' })
  await link.waitFor()
  await expect.poll(() => page.locator('iframe').isVisible()).toBe(false)
  await expect.poll(() => link.getAttribute('href')).toBe(`${site.url}/f/${slug}`)
  await context.close()
})

test('an address outside the team waits in the editor until its owner presses the button of the mail', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const email = `parceiro-${Date.now()}@fora.example`
  const { page, context, problems } = await edit(ours)
  await page.getByRole('tab', { name: 'Aparência' }).click()
  await page.getByRole('textbox', { name: 'Avisar por e-mail' }).fill(`${email}\na@b.test,c@d.test`)
  await page.getByText('Há um endereço de e-mail inválido.').waitFor()
  await page.getByRole('textbox', { name: 'Avisar por e-mail' }).fill(email)
  const row = page.getByRole('list', { name: 'Endereços avisados' }).getByRole('listitem').filter({ hasText: email })
  await row.getByText('aguardando confirmação').waitFor()
  await page.getByText('Rascunho salvo').waitFor()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expect.poll(() => mailsTo(site.app, email)).toHaveLength(1)

  const [mail] = await mailsTo(site.app, email)
  const guest = await visit(site.url, views['phone light'])
  await guest.page.goto(`/confirm-recipient?token=${mail?.token}`)
  await guest.page.getByText('Padaria Central quer enviar para p***@fora.example').waitFor()
  const kept = () =>
    site.app.db.company(ours.id, trx =>
      trx.selectFrom('mail_recipients').select('confirmed_at').where('email', '=', email).executeTakeFirst()
    )
  expect((await kept())?.confirmed_at).toBeNull()
  await guest.page.getByRole('button', { name: 'Quero receber', exact: true }).click()
  await guest.page.getByText('Este endereço recebe os avisos.').waitFor()
  expect((await kept())?.confirmed_at).not.toBeNull()
  await page.reload()
  await page.getByRole('tab', { name: 'Aparência' }).click()
  await row.getByText('confirmado', { exact: true }).waitFor()
  expect([...problems, ...guest.problems]).toEqual([])
  await Promise.all([context.close(), guest.context.close()])
})
