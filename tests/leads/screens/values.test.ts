import type { Page } from 'playwright'
import { expect } from 'vitest'
import { openLeadSite } from '../../kit/leads.ts'
import { nothingFor, slow } from '../../kit/quiet.ts'
import { browserTest as test } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, api, open } = await openLeadSite()

async function edit(page: Page, title: string, text: string) {
  await page.getByRole('button', { name: new RegExp(`^Editar ${title}`) }).click()
  const input = page.getByRole('textbox', { name: title, exact: true })
  await input.fill(text)
  return input
}

const goTo = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

test('a value is saved when it is left: by Tab, by another page, by the back button', async () => {
  const { ours, id, url } = await withLead({ bairro: 'Boa Vista' })
  const lead = () => api(ours, 'GET', `/api/leads/${id}`)
  const { page, context, problems } = await open(ours, '/leads')
  await page.getByRole('link', { name: 'Ada Souza' }).first().click()
  await page.waitForURL(`**${url}`)
  // The first is still under way while the second is typed.
  await page.route(`**/api/leads/${id}`, async route => {
    if (route.request().method() === 'PUT') await slow(700)
    await route.continue()
  })
  await edit(page, 'Empresa', 'Doces da Ada')
  await edit(page, 'Mensagem', 'Quer doces')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await lead()).message).toBe('Quer doces')
  await expect.poll(async () => (await lead()).company).toBe('Doces da Ada')
  await page.getByRole('button', { name: 'Editar Empresa: Doces da Ada' }).waitFor()

  await edit(page, 'Empresa', 'Doces e Salgados')
  await goTo(page, 'Painel')
  await expect.poll(async () => (await lead()).company).toBe('Doces e Salgados')
  await page.goBack()
  await page.getByRole('button', { name: 'Editar Empresa: Doces e Salgados' }).waitFor()
  await edit(page, 'Empresa', 'Salgados')
  await page.goBack()
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await expect.poll(async () => (await lead()).company).toBe('Salgados')
  await page.goForward()
  await page.getByRole('button', { name: 'Editar Empresa: Salgados' }).waitFor()

  // An abandoned edit is not saved, nor one that loses the focus only because another window comes to the front.
  await edit(page, 'Empresa', 'Não')
  await page.evaluate(() => document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await page.keyboard.press('Escape')
  await goTo(page, 'Painel')
  await nothingFor(1000, async () => (await lead()).company, 'Salgados')

  // An emptied value is one that was typed too.
  await page.goBack()
  await edit(page, 'Empresa', '')
  await page.goForward()
  await expect.poll(async () => (await lead()).company).toBeNull()
  await page.goBack()
  await page.getByRole('button', { name: 'Editar Empresa: Adicionar' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a value that is refused as it is left says so, and is there when one comes back, also after a reload', async () => {
  const { ours, id, url } = await withLead({ bairro: 'Boa Vista' })
  const { page, context, problems } = await open(ours, url)
  const phone = await edit(page, 'Telefone', '123')
  await page.getByRole('textbox', { name: 'Nota' }).click()
  await page.getByText('Telefone inválido. Digite com DDD.').waitFor()
  await expect.poll(() => phone.inputValue()).toBe('123')
  await goTo(page, 'Painel')
  await page.goBack()
  await expect.poll(() => phone.inputValue()).toBe('123')
  await page.getByText('Ainda não salvo').waitFor()

  await phone.fill('1234')
  await page.goForward()
  await page.getByText('Telefone não foi salvo: Telefone inválido. Digite com DDD.').waitFor()
  await page.getByRole('button', { name: 'Ver', exact: true }).click()
  await page.waitForURL(`**${url}`)
  await expect.poll(() => phone.inputValue()).toBe('1234')
  const dialogOpened = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await dialogOpened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded
  await expect.poll(() => phone.inputValue()).toBe('1234')
  await phone.fill('(21) 98888-7777')
  await phone.press('Enter')
  await page.getByText('Gravado como 21988887777').waitFor()
  expect((await api(ours, 'GET', `/api/leads/${id}`)).phone).toBe('21988887777')
  expect(problems).toEqual([])
  await context.close()
})

test('what a colleague changes while one edits is never overwritten unasked, and other answers are no conflict', async () => {
  const { ours, id, url } = await withLead({ bairro: 'Boa Vista' })
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const { page, context, problems } = await open(ours, url)
  const saves: string[] = []
  page.on('request', request => request.method() === 'PUT' && saves.push(request.url()))
  const name = await edit(page, 'Nome', 'Ada Reis')
  await api(bia, 'PUT', `/api/leads/${id}`, { name: 'Ada Lima' })
  await page.getByRole('heading', { name: 'Ada Lima', level: 1 }).waitFor()
  await page.getByText('Mudou enquanto você editava. Agora: Ada Lima').waitFor()
  await name.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Este campo já mudou' })
  await dialog.getByRole('button', { name: 'Manter o atual' }).click()
  await page.getByRole('button', { name: 'Editar Nome: Ada Lima' }).waitFor()
  // The dialog takes the focus, which is no leaving that saves again.
  expect(saves).toHaveLength(1)

  await edit(page, 'Cidade', 'Olinda')
  await api(bia, 'PUT', `/api/leads/${id}`, { custom: { bairro: 'Carmo' } })
  await page.getByRole('button', { name: 'Editar Bairro: Carmo' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Editar Cidade: Olinda' }).waitFor()

  await edit(page, 'Cidade', 'Recife')
  await api(bia, 'PUT', `/api/leads/${id}`, { custom: { cidade: 'Paulista' } })
  await page.getByText('Mudou enquanto você editava. Agora: Paulista').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Cidade agora').waitFor()
  await dialog.getByText('Paulista', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Usar o meu' }).click()
  await page.getByRole('button', { name: 'Editar Cidade: Recife' }).waitFor()
  expect((await api(ours, 'GET', `/api/leads/${id}`)).custom).toEqual({ cidade: 'Recife', bairro: 'Carmo' })
  expect(problems).toEqual([])
  await context.close()
})

test('a period is saved as it is chosen', async () => {
  const { ours, id, url } = await withLead({ bairro: 'Boa Vista' })
  const { page, context, problems } = await open(ours, url)
  await page.getByRole('button', { name: /^Editar Período preferencial/ }).click()
  await page.getByRole('combobox', { name: 'Período preferencial' }).click()
  await page.getByRole('option', { name: /^Tarde/ }).click()
  await page.getByRole('button', { name: /^Editar Período preferencial: Tarde/ }).waitFor()
  expect((await api(ours, 'GET', `/api/leads/${id}`)).preferredPeriod).toBe('afternoon')
  expect(problems).toEqual([])
  await context.close()
})
