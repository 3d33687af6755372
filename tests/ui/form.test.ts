import type { Page } from 'playwright'
import { expect } from 'vitest'
import { company } from '../kit/app.ts'
import { openSite, browserTest as test, visitAs } from '../kit/site.ts'

const site = await openSite()
const path = '**/api/appointments/services'
const kept = 'Não foi possível salvar. O que você digitou continua aqui.'

/** The dialog of a new service, in the settings of the calendar. */
async function newService() {
  const ours = await company(site.app)
  const { page, context, problems } = await visitAs(site, ours)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Calendário' }).first().click()
  await page.getByRole('link', { name: 'Configuração' }).click()
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

test('after fifteen seconds of silence a save may be tried again', async () => {
  const { page, context, dialog, name, save } = await newService()
  await page.clock.install()
  await page.route(path, route => (route.request().method() === 'POST' ? undefined : route.continue()))
  await name.fill('Consulta')
  await save.click()
  await expect.poll(() => save.getAttribute('aria-busy')).toBe('true')
  await page.clock.runFor(15_000)
  await dialog.getByRole('alert').getByText(kept).waitFor()
  expect(await name.inputValue()).toBe('Consulta')
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
