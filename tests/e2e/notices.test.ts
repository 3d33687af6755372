import { expect } from 'vitest'
import { company, sendLead, type Tenant } from '../support/app.ts'
import { openSite, browserTest as test, views, visit } from '../support/site.ts'
import { signIn } from '../support/sweep.ts'
import { changePlan, join } from '../support/team.ts'

const site = await openSite()
const { app } = site

async function withLead() {
  const ours = await company(app, 'Padaria Central')
  await changePlan(app, ours.id, 'pro')
  const { id } = (await sendLead(app, ours.id)).json()
  return { ours, id, url: `/leads/${id}` }
}

async function open(who: Tenant, url: string, view = views['desktop light']) {
  const visitor = await visit(site.url, view)
  await signIn(site, visitor.context, who)
  await visitor.page.goto(url)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor
}

test('who mentions or gives a task to somebody who does not see the lead is told so', async () => {
  const { ours, id, url } = await withLead()
  await join(app, ours, { name: 'Bia Lima', leadAccess: 'own' })
  await join(app, ours, { name: "Rui D'Ávila-Souza" })
  const { page, context, problems } = await open(ours, url)
  const note = page.getByRole('textbox', { name: 'Nota', exact: true })
  await note.pressSequentially("Vejam, @d'av")
  await page.getByRole('menuitem', { name: "Rui D'Ávila-Souza" }).click()
  await note.pressSequentially('e @lim')
  await page.getByRole('menuitem', { name: 'Bia Lima não vê este lead' }).click()
  expect(await note.inputValue()).toBe("Vejam, @Rui D'Ávila-Souza e @Bia Lima ")
  await page.getByText('Bia Lima não vê este lead e só será avisada se passar a vê-lo.').waitFor()

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
  await expect
    .poll(() => heading.evaluate(element => element.getBoundingClientRect().top), { timeout: 5000 })
    .toBeLessThan(300)
  await page.getByText('Escolha a hora do resumo diário para recebê-lo.').waitFor()
  await page.getByRole('combobox', { name: 'Resumo diário' }).click()
  await page.getByRole('option', { name: '08:00' }).click()
  await page.getByText('Escolha a hora do resumo diário para recebê-lo.').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
