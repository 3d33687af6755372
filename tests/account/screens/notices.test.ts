import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { scoreAll } from '../../../services/leads/scores/worker.ts'
import { sendLead } from '../../kit/app.ts'
import { openLeadSite } from '../../kit/leads.ts'
import { browserTest as test, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const { app, withLead, open } = await openLeadSite()

test('a mention of, or a task for, somebody who does not see the lead is reported to its author', async () => {
  const { ours, id, url } = await withLead()
  await join(app, ours, { name: 'Bia Lima', leadAccess: 'own' })
  await join(app, ours, { name: "Rui D'Ávila-Souza" })
  const { page, context, problems } = await open(ours, url)
  const note = page.getByRole('textbox', { name: 'Nota', exact: true })
  await note.pressSequentially("Vejam, @d'av")
  await page.getByRole('menuitem', { name: "Rui D'Ávila-Souza" }).click()
  await note.pressSequentially('e @lim')
  await page.getByRole('menuitem', { name: 'Bia Lima não vê este lead' }).click()
  await expect.poll(() => note.inputValue()).toBe("Vejam, @Rui D'Ávila-Souza e @Bia Lima ")
  await page.getByText('Bia Lima não vê este lead e só recebe o aviso se passar a vê-lo.').waitFor()

  await page.getByRole('tab', { name: 'Tarefa' }).click()
  await page.getByRole('combobox', { name: 'Responsável' }).last().click()
  await page.getByRole('option', { name: 'Bia Lima' }).click()
  await page.getByText('Bia Lima não vê este lead nem as suas tarefas.').waitFor()
  const me = (await app.inject({ url: '/api/employees/options', headers: ours.auth })).json()
  const bia = me.find(({ name }: { name: string }) => name === 'Bia Lima').id
  const give = { method: 'PUT' as const, url: `/api/leads/${id}`, headers: ours.auth, payload: { ownerId: bia } }
  await app.inject(give)
  await page.getByText('Bia Lima não vê este lead nem as suas tarefas.').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('who sees some leads only reads that one they cannot open may be a colleague’s', async () => {
  const { ours, url } = await withLead()
  const bia = await join(app, ours, { name: 'Bia Lima', leadAccess: 'own' })
  const { page, context, problems } = await open(bia, url)
  await page.getByText('Ele pode estar com outra pessoa da equipe', { exact: false }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test.for(['desktop light', 'phone light'])('the bell leads to the choice of what to receive, %s', async name => {
  const { ours } = await withLead()
  const { page, context, problems } = await open(ours, '/dashboard', views[name])
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await page.getByRole('link', { name: 'Escolher o que receber' }).click()
  const heading = page.getByRole('heading', { name: 'Notificações', level: 2 })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate(element => element.getBoundingClientRect().top)).toBeLessThan(300)
  await page.getByText('Escolha a hora do resumo diário para recebê-lo.').waitFor()
  await page.getByRole('combobox', { name: 'Resumo diário' }).click()
  await page.getByRole('option', { name: '08:00' }).click()
  await page.getByText('Escolha a hora do resumo diário para recebê-lo.').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('the bell is whole with many unread on a narrow phone', async () => {
  const { ours } = await withLead()
  for (let n = 0; n < 12; n++)
    await sendLead(app, ours.id, {
      name: `Lead ${n}`,
      email: `n${n}@x.co`,
      phone: `119912340${String(n).padStart(2, '0')}`
    })
  const unread = async () => (await app.inject({ url: '/api/notifications', headers: ours.auth })).json().unread
  await expect.poll(unread).toBe(13)
  const { page, context, problems } = await open(ours, '/dashboard', views['phone light'])
  const bell = page.getByRole('button', { name: 'Notificações: 13 não lidas' })
  const lines = (what: Locator) =>
    what.evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects().length
    })
  expect(await lines(bell.getByText('13', { exact: true }))).toBe(1)
  await bell.click()
  expect(await lines(page.getByRole('heading', { name: 'Notificações', level: 2 }))).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

test('the links of a mail that is kept lead where they say', async () => {
  const { ours, id, url } = await withLead()
  const { page, context, problems } = await open(ours, '/mails')
  await page.getByRole('link', { name: 'Novo lead: Ada Souza' }).first().click()
  const link = page.getByRole('article').getByRole('link', { name: new RegExp(`/leads/${id}$`) })
  expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(url)
  expect(problems).toEqual([])
  await context.close()
})

test('the reasons of a score add up to it', async () => {
  const { ours, url } = await withLead()
  await scoreAll(app.db)
  const { page, context, problems } = await open(ours, url)
  const button = page.getByRole('button', { name: /^Pontuação \d+$/ })
  const score = Number((await button.textContent())?.replace(/\D/g, ''))
  await button.click()
  const dialog = page.getByRole('dialog', { name: `Por que ${score}` })
  await dialog.getByText('ponto de partida de todo lead').waitFor()
  const points = (await dialog.getByRole('listitem').allTextContents()).map(text => Number.parseInt(text, 10))
  expect(points.reduce((sum, each) => sum + each, 0)).toBe(score)
  expect(problems).toEqual([])
  await context.close()
})

test('somebody who sees some leads only and has none reads that, not that the company has none', async () => {
  const { ours } = await withLead()
  for (const [leadAccess, title] of [
    ['own', 'Nenhum lead com você'],
    ['team', 'Nenhum lead com a sua equipe']
  ] as const) {
    const bia = await join(app, ours, { name: 'Bia Lima', leadAccess, team: 'Sul' })
    const { page, context, problems } = await open(bia, '/leads', views['phone light'])
    await page.getByRole('heading', { name: title }).waitFor()
    await expect.poll(() => page.getByText('Nenhum lead ainda').count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }
})
