import { readdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company, type Tenant } from '../kit/app.ts'
import { check, openSite, browserTest as test, views, visit } from '../kit/site.ts'

const site = await openSite()

async function signIn(page: Page, { email, password }: Tenant): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/dashboard')
}

async function fillLead(page: Page, name: string, email = 'ada@example.com', phone = '11987654321'): Promise<void> {
  await page.getByRole('textbox', { name: 'Nome Completo' }).fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'Telefone' }).pressSequentially(phone)
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Olá\n<b>mundo</b>')
}

test('a visitor finds the company by its CNPJ, sends a lead without consent, and the company sees it arrive', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const [visitor, seller] = await Promise.all([visit(site.url), visit(site.url)])
  await signIn(seller.page, ours)
  await seller.page.getByText('Login realizado com sucesso').first().waitFor()
  await seller.page.goto('/leads')
  await seller.page.getByText('Nenhum lead ainda').waitFor()
  const fired = seller.page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const seen: string[] = []
        for (const name of ['newLeadAdded', 'newActivityAdded'])
          addEventListener(name, () => seen.push(name) === 2 && resolve(seen.toSorted()))
      })
  )

  const { page } = visitor
  await page.goto('/leads/new?source=instagram')
  await page.getByText('Digite o CNPJ da empresa para continuar').first().waitFor()
  const search = page.getByRole('button', { name: 'Buscar Empresa' })
  const cnpj = page.getByRole('textbox').first()
  await expect.poll(() => search.isDisabled()).toBe(true)
  await cnpj.pressSequentially(ours.cnpj)
  // Typed while the page was still asleep, it is punctuated as soon as the page wakes up.
  await expect.poll(() => cnpj.inputValue()).toBe(ours.cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5'))
  await search.click()
  await page.getByText('Empresa encontrada: Padaria Central').waitFor()
  await page.getByText('Padaria Central foi encontrada com sucesso.').waitFor()

  await fillLead(page, 'Ada Souza')
  await expect.poll(() => page.getByRole('textbox', { name: 'Telefone' }).inputValue()).toBe('(11) 98765-4321')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmar envio' })
  await dialog.getByText('Você não selecionou a opção para receber comunicações.').waitFor()
  await dialog.getByRole('button', { name: 'Voltar e selecionar' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continuar sem receber notificações' }).click()
  await seller.page.getByText('Ada Souza').first().waitFor()
  expect(await fired).toEqual(['newActivityAdded', 'newLeadAdded'])
  await page.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  await page.getByText('Obrigado pelo seu interesse. Entraremos em contato em breve.').first().waitFor()

  await page.getByRole('button', { name: 'Enviar outro lead' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Nome Completo' }).inputValue()).toBe('')
  await fillLead(page, 'Bia Lima', 'bia@example.com', '21912345678')
  await check(page.getByLabel('Concordo em receber comunicações por email e telefone'))
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  await seller.page.getByText('Bia Lima').first().waitFor()

  const leads = await site.app.db.company(ours.id, trx =>
    trx.selectFrom('leads').selectAll().orderBy('received_at').execute()
  )
  expect(leads).toMatchObject([
    {
      name: 'Ada Souza',
      phone: '11987654321',
      source: 'instagram',
      consent_given: false,
      message: 'Olá\n<b>mundo</b>',
      cnpj: null
    },
    { name: 'Bia Lima', consent_given: true }
  ])
  await seller.page.getByText('Ada Souza').first().click()
  await seller.page.getByText('<b>mundo</b>').first().waitFor()
  await seller.page.getByText('Não autorizado').first().waitFor()
  await seller.page.goto('/mails')
  await seller.page.getByText('Novo lead: Ada Souza').first().waitFor()
  expect([...visitor.problems, ...seller.problems]).toEqual([])
  await Promise.all([visitor.context.close(), seller.context.close()])
})

test('a form that is not filled in says so at each field, and forgets nothing when the connection breaks', async () => {
  const ours = await company(site.app)
  const { page, context, problems } = await visit(site.url, views['phone light'])
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Formulário inválido').waitFor()
  await page.getByText('Por favor, preencha todos os campos obrigatórios corretamente.').waitFor()
  await expect.poll(() => page.getByText('Este campo é obrigatório').count()).toBeGreaterThanOrEqual(3)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('sem-arroba')
  await page.getByRole('textbox', { name: 'Telefone' }).focus()
  await page.getByText('Email inválido').waitFor()

  await fillLead(page, 'Ada Souza')
  await check(page.getByLabel('Concordo em receber'))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Erro ao enviar formulário').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Nome Completo' }).inputValue()).toBe('Ada Souza')
  await context.setOffline(false)
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Nome Completo' }).inputValue()).toBe('Ada Souza')
  await check(page.getByLabel('Concordo em receber'))
  await page.getByRole('button', { name: 'Enviar', exact: true }).dblclick()
  await page.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  const leads = await site.app.db.company(ours.id, trx => trx.selectFrom('leads').select('id').execute())
  expect(leads).toHaveLength(1)
  expect(problems).toEqual([])
  await context.close()
})

