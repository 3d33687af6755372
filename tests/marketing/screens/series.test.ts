import { expect } from 'vitest'
import { seriesTexts } from '../../../services/marketing/series/rules.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { consenting, sendingCompany } from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { readSeries, writeSeries } from '../../kit/series.ts'
import { openSink } from '../../kit/sink.ts'
import { openAs, openSite, browserTest as test, uncheck, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'
import { startWorkerProcess } from '../../kit/workers.ts'

const sink = await openSink()
const env = { DATABASE_URL: await newDatabase(), SMTP_URL: sink.url }
const site = await openSite(env)
startWorkerProcess(env)

test('a company writes a series, tries it on a lead, switches it on, and a new lead gets it automatically', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria da Sequência' })
  await consenting(site.app, ours, [`antes@${ours.domain}`])
  const page = await openAs(site, ours, '/email')
  await page.getByRole('link', { name: 'Sequências automáticas' }).click()
  await page.getByText('Nenhuma sequência automática ainda').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Nova sequência' }).click()
  await page.getByRole('heading', { name: 'Nova sequência automática' }).waitFor()
  await page.getByText('Quem já era lead, e quem veio de uma planilha, não recebe.').waitFor()
  await page.getByRole('button', { name: 'Salvar sem ligar' }).click()
  await page.getByText('Escolha o modelo do e-mail.').waitFor()
  await page.getByLabel('Nome da sequência').fill('Boas-vindas')
  const step = (n: number) => page.getByRole('listitem', { name: `Etapa ${n}` })
  const choose = async (n: number) => {
    await step(n).getByLabel('Modelo').click()
    await page.getByRole('option', { name: 'Oferta' }).click()
  }
  await choose(1)
  await step(1).getByLabel('Assunto').fill('Recebemos o seu pedido')
  await page.getByRole('button', { name: 'Adicionar etapa' }).click()
  await choose(2)
  await step(2).getByLabel('Espera').fill('2')
  await step(2).getByText('2 dias depois da etapa anterior').waitFor()
  // The hour of the test is any.
  await uncheck(page.getByLabel('Não enviar entre 20h e 8h'))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Salvar sem ligar' }).click()
  await page.getByRole('heading', { name: 'Boas-vindas' }).waitFor()
  await page.getByText('Desligada: nada é enviado.').waitFor()

  const tryOn = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByLabel('Nome, telefone, e-mail ou CNPJ').fill('antes@')
    await page.getByRole('dialog').getByText('Pessoa 1').click()
  }
  await tryOn('Escolher um lead')
  const tried = page.getByRole('list', { name: 'Etapas para este lead' })
  await expect.poll(() => tried.getByText('Vai receber').count()).toBe(2)
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Só entra quem virar lead depois').waitFor()
  await dialog.getByRole('button', { name: 'Ligar', exact: true }).click()
  await page.getByText('Ligada', { exact: true }).waitFor()
  await page.getByText('Uma oferta para Maria').waitFor()
  await tryOn('Escolher outro lead')
  await tried.getByText('Já era lead antes de a sequência ser ligada.').waitFor()

  // The worker does the rest, and the page follows.
  await consenting(site.app, ours, [`nova@${ours.domain}`])
  const taken = () => sink.taken.map(({ to }) => to).filter(to => to.endsWith(ours.domain))
  await expect.poll(taken).toEqual([`nova@${ours.domain}`])
  await page.getByText('Aceitos: 1').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Ver quem recebeu' }).click()
  await page.getByRole('heading', { name: 'Boas-vindas, etapa 1' }).waitFor()
  const recipients = page.getByRole('list', { name: 'Destinatários' })
  await recipients.getByText(`nova@${ours.domain}`).waitFor()
  // The server's reply to an accepted mail is only in the exported file.
  await expect.poll(() => recipients.getByText('250').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Pausar' }).count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])

  const phone = await openAs(site, ours, '/email?aba=series', views['phone dark'])
  await phone.getByText('Confirmação para lead novo, 2 etapas, 1 envio').waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
  await phone.getByRole('link', { name: 'Boas-vindas' }).click()
  await phone.getByRole('button', { name: 'Pausar' }).click()
  await phone.getByText('Pausada', { exact: true }).waitFor()
  await phone.getByRole('button', { name: 'Tirar a etapa 2' }).click()
  await phone.getByRole('button', { name: 'Salvar mudanças' }).click()
  await expect.poll(() => phone.getByRole('listitem', { name: 'Etapa 2' }).count()).toBe(0)
  expect(await accessibilityFaults(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Desligar' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Desligar' }).click()
  await phone.getByText('Desligada', { exact: true }).waitFor()
})

test('who sees some leads only reads why they change no series, and a subject as a customer does', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria das Partes' })
  const { id } = await writeSeries(site.app, ours)
  const some = await join(site.app, ours, { role: 'custom', leadAccess: 'own', permissions: ['send_email'] })
  const page = await openAs(site, some, `/email/series/${id}`)
  const reason = page.getByText(seriesTexts.notAll)
  await reason.waitFor()
  await page.getByText('Uma oferta para Maria').waitFor()
  for (const name of ['Ligar', 'Excluir', 'Duplicar', 'Salvar mudanças'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto('/email/series/new')
  await reason.waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Salvar sem ligar' }).count()).toBe(0)
  await page.goto('/email?aba=series')
  await page.getByRole('link', { name: 'Boas-vindas' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Nova sequência' }).count()).toBe(0)
  // A campaign goes to the leads that its author sees.
  await page.goto('/email/campaigns/new')
  await page.getByText('Todos os leads que você vê.').waitFor()
  await page.getByLabel('Modelo').click()
  await page.getByRole('option', { name: 'Oferta' }).click()
  await page.getByText('Vazio, vai o do modelo. Exemplo: Uma oferta para Maria').waitFor()
  await page.getByLabel('Nome da campanha').fill('Só os meus')
  await page.getByRole('button', { name: 'Salvar e conferir' }).click()
  await page.getByRole('heading', { name: 'Só os meus' }).waitFor()

  const phone = await openAs(site, some, `/email/series/${id}`, views['phone dark'])
  await phone.getByText(seriesTexts.notAll).waitFor()
  expect(await accessibilityFaults(phone)).toEqual([])
})

test('a series is duplicated with its steps and what ends it, and the copy is off', async () => {
  const ours = await sendingCompany(site.app, { name: 'Padaria das Cópias' })
  const step = { templateId: ours.templateId, subject: 'Oi' }
  const steps = [
    { ...step, waitHours: 24 },
    { ...step, waitHours: 72, subject: '' }
  ]
  const made = await writeSeries(site.app, ours, { kind: 'follow_up', reach: 'all', name: 'Retomada', steps })
  const page = await openAs(site, ours, `/email/series/${made.id}`)
  await page.getByRole('button', { name: 'Duplicar' }).click()
  await page.getByRole('heading', { name: 'Retomada (cópia)' }).waitFor()
  const { kind, reach, stopStatuses, ...copy } = await readSeries(site.app, ours, page.url().split('/').at(-1) ?? '')
  expect([kind, reach, stopStatuses, copy.state]).toEqual(['follow_up', 'all', made.stopStatuses, 'off'])
  expect(copy.steps).toMatchObject(steps)
  expect(copy.steps.map(({ id }) => id)).not.toEqual(made.steps.map(({ id }) => id))
})
