import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company } from '../kit/app.ts'
import { openSite, browserTest as test, visit, visitAs } from '../kit/site.ts'

const site = await openSite()
const path = '**/api/appointments/services'
const kept = 'Não foi possível salvar. O que você digitou continua aqui.'

/** The dialog of a new service, in the settings of the calendar. */
async function newService() {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Calendário' }).first().click()
  await page.getByRole('link', { name: 'Configurações' }).click()
  const open = page.getByRole('button', { name: 'Adicionar serviço' })
  await open.click()
  return { ours, page, context, problems, open, ...partsOf(page) }
}

function partsOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Novo serviço' })
  return {
    dialog,
    name: dialog.getByRole('textbox', { name: 'Nome' }),
    minutes: dialog.getByRole('textbox', { name: 'Duração (minutos)' }),
    save: dialog.getByRole('button', { name: 'Salvar serviço' }),
    question: page.getByRole('dialog', { name: 'Sair sem salvar?' })
  }
}

test('a field is checked by the schema of the API when it is left, and all of them at saving', async () => {
  const { page, context, dialog, name, minutes, save, problems } = await newService()
  await minutes.fill('3')
  await name.focus()
  const sentence = dialog.getByText('Use um número a partir de 5.')
  await sentence.waitFor()
  expect(await minutes.getAttribute('aria-invalid')).toBe('true')
  expect(await minutes.getAttribute('aria-describedby')).toBe(await sentence.getAttribute('id'))
  await minutes.fill('60')
  await sentence.waitFor({ state: 'detached' })
  await dialog.getByRole('textbox', { name: 'Preço (R$)' }).fill('abc')
  await save.click()
  await dialog.getByText('Dê um nome ao serviço.').waitFor()
  await expect.poll(() => name.evaluate(input => input === document.activeElement)).toBe(true)
  expect(await page.getByText('Serviço salvo').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('what the API refuses stands at its field, or above the button with its name', async () => {
  const { page, context, dialog, name, save } = await newService()
  await page.route(path, route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            code: 'invalid',
            message: 'x',
            requestId: 'r',
            errors: { name: 'Este nome já existe.', notes: 'Longas demais.' }
          }
        })
      : route.continue()
  )
  await name.fill('Consulta')
  await save.click()
  await dialog.getByText('Este nome já existe.').waitFor()
  await dialog.getByRole('alert').getByText('Observações: Longas demais.').waitFor()
  await expect.poll(() => name.evaluate(input => input === document.activeElement)).toBe(true)
  await context.close()
})

test('one save at a time; one that fails keeps what was typed, and is tried again', async () => {
  const { page, context, dialog, name, save } = await newService()
  let calls = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(path, async route => {
    if (route.request().method() !== 'POST') return route.continue()
    calls++
    if (calls > 1) return route.continue()
    await answered
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'x', requestId: 'r' } })
  })
  await name.fill('Consulta')
  await name.press('Control+Enter')
  await expect.poll(() => calls).toBe(1)
  await save.click()
  await name.press('Control+Enter')
  answer()
  await dialog.getByRole('alert').getByText(kept).waitFor()
  expect(calls).toBe(1)
  expect(await name.inputValue()).toBe('Consulta')
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByText('Serviço salvo').waitFor()
  expect(calls).toBe(2)
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})

test('a save that is silent for fifteen seconds may be tried again, and creates one thing', async () => {
  const { ours, page, context, dialog, name, save } = await newService()
  await page.clock.install()
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  let calls = 0
  await page.route(path, async route => {
    if (route.request().method() !== 'POST' || ++calls > 1) return route.continue()
    // The server has stored it, and its answer never comes.
    await route.fetch()
    store()
  })
  await name.fill('Consulta')
  const ended = page.waitForEvent('requestfailed')
  await save.click()
  await stored
  await page.clock.runFor(15_000)
  await dialog.getByRole('alert').getByText(kept).waitFor()
  expect(await name.inputValue()).toBe('Consulta')
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
  expect((await ended).failure()?.errorText).toContain('ERR_ABORTED')
  await page.getByText('Serviço salvo').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await site.app.inject({ url: '/api/appointments/services', headers: ours.auth })
  expect(JSON.parse(body)).toHaveLength(1)
  await context.close()
})

test('Esc asks before it gives up what was typed, and closes at once where nothing was', async () => {
  const { page, context, open, name, question, dialog } = await newService()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open.click()
  await name.fill('Consulta')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Voltar' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Consulta')
  await context.close()
})

/** The page of a new series, opened by a link of the list. */
async function newSeries() {
  const ours = await company(site.app)
  const { page, context } = await visitAs(site, ours)
  await page.goto('/email?aba=series')
  const open = page.getByRole('link', { name: 'Nova sequência' })
  await open.first().click()
  const name = page.getByRole('textbox', { name: 'Nome da sequência' })
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  return {
    page,
    context,
    open,
    name,
    stay: async () => {
      await question.getByRole('button', { name: 'Voltar' }).click()
      await question.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe('/email/series/new')
      expect(await name.inputValue()).toBe('Boas-vindas')
    },
    go: () => question.getByRole('button', { name: 'Sair sem salvar' }).click()
  }
}

test('a link asks before it leaves unsaved changes', async () => {
  const { page, context, name, stay, go } = await newSeries()
  const link = page.getByRole('link', { name: 'Calendário' }).first()
  await name.fill('Boas-vindas')
  await link.click()
  await stay()
  await link.click()
  await go()
  await page.waitForURL('**/calendar')
  await context.close()
})

test('the back button asks before it leaves unsaved changes, each time', async () => {
  const { page, context, open, name, stay, go } = await newSeries()
  const back = () => page.evaluate(() => history.back())
  for (let round = 0; round < 2; round++) {
    await expect.poll(() => name.inputValue()).toBe('')
    await name.fill('Boas-vindas')
    await back()
    await stay()
    await back()
    await go()
    await page.waitForURL('**/email?aba=series')
    await open.first().click()
  }
  await expect.poll(() => name.inputValue()).toBe('')
  await back()
  await page.waitForURL('**/email?aba=series')
  await context.close()
})

test('the browser asks before a tab with unsaved changes closes', async () => {
  const { page, context, name } = await newSeries()
  await name.pressSequentially('Boas-vindas')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await name.inputValue()).toBe('Boas-vindas')
  await context.close()
})

test('a draft is there again after a sign-in that had run out', async () => {
  const ours = await company(site.app)
  const { page, context } = await visit(site.url)
  const signIn = async () => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ours.email)
    await page.locator('[name=password]').fill(ours.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }
  await page.goto('/login')
  await signIn()
  await page.waitForURL('**/dashboard')
  await page.goto('/email/series/new')
  const name = page.getByRole('textbox', { name: 'Nome da sequência' })
  await name.fill('Boas-vindas')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await site.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('button', { name: 'Salvar sem ligar' }).click()
  await page.waitForURL('**/login')
  await signIn()
  await page.waitForURL('**/email/series/new')
  await expect.poll(() => name.inputValue()).toBe('Boas-vindas')
  await context.close()
})