test('the calendar offers no day before today, and the chosen day and period reach the company', async () => {
  const ours = await company(site.app)
  const { page, context } = await visit(site.url)
  await page.goto(`/leads/new?client=${ours.id}`)
  await fillLead(page, 'Ada Souza')
  await page.getByRole('button', { name: /Data preferencial|Selecione uma data/ }).click()
  const grid = page.getByRole('grid')
  await grid.waitFor()
  const today = new Date(new Date().toLocaleString('en-US', { timeZone: 'America/Sao_Paulo' }))
  const days = grid.getByRole('gridcell')
  const disabled = await days.locator('button:disabled').count()
  expect(disabled).toBeGreaterThanOrEqual(today.getDate() - 1)
  await days.locator('button:enabled').last().click()
  await page.getByLabel('Período preferencial').selectOption({ label: 'Noite (após 17h)' })
  await check(page.getByLabel('Concordo em receber'))
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('heading', { name: 'Enviado com sucesso!' }).waitFor()
  const [lead] = await site.app.db.company(ours.id, trx => trx.selectFrom('leads').selectAll().execute())
  expect(lead).toMatchObject({
    preferred_period: 'evening',
    preferred_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/)
  })
  await context.close()
})

test('a company without fields, an unknown company and an unknown CNPJ get their texts', async () => {
  const ours = await company(site.app)
  await site.app.db.company(ours.id, trx => trx.updateTable('forms').set({ fields: '[]' }).execute())
  const { page, context } = await visit(site.url)
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.getByText('Formulário não configurado').waitFor()
  await page.getByText('Este formulário ainda não foi configurado. Por favor, contacte o administrador.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Enviar', exact: true }).isDisabled()).toBe(true)

  await page.goto(`/leads/new?client=${'f'.repeat(24)}`)
  await page
    .getByRole('alert')
    .getByText('A empresa informada não foi encontrada no sistema. Verifique o ID da empresa.')
    .waitFor()

  await page.goto('/leads/new')
  await page.getByRole('textbox').first().fill('11.444.777/0001-61')
  await page.getByRole('button', { name: 'Buscar Empresa' }).click()
  await page
    .getByText(
      'Empresa não encontrada. Verifique se o CNPJ está correto ou solicite que a empresa se cadastre no sistema.'
    )
    .first()
    .waitFor()
  await context.close()
})

