import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { sendLead } from '../../kit/app.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { boxOf, check, browserTest as test, views, visit } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const site = await openLeadSite()
const { app, withLead, api, open } = site

/** wa.me is another site; what is opened of it stays empty. */
const keepHere = (page: Page) => page.context().route('https://wa.me/**', route => route.fulfill({ body: '' }))

test('a value is edited where it stands, refused at its place, and asked about where a colleague was faster', async () => {
  const { ours, id, url } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const { page, context, problems } = await open(ours, url)
  await page.getByRole('button', { name: /^Editar Telefone/ }).click()
  const phone = page.getByRole('textbox', { name: 'Telefone' })
  await phone.fill('123')
  await phone.press('Enter')
  await page.getByText('Telefone inválido. Digite com DDD.').waitFor()
  await phone.fill('(21) 98888-7777')
  await phone.press('Enter')
  await page.getByText('Gravado como 21988887777').waitFor()
  await page.getByRole('button', { name: 'Histórico de Telefone' }).click()
  await page.getByRole('dialog', { name: 'Histórico de Telefone' }).getByText('(11) 98765-4321').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Editar Nome/ }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Ada Reis')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Ada Souza', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Editar Nome/ }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Ada Reis')
  // The answer of the server is held back until a colleague has saved another name.
  await page.route(`**/api/leads/${id}`, async route => {
    if (route.request().method() === 'PUT') await api(bia, 'PUT', `/api/leads/${id}`, { name: 'Ada Lima' })
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Nome' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Este campo já mudou' })
  await dialog.getByText('Bia Lima mudou o nome deste lead enquanto você editava.').waitFor()
  await dialog.getByText('Ada Lima', { exact: true }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await dialog.getByRole('button', { name: 'Usar o meu' }).click()
  await page.getByRole('heading', { name: 'Ada Reis', level: 1 }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('telephones and e-mails are edited as a list of rows, and each has its ways', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, url, views['phone light'])
  await page.getByRole('button', { name: /^Dados do lead/ }).click()
  await page.getByRole('button', { name: 'Telefones e e-mails' }).click()
  const form = page.getByRole('dialog', { name: 'Telefones e e-mails' })
  await form.getByRole('button', { name: 'Adicionar telefone' }).click()
  await form.getByRole('textbox', { name: 'Telefone 2', exact: true }).fill('123')
  await form.getByRole('combobox', { name: 'Tipo do telefone 2' }).fill('trabalho')
  await check(form.getByRole('radio', { name: 'Principal' }).nth(1))
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Telefone inválido. Digite com DDD.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Telefone 2', exact: true }).fill('(11) 3333-4444')
  await form.getByRole('checkbox', { name: 'Pode receber mensagens' }).first().click()
  expect(await form.evaluate(element => element.scrollWidth <= window.innerWidth)).toBe(true)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Ligar para (11) 98765-4321' }).waitFor()
  expect(await page.getByRole('link', { name: /no WhatsApp por \(11\) 98765-4321/ }).count()).toBe(0)
  expect((await api(ours, 'GET', `/api/leads/${id}`)).phones).toEqual([
    { value: '1133334444', label: 'trabalho', main: true, canMessage: true },
    { value: '11987654321', label: null, main: false, canMessage: false }
  ])
  expect(await accessibilityFaults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('notes, tags, tasks, a loss with its reason and consents are worked with and stand in the timeline', async () => {
  const { ours, id, url } = await withLead()
  await join(app, ours, { name: 'Bia Lima' })
  const { page, context, problems } = await open(ours, url)
  await page.getByText('Este lead não tem próxima ação.').waitFor()
  await page.getByRole('button', { name: 'Agendar contato' }).click()
  await page.getByRole('menuitem', { name: 'Amanhã às 9h' }).click()
  await page.getByText('Entrar em contato').first().waitFor()

  const note = page.getByRole('textbox', { name: 'Nota', exact: true })
  await note.pressSequentially('Veja isto, @Bi')
  await page.getByRole('menuitem', { name: 'Bia Lima' }).click()
  await note.press('Control+Enter')
  const mentions = async () => (await api(ours, 'GET', `/api/leads/${id}/timeline?kinds=note`)).items[0]?.data.mentions
  await expect.poll(mentions).toHaveLength(1)
  await page.getByRole('button', { name: 'Excluir nota' }).click()
  await page.getByText('Veja isto, @Bia Lima').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('button', { name: 'Fixar nota' }).click()
  await page.getByRole('list', { name: 'Notas fixadas' }).getByText('Veja isto').waitFor()

  await page.getByRole('combobox', { name: 'Etiquetas' }).fill('VIP')
  await page.getByRole('option', { name: 'Criar “VIP”' }).click()
  await expect.poll(async () => (await api(ours, 'GET', `/api/leads/${id}`)).tags).toHaveLength(1)

  await page.getByRole('group', { name: 'Situação do lead' }).getByRole('button', { name: 'Perdido' }).click()
  await check(page.getByRole('radio', { name: 'Preço' }))
  await page.getByRole('button', { name: 'Marcar como perdido' }).click()
  await page.getByText('Motivo: Preço').first().waitFor()

  await page.getByRole('button', { name: 'Registrar autorização' }).click()
  await page.getByRole('textbox', { name: 'Como a pessoa decidiu' }).fill('Disse por telefone')
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText('Disse por telefone').first().waitFor()
  await page.getByRole('button', { name: 'Consentimentos', exact: true }).click()
  await page.getByText('Consentiu: WhatsApp').waitFor()
  await page.getByText('Tarefa criada').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('a duplicate is compared, merged, undone, and its old address leads to the one that goes on', async () => {
  const { ours, url } = await withLead()
  const other = (await sendLead(app, ours.id, { name: 'Rui Souza', email: 'rui@x.co', phone: '1187654321' })).json().id
  const { page, context, problems } = await open(ours, url)
  await page.getByText('mesmo celular sem o 9').waitFor()
  await page.getByRole('button', { name: 'Mesclar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mesclar leads' })
  await check(dialog.getByRole('radio', { name: 'Nome: Rui Souza' }))
  await dialog.getByRole('button', { name: 'Mesclar' }).click()
  await page.getByRole('heading', { name: 'Rui Souza', level: 1 }).waitFor()
  await page.goto(`/leads/${other}`)
  await page.waitForURL(`**${url}`)
  await page.getByText('Mesclado com Rui Souza').waitFor()
  await page.getByRole('button', { name: 'Desfazer mesclagem' }).click()
  await page.getByRole('heading', { name: 'Ada Souza', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Não é a mesma pessoa' }).click()
  await page.getByText('mesmo celular sem o 9').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('a colleague who opens the same lead is named, and a deleted lead comes back', async () => {
  const { ours, id, url } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const mine = await open(ours, url)
  const hers = await open(bia, url)
  await mine.page.getByText('Bia também está vendo este lead').waitFor()
  await hers.page.getByText('Pessoa também está vendo este lead').waitFor()
  await hers.context.close()

  const { page } = mine
  await page.getByRole('button', { name: 'Mais ações' }).first().click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar dados' }).click()
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.lead).toMatchObject({ id, custom: { cidade: 'Recife' } })
  await page.getByRole('button', { name: 'Mais ações' }).first().click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.waitForURL('**/leads')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.waitForURL(`**${url}`)
  await page.getByRole('heading', { name: 'Ada Souza', level: 1 }).waitFor()
  await mine.context.close()
})

test('on a phone WhatsApp is one tap that greets by name, and on return asks what came of it and what is next', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, url, views['phone light'])
  await keepHere(page)
  await page.getByText('Espera o primeiro contato').waitFor()
  const bar = page.getByRole('toolbar', { name: 'Ações do lead' })
  const whatsapp = bar.getByRole('link', { name: 'WhatsApp' })
  const address = new URL((await whatsapp.getAttribute('href')) ?? '')
  expect(address.pathname).toBe('/5511987654321')
  expect(address.searchParams.get('text')).toBe('Olá, Ada. Aqui é Pessoa, da Padaria Central. Tudo bem?')
  const [opened] = await Promise.all([context.waitForEvent('page'), whatsapp.click()])
  await opened.close()
  const ask = page.getByRole('group', { name: 'Como foi o contato com Ada?' })
  await ask.getByRole('button', { name: 'Falou' }).click()
  await page
    .getByRole('group', { name: 'Qual é o próximo passo?' })
    .getByRole('button', { name: 'Amanhã às 9h' })
    .click()
  await page.getByText('Dar continuidade').first().waitFor()
  expect(await api(ours, 'GET', `/api/leads/${id}`)).toMatchObject({ status: 'contacted' })
  await expect.poll(() => page.getByText('Espera o primeiro contato').count()).toBe(0)
  await bar.getByRole('button', { name: 'Nota' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('Gosta de café')
  await page.getByRole('button', { name: 'Salvar nota' }).click()
  await page.getByText('Gosta de café').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone what happened comes before what is known, whose facts are folded, and nothing with focus is covered', async () => {
  const { ours, url } = await withLead()
  const { page, context, problems } = await open(ours, url, views['phone light'])
  const timeline = page.getByRole('region', { name: 'Linha do tempo' })
  await timeline.getByText('Chegou por').first().waitFor()
  const facts = page.getByRole('button', { name: /^Dados do lead/ })
  expect((await boxOf(timeline)).top).toBeLessThan((await boxOf(facts)).top)
  await expect.poll(() => facts.textContent()).toContain('(11) 98765-4321')
  const phone = page.getByRole('main').getByRole('button', { name: /^Editar Telefone/ })
  await expect.poll(() => phone.count()).toBe(0)

  // By keyboard down the page: the middle of the focused control is visible, not under a bar.
  const covered: string[] = []
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(() => {
      const part = document.activeElement
      if (!part?.closest('main') || part.id === 'main') return ''
      const { left, top, width, height } = part.getBoundingClientRect()
      const drawn = document.elementFromPoint(left + width / 2, top + height / 2)
      // A passing message may stand there for a moment.
      if (drawn?.closest('.MuiSnackbar-root')) return ''
      return drawn && (part.contains(drawn) || drawn.contains(part) || drawn.closest('label')) ? '' : part.outerHTML
    })
    if (fault) covered.push(fault)
  }
  expect(covered).toEqual([])
  await facts.click()
  await phone.first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('what came of a contact is asked until it is said: after a reload, on another device, and in the timeline', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, url)
  await keepHere(page)
  const press = async () => {
    const link = page.getByRole('main').getByRole('link', { name: 'WhatsApp' }).first()
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
    await opened.close()
  }
  await press()
  const asks = (where: Page) => where.getByRole('group', { name: 'Como foi o contato com Ada?' })
  await asks(page).waitFor()
  const contacts = async () => {
    const { items } = await api(ours, 'GET', `/api/leads/${id}/timeline?kinds=contact`)
    return items.map(({ data }: { data: { outcome: string | null } }) => data.outcome)
  }
  // Pressed again, by somebody who came back without a word, it is no second contact.
  await page.getByText('Sem resultado registrado').waitFor()
  await press()
  await page.reload()
  await asks(page).waitFor()
  expect(await contacts()).toEqual([null])

  const other = await open(ours, url)
  await asks(other.page).getByRole('button', { name: 'Agora não' }).click()
  await asks(other.page).waitFor({ state: 'detached' })
  await other.page
    .getByRole('group', { name: 'Contato por WhatsApp: qual foi o resultado?' })
    .getByRole('button', { name: 'Não respondeu' })
    .click()
  await expect.poll(contacts).toEqual(['no_answer'])
  await asks(page).waitFor({ state: 'detached' })
  expect([...problems, ...other.problems]).toEqual([])
  await Promise.all([context.close(), other.context.close()])
})

test('a lead that one begins to reach keeps its place in the queue of the day until the outcome is entered', async () => {
  const { ours, id } = await withLead()
  const { page, context, problems } = await open(ours, '/dashboard')
  await keepHere(page)
  const queue = page.getByRole('region', { name: 'Quem responder agora' })
  const call = queue.getByRole('link', { name: 'Conversar com Ada Souza no WhatsApp' })
  expect(new URL((await call.getAttribute('href')) ?? '').searchParams.get('text')).toMatch(/^Olá, Ada\. Aqui é Pessoa/)
  const [opened] = await Promise.all([context.waitForEvent('page'), call.click()])
  await opened.close()
  const ask = queue.getByRole('group', { name: 'O que aconteceu com Ada Souza?' })
  await ask.waitFor()
  await expect.poll(async () => (await api(ours, 'GET', '/api/dashboard/queue')).items).toEqual([])
  // The news of the contact, and any other, read the queue again.
  const again = page.waitForResponse('**/api/dashboard/queue?*')
  await sendLead(app, ours.id, { name: 'Bia', email: 'bia@x.co', phone: '11912345678' })
  await again
  await queue.getByRole('link', { name: 'Bia', exact: true }).waitFor()
  await ask.getByRole('button', { name: 'Falou' }).click()
  await expect.poll(() => queue.getByText('Ada Souza').count()).toBe(0)
  expect(await api(ours, 'GET', `/api/leads/${id}`)).toMatchObject({ status: 'contacted' })
  expect(problems).toEqual([])
  await context.close()
})

test('what is typed into a note is still there after a look at the other tabs', async () => {
  const { ours, url } = await withLead()
  const { page, context, problems } = await open(ours, url)
  await page.getByRole('textbox', { name: 'Nota', exact: true }).fill('Ainda não salva')
  await page.getByRole('tab', { name: 'Tarefa' }).click()
  await page.getByRole('textbox', { name: 'O que fazer' }).waitFor()
  await page.getByRole('tab', { name: 'Nota' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Nota', exact: true }).inputValue()).toBe('Ainda não salva')
  expect(problems).toEqual([])
  await context.close()
})

test('a lead is typed from the palette, said to resemble another, and completes the existing one', async () => {
  const { ours, id } = await withLead()
  const { page, context, problems } = await open(ours, '/leads')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar leads, páginas e ações' }).fill('novo lead')
  await page.getByRole('option', { name: 'Novo lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo lead' })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('Este campo é obrigatório').waitFor()
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Ada')
  await dialog.getByRole('textbox', { name: 'Telefone' }).fill('(11) 8765-4321')
  await dialog.getByText('Parece com um lead que você já tem').waitFor()
  await dialog.getByText('mesmo celular sem o 9').waitFor()
  await dialog.getByRole('textbox', { name: 'Empresa' }).fill('Doces da Ada')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL(`**/leads/${id}`)
  await page.getByText('Doces da Ada').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a note that was begun outlives other pages and the end of the session', async () => {
  const { ours, url } = await withLead()
  const { page, context, problems } = await visit(site.url)
  const enter = async () => {
    await page.getByLabel('E-mail').fill(ours.email)
    await page.getByLabel(/^Senha/).fill(ours.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }
  await page.goto(url)
  await page.waitForURL('**/login')
  await enter()
  await page.waitForURL(`**${url}`)
  const note = page.getByRole('textbox', { name: 'Nota' })
  await note.fill('Quer receber o orçamento até sexta')
  await page.getByRole('link', { name: 'Painel' }).click()
  await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor()
  await page.goBack()
  await expect.poll(() => note.inputValue()).toBe('Quer receber o orçamento até sexta')

  await note.fill('Quer receber o orçamento até quinta')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
  // Where the live connection learns of it first, there is nothing left to press.
  const pressed = page.getByRole('button', { name: 'Salvar nota' }).click({ timeout: 2000 })
  await Promise.all([page.waitForURL('**/login'), pressed.catch(() => {})])
  await enter()
  await page.waitForURL(`**${url}`)
  await expect.poll(() => note.inputValue()).toBe('Quer receber o orçamento até quinta')
  await page.getByRole('button', { name: 'Salvar nota' }).click()
  await page.getByText('Nota salva').waitFor()
  await page.reload()
  await page.getByText('Quer receber o orçamento até quinta').waitFor()
  await expect.poll(() => note.inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test('a lead that somebody deletes meanwhile is no longer shown', async () => {
  const { ours, id, url } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima', role: 'admin' })
  const { page, context, problems } = await open(ours, url)
  await page.getByRole('button', { name: /^Editar Telefone/ }).waitFor()
  await app.inject({ method: 'DELETE', url: `/api/leads/${id}`, headers: bia.auth })
  await page.getByRole('heading', { name: 'Lead não encontrado' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Editar Telefone/ }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('the focus stays where a person works while something is saved', async () => {
  const { ours, url } = await withLead()
  const { page, context, problems } = await open(ours, url)
  const step = page.getByRole('group', { name: 'Situação do lead' }).getByRole('button', { name: 'Em contato' })
  await step.press('Enter')
  await page.getByText('Situação alterada').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  expect(await focused()).toBe('Em contato')

  await page.getByRole('button', { name: /^Editar Telefone/ }).click()
  const phone = page.getByRole('textbox', { name: 'Telefone' })
  await phone.fill('123')
  await phone.press('Enter')
  await page.getByText('Telefone inválido. Digite com DDD.').waitFor()
  await page.keyboard.type('4')
  await expect.poll(() => phone.inputValue()).toBe('1234')
  await phone.press('Escape')

  const note = page.getByRole('textbox', { name: 'Nota' })
  await note.fill('Ligar à tarde')
  const save = page.getByRole('button', { name: 'Salvar nota' })
  await expect.poll(() => save.isEnabled()).toBe(true)
  await page.keyboard.press('Tab')
  await expect.poll(() => save.evaluate(button => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => note.inputValue()).toBe('')
  await page.keyboard.type('Outra')
  await expect.poll(() => note.inputValue()).toBe('Outra')
  expect(problems).toEqual([])
  await context.close()
})

test('a status is shown as soon as it is chosen, and goes back where it is refused', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, url)
  const step = (name: string, pressed: boolean) =>
    page.getByRole('group', { name: 'Situação do lead' }).getByRole('button', { name, pressed })
  const { promise: shown, resolve: refuse } = Promise.withResolvers<void>()
  await page.route(`**/api/leads/${id}`, async route => {
    if (route.request().method() !== 'PUT') return route.continue()
    await shown
    await route.abort()
  })
  await step('Agendado', false).click()
  await step('Agendado', true).waitFor()
  refuse()
  await step('Novo', true).waitFor()
  await page.getByRole('alert').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('what is written while a note is on its way is the next note', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, url)
  const { promise: isLate, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isRead, resolve: letRead } = Promise.withResolvers<void>()
  await page.route(`**/api/leads/${id}/notes`, async route => {
    await isLate
    await route.continue()
  })
  const note = page.getByRole('textbox', { name: 'Nota' })
  await note.fill('Ligar à tarde')
  await page.getByRole('button', { name: 'Salvar nota' }).click()
  await note.pressSequentially('Outra')
  await page.route(`**/api/leads/${id}**`, async route => {
    if (route.request().method() === 'GET') await isRead
    await route.fallback().catch(() => undefined)
  })
  letGo()
  await page.getByText('Nota salva').first().waitFor()
  await expect.poll(() => note.inputValue()).toBe('Outra')
  const written = async () => (await api(ours, 'GET', `/api/leads/${id}/timeline?kinds=note`)).items
  expect(await written()).toHaveLength(1)
  expect(JSON.stringify(await written())).toContain('"Ligar à tarde"')
  // While the first is still being read again.
  await page.getByRole('button', { name: 'Salvar nota' }).click()
  await expect.poll(async () => (await written()).length).toBe(2)
  letRead()
  // Written over the one that is on its way, not after it.
  const { promise: isAway, resolve: send } = Promise.withResolvers<void>()
  await page.route(`**/api/leads/${id}/notes`, async route => {
    await isAway
    await route.continue()
  })
  await note.fill('Pediu desconto')
  await page.getByRole('button', { name: 'Salvar nota' }).click()
  await note.fill('Visita na sexta')
  send()
  await expect.poll(async () => (await written()).length).toBe(3)
  const save = page.getByRole('button', { name: 'Salvar nota' })
  await expect.poll(() => save.getAttribute('aria-busy')).toBe('false')
  expect(await note.inputValue()).toBe('Visita na sexta')
  expect(problems).toEqual([])
  await context.close()
})

test('two clicks of one hand save one note, one task and one contact', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, url)
  const kept = async (kinds: string) => (await api(ours, 'GET', `/api/leads/${id}/timeline?kinds=${kinds}`)).items
  await page.getByRole('textbox', { name: 'Nota' }).fill('Ligar à tarde')
  await page.getByRole('button', { name: 'Salvar nota' }).dblclick()
  await page.getByText('Nota salva').first().waitFor()
  await page.getByRole('tab', { name: 'Tarefa' }).click()
  await page.getByRole('button', { name: 'Criar tarefa' }).dblclick()
  await page.getByText('Tarefa criada').first().waitFor()
  await page.getByRole('tab', { name: 'Registrar contato' }).click()
  await page.getByRole('button', { name: 'Registrar contato' }).dblclick()
  await page.getByText('Qual é o próximo passo?').first().waitFor()
  const counts = async () => [await kept('note'), await kept('task'), await kept('contact')].map(items => items.length)
  await nothingFor(500, counts, [1, 1, 1])
  expect(problems).toEqual([])
  await context.close()
})

test('a task and a note that a colleague has changed meanwhile are not overwritten unasked', async () => {
  const { ours, id, url } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima', role: 'admin' })
  const dueAt = '2031-03-10T12:00:00.000Z'
  const task = await api(ours, 'POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })
  const note = await api(ours, 'POST', `/api/leads/${id}/notes`, { text: 'Prefere tarde' })
  const { page, context, problems } = await open(ours, url)
  const dialog = page.getByRole('dialog', { name: 'Mudar a tarefa' })
  const edit = async () => {
    await page.getByRole('button', { name: /^Mudar (Ligar|Visitar)$/ }).click()
    await dialog.getByRole('textbox', { name: 'O que fazer' }).fill('Escrever')
  }
  const save = () => dialog.getByRole('button', { name: 'Salvar' }).click()
  const tasks = async () => (await api(ours, 'GET', `/api/tasks?leadId=${id}`))[0]

  // The colleague changes another field: both changes stay.
  await edit()
  await api(bia, 'PUT', `/api/tasks/${task.id}`, { dueAt: '2031-03-14T12:00:00.000Z' })
  await save()
  await dialog.waitFor({ state: 'detached' })
  expect(await tasks()).toMatchObject({ title: 'Escrever', dueAt: '2031-03-14T12:00:00Z' })

  await api(ours, 'PUT', `/api/tasks/${task.id}`, { title: 'Ligar' })
  await page.getByRole('button', { name: 'Mudar Ligar' }).waitFor()
  await edit()
  await api(bia, 'PUT', `/api/tasks/${task.id}`, { title: 'Visitar' })
  await save()
  await dialog.getByText('Outra pessoa mudou esta tarefa enquanto você editava.').waitFor()
  await dialog.getByText('Agora: Visitar', { exact: false }).waitFor()
  expect((await tasks()).title).toBe('Visitar')
  await dialog.getByRole('button', { name: 'Manter como está' }).click()
  await dialog.waitFor({ state: 'detached' })
  await edit()
  await api(bia, 'PUT', `/api/tasks/${task.id}`, { title: 'Voltar' })
  await save()
  await dialog.getByText('Agora: Voltar', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Usar o meu' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await tasks()).title).toBe('Escrever')

  await page.getByRole('button', { name: 'Mudar nota' }).click()
  const text = page.getByRole('textbox', { name: 'Mudar a nota' })
  await text.fill('Prefere manhã')
  await api(bia, 'PUT', `/api/notes/${note.id}`, { text: 'Prefere noite' })
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Outra pessoa mudou esta nota enquanto você editava.').waitFor()
  await page.getByText('Agora: Prefere noite').waitFor()
  await page.getByRole('button', { name: 'Usar o meu' }).click()
  await page.getByText('Prefere manhã', { exact: true }).waitFor()
  // The field shows the words already while it is being saved, so the stored note is polled.
  const kept = async () => (await api(ours, 'GET', `/api/leads/${id}/timeline?kinds=note`)).items[0].data.text
  await expect.poll(kept).toBe('Prefere manhã')
  expect(problems).toEqual([])
  await context.close()
})