test('a lead can be sent by a browser without JavaScript', async () => {
  const ours = await company(site.app)
  const { context } = await visit(site.url)
  const plain = await (await context.browser()?.newContext({ baseURL: site.url, javaScriptEnabled: false }))?.newPage()
  if (!plain) throw new Error('no browser')
  await plain.goto(`/leads/new?client=${ours.id}&source=panfleto&utm_source=rua&utm_campaign=natal&gclid=G1`)
  // The calendar needs JavaScript; the device's own input stands alone.
  await expect.poll(() => plain.getByText('Selecione uma data').isVisible()).toBe(false)
  await expect.poll(() => plain.locator('input[type=date]').isVisible()).toBe(true)
  await plain.getByRole('textbox', { name: 'Nome Completo' }).fill('Sem Script')
  await plain.getByRole('textbox', { name: 'Telefone' }).fill('11 98765-4321')
  await plain.getByRole('textbox', { name: 'E-mail' }).fill('sem-arroba@x')
  await plain.getByRole('button', { name: 'Enviar', exact: true }).click()
  await plain.getByText('Email inválido').first().waitFor()
  await expect.poll(() => plain.getByRole('textbox', { name: 'Nome Completo' }).inputValue()).toBe('Sem Script')
  await plain.getByRole('textbox', { name: 'E-mail' }).fill('sem@example.com')
  await plain.getByRole('button', { name: 'Enviar', exact: true }).click()
  await plain.getByText('Enviado com sucesso!').waitFor()
  const leads = await site.app.db.company(ours.id, trx =>
    trx.selectFrom('leads').select(['name', 'phone', 'source', 'consent_given', 'first_touch']).execute()
  )
  const touch = { utm_source: 'rua', utm_campaign: 'natal', gclid: 'G1', page: expect.stringMatching(/\/leads\/new$/) }
  expect(leads).toEqual([
    {
      name: 'Sem Script',
      phone: '11987654321',
      source: 'panfleto',
      consent_given: false,
      first_touch: { ...touch, at: expect.any(String) }
    }
  ])
  await plain.context().close()
  await context.close()
})

test('a sign-up leads to the panel, a sign-out back, and a wrong password says so', async () => {
  const { page, context, problems } = await visit(site.url, views['phone dark'])
  await page.goto('/leads')
  await page.waitForURL('**/login')
  await page.goto('/signup')
  const email = `novo-${Date.now()}@example.com`
  await page.locator('[name=name]').fill('Ana Lima')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('[name=password]').fill('uma senha boa')
  await page.getByRole('textbox', { name: 'Nome da empresa' }).fill('Oficina do Bairro')
  await page.getByRole('button', { name: /Criar conta|Começar/ }).click()
  await page.waitForURL(/dashboard|leads/)
  await page.getByText('Primeiros passos').waitFor()
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('[name=password]').fill('outra senha')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Erro no login').first().waitFor()
  await page.getByText('E-mail ou senha incorretos. Por favor, verifique suas credenciais.').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a session that has ended sends the browser to the sign-in page, and back where it was', async () => {
  const ours = await company(site.app)
  const { page, context } = await visit(site.url)
  await signIn(page, ours)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.goto('about:blank') // otherwise the open page would be notified of the end, and leave meanwhile
  await site.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
  await page.goto('/leads?page=1')
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ours.email)
  await page.locator('[name=password]').fill(ours.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(/\/leads/)
  await context.close()
})

test('the built pages are there', () => {
  expect(readdirSync('dist/web')).toEqual(expect.arrayContaining(['public.html', 'app.html', 'assets']))
})

test('what went wrong before a lead was sent is no longer shown once it is', async () => {
  const ours = await company(site.app)
  const { page, problems } = await visit(site.url, views['phone light'])
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Formulário inválido').waitFor()
  await fillLead(page, 'Ada Souza')
  await check(page.getByRole('checkbox', { name: /^Concordo/ }))
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('status').getByText('Enviado com sucesso!').waitFor()
  await expect.poll(() => page.getByText('Formulário inválido').count()).toBe(0)

  await page.getByRole('button', { name: 'Enviar outro lead' }).click()
  await fillLead(page, 'Bia Lima', 'bia@example.com', '11912345678')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('dialog', { name: 'Confirmar envio' }).waitFor()
  await expect.poll(() => page.getByText('Enviado com sucesso!').count()).toBe(0)
  await page.getByRole('button', { name: 'Voltar e selecionar' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('bia')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Formulário inválido').waitFor()
  await expect.poll(() => page.getByText('Enviado com sucesso!').count()).toBe(0)
  expect(problems).toEqual([])
})
