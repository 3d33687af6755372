import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { dayAt } from '../../../services/core/zones/rules.ts'
import type { LeadStatus } from '../../../services/leads/leads/rules.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { publishFields } from '../../kit/forms.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { boxOf, check, openAs, openSite, browserTest as test, uncheck, type View, views } from '../../kit/site.ts'
import { join } from '../../kit/team.ts'

const site = await openSite()

const eventually = <T>(look: () => T) => expect.poll(look)

/** A company with leads of these names, the last one the newest. */
async function filled(names: readonly string[]): Promise<Tenant> {
  const ours = await company(site.app, 'Padaria Central')
  for (const [n, name] of names.entries())
    await sendLead(site.app, ours.id, { name, phone: `1198765${1000 + n}`, email: `lead${n}@example.com` })
  return ours
}

const open = (who: Tenant, address: string, view?: View) => openAs(site, who, address, view)

const statusOf = async ({ id }: Tenant, name: string) =>
  site.app.db.company(id, trx =>
    trx.selectFrom('leads').select(['status', 'lost_reason']).where('name', '=', name).executeTakeFirst()
  )

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** How many style sheets the page has. */
const sheetsOf = (page: Page) => page.evaluate(() => document.styleSheets.length)

/** Carries a card with the mouse to the top of a column. */
async function carry(page: Page, name: string, to: string): Promise<void> {
  const card = await boxOf(page.locator('[data-card]', { hasText: name }))
  const target = await boxOf(column(page, to).locator('[data-cards]'))
  await page.mouse.move(card.x + 40, card.y + card.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 60, target.y + 60, { steps: 8 })
  await expect.poll(() => column(page, to).getAttribute('data-over')).not.toBeNull()
  await page.mouse.up()
}

test('filters stand in the address, and the back button takes them back', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima', 'Caio Prado'])
  const page = await open(ours, '/leads')
  await page.getByRole('link', { name: 'Bia Lima', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Situação de Bia Lima: Novo' }).click()
  await page.getByRole('menuitem', { name: 'Em contato' }).click()
  await page.getByRole('button', { name: 'Situação de Bia Lima: Em contato' }).waitFor()

  await page.getByRole('button', { name: 'Filtros' }).click()
  const panel = page.getByRole('complementary', { name: 'Filtros' })
  await check(panel.getByRole('checkbox', { name: /Em contato 1/ }))
  await eventually(() => page.getByRole('row').count()).toBe(2)
  expect(decodeURIComponent(page.url())).toContain('"status":"contacted"')
  await page.getByRole('button', { name: 'Quadro' }).click()
  await column(page, 'Em contato').getByText('Bia Lima').waitFor()
  await page.reload()
  await column(page, 'Em contato').getByText('Bia Lima').waitFor()
  await page.goBack()
  await page.goBack()
  await eventually(() => page.getByRole('row').count()).toBe(4)

  await page.getByRole('searchbox', { name: 'Buscar leads' }).fill('98765-1000')
  await eventually(() => page.getByRole('row').count()).toBe(2)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Buscar leads')
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await eventually(() => page.getByRole('row').count()).toBe(4)
})

test('the days of a filter are those of the company, wherever the device is', async () => {
  const ours = await filled(['Ada Souza'])
  const [now, home] = [Date.now(), 'America/Sao_Paulo']
  const today = dayAt(now, home)
  const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(far => dayAt(now, far) !== today) ?? ''
  const page = await open(ours, '/leads', { width: 1280, height: 900, scheme: 'light', zone })
  await page.getByRole('button', { name: 'Filtros' }).click()
  const panel = page.getByRole('complementary', { name: 'Filtros' })
  await panel.locator('summary', { hasText: 'Recebido em' }).click()
  await panel.getByRole('button', { name: 'Hoje', exact: true }).click()
  await eventually(() => decodeURIComponent(page.url())).toContain('"receivedIn":"today"')
  await page.getByText('Recebido: hoje').waitFor()
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  await panel.getByRole('button', { name: '7 dias', exact: true }).click()
  await page.getByText('Recebido: últimos 7 dias').waitFor()
  // Days by hand take the place of those that move.
  await panel.getByLabel('Recebido em, de').fill(today)
  await eventually(() => decodeURIComponent(page.url())).toContain(`{"receivedFrom":"${today}"}`)
})

test('the keyboard moves through the rows, selects and opens; shift selects a range', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima', 'Caio Prado'])
  const page = await open(ours, '/leads')
  await page.getByRole('link', { name: 'Caio Prado', exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect.poll(() => page.getByRole('checkbox', { name: 'Selecionar Bia Lima' }).isChecked()).toBe(true)
  await page.getByText('1 selecionado').waitFor()
  await page.getByRole('checkbox', { name: 'Selecionar Ada Souza' }).click({ modifiers: ['Shift'] })
  await page.getByText('2 selecionados').waitFor()
  await page.getByRole('link', { name: 'Bia Lima', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByText('1 selecionado', { exact: true }).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('Shift+x')
  await page.getByText('3 selecionados').waitFor()
  await page.keyboard.press('a')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe('Situação')
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('Caio Prado')
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Em contato' }).press('Enter')
  await eventually(async () => (await statusOf(ours, 'Ada Souza'))?.status).toBe('contacted')
  await page.getByText('3 selecionados').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bia Lima', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada Souza' }).waitFor()
})

test('a view is saved, opened by a colleague, and says that it was changed', async () => {
  const ours = await filled(['Ada Souza'])
  const page = await open(ours, '/leads?filter={"status":"new"}&sort=name&order=ASC')
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitem', { name: 'Salvar visão atual' }).click()
  const dialog = page.getByRole('dialog', { name: 'Salvar visão' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Novos de A a Z')
  await check(dialog.getByRole('switch', { name: 'Toda a equipe vê' }))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: 'Novos de A a Z', pressed: true }).waitFor()
  await page.getByRole('button', { name: /^Tirar filtro/ }).click()
  await page.getByRole('button', { name: 'Salvar alterações' }).click()
  await page.getByText('Visão salva').first().waitFor()
  await eventually(() => page.getByRole('button', { name: 'Salvar alterações' }).count()).toBe(0)

  const colleague = await open(await join(site.app, ours, { name: 'Rui' }), '/leads', views['phone dark'])
  await colleague.getByRole('button', { name: 'Visões' }).click()
  await colleague.getByRole('menuitem', { name: 'Novos de A a Z' }).click()
  await colleague.getByRole('button', { name: 'Novos de A a Z', pressed: true }).waitFor()
  expect(colleague.url()).toContain('sort=name')
})

test('own fields of the form narrow the list and the board, stand in the address and in a view, which is had back after it was deleted', async () => {
  const ours = await company(site.app, 'Padaria Central')
  const city = { name: 'cidade', label: 'Sua cidade', type: 'select', options: ['Recife', 'Olinda'] } as const
  const visit = { name: 'visita', label: 'Quer uma visita', type: 'checkbox' } as const
  await publishFields(site.app, ours, [{ ...city, options: [...city.options, 'Natal'] }, visit])
  for (const [n, answers] of [{ cidade: 'Recife' }, { cidade: 'Recife', visita: true }, { cidade: 'Natal' }].entries())
    await sendLead(site.app, ours.id, {
      name: `Lead ${n}`,
      phone: `1198765${1000 + n}`,
      email: `l${n}@x.co`,
      ...answers
    })
  await publishFields(site.app, ours, [{ ...city, options: [...city.options] }])

  const page = await open(ours, '/leads')
  await page.getByRole('button', { name: 'Filtros' }).click()
  const panel = page.getByRole('complementary', { name: 'Filtros' })
  await panel.getByText('Sua cidade').click()
  await panel.getByRole('checkbox', { name: /^Natal \(anterior\) 1/ }).waitFor()
  await panel.getByRole('checkbox', { name: /^Olinda 0/ }).waitFor()
  await check(panel.getByRole('checkbox', { name: /^Recife 2/ }))
  await eventually(() => page.getByRole('row').count()).toBe(3)
  await panel.getByText('Quer uma visita (campo anterior)').click()
  await check(panel.getByRole('checkbox', { name: /^Sim 1/ }))
  await eventually(() => page.getByRole('row').count()).toBe(2)
  const chips = page.getByRole('group', { name: 'Filtros ativos' })
  await chips.getByRole('button', { name: 'Tirar filtro Quer uma visita (campo anterior): Sim' }).waitFor()
  expect(decodeURIComponent(page.url())).toContain('"custom":{"cidade":"Recife","visita":"true"}')
  await page.getByRole('button', { name: 'Quadro' }).click()
  await column(page, 'Novo').getByText('Lead 1').waitFor()
  await expect.poll(() => page.locator('[data-card]').count()).toBe(1)
  await chips.getByRole('button', { name: /Quer uma visita/ }).click()
  await column(page, 'Novo').getByText('Lead 0').waitFor()

  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitem', { name: 'Salvar visão atual' }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Recifenses')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  const views = page.getByRole('group', { name: 'Visões' })
  await views.getByRole('button', { name: 'Recifenses', pressed: true }).click()
  await page.getByRole('menuitem', { name: 'Excluir visão' }).click()
  await views.getByRole('button', { name: 'Visões', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await views.getByRole('button', { name: 'Recifenses', pressed: true }).waitFor()
  await page.goto('/leads')
  await page.getByRole('link', { name: 'Lead 2', exact: true }).waitFor()
  await views.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitem', { name: 'Recifenses' }).click()
  await column(page, 'Novo').getByText('Lead 0').waitFor()
  await chips.getByRole('button', { name: 'Tirar filtro Sua cidade: Recife' }).waitFor()

  // The page of a lead labels the answers as the form does.
  await column(page, 'Novo').getByRole('link', { name: 'Lead 1', exact: true }).click()
  const answers = page.getByRole('region', { name: 'Respostas do formulário' })
  await answers.getByText('Sua cidade').first().waitFor()
  await answers.getByText('Quer uma visita').first().waitFor()
})

test('the table shows for each channel whether a lead accepts, has withdrawn or was never asked', async () => {
  const ours = await filled(['Ada Souza'])
  const [lead] = (await site.app.inject({ url: '/api/leads', headers: ours.auth })).json()
  await site.app.inject({
    method: 'POST',
    url: `/api/leads/${lead.id}/consents`,
    headers: ours.auth,
    payload: { channel: 'phone', granted: false, evidence: 'Pediu por telefone' }
  })
  const page = await open(ours, '/leads')
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Colunas e linhas' }).click()
  await check(page.getByRole('checkbox', { name: 'Consentimento' }))
  await page.keyboard.press('Escape')
  const sign = page.getByRole('row', { name: /Ada Souza/ }).getByRole('img', { name: 'Só E-mail' })
  const day = String.raw`\d{2}/\d{2}/\d{4} \d{2}:\d{2}`
  await expect.poll(() => sign.textContent()).toBe('Só E-mail')
  const channels = ['WhatsApp: sem decisão', `Telefone: revogado em ${day}`, `E-mail: autorizado em ${day}`]
  await expect.poll(() => sign.getAttribute('title')).toMatch(new RegExp(`^${channels.join('\n')}$`))
  await expect.poll(() => sign.getAttribute('aria-label')).toMatch(new RegExp(`^Só E-mail\\. ${channels.join('; ')}$`))
})

test('with the filters open the sorted column stays in sight, and what is done with a lead comes with the pointer', async () => {
  const ours = await filled(['Ada Souza'])
  const page = await open(ours, '/leads')
  await page.setViewportSize({ width: 1440, height: 900 })
  const row = page.getByRole('row', { name: /Ada Souza/ })
  await row.waitFor()
  const table = page.getByRole('table', { name: 'Leads' }).locator('..')
  // Without them the whole table has room.
  expect(await table.evaluate(it => it.scrollWidth - it.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('complementary', { name: 'Filtros' }).waitFor()
  const frame = await boxOf(table)
  const sorted = await boxOf(page.getByRole('columnheader', { name: 'Recebido em' }))
  expect(sorted.x).toBeGreaterThan(frame.x)
  expect(sorted.x + sorted.width).toBeLessThanOrEqual(frame.x + frame.width + 1)
  const shown = () => row.locator('.acts').evaluate(it => getComputedStyle(it).opacity)
  await page.mouse.move(2, 2)
  await eventually(shown).toBe('0')
  await row.hover()
  await eventually(shown).toBe('1')
  await page.mouse.move(2, 2)
  await eventually(shown).toBe('0')
  await row.getByRole('link', { name: 'Ada Souza', exact: true }).focus()
  await eventually(shown).toBe('1')
})

test('the five columns of the board have room beside the filters, and a card has its value, origin and words', async () => {
  const ours = await filled(['Ada Souza'])
  await site.app.db.company(ours.id, trx =>
    sql`update leads set value_cents = 185000, message = ${'Primeira\nVocês entregam no sábado?'}`.execute(trx)
  )
  const page = await open(ours, '/leads?view=board')
  await page.setViewportSize({ width: 1440, height: 900 })
  const card = page.locator('[data-card]', { hasText: 'Ada Souza' })
  await card.waitFor()
  if (!(await page.getByRole('complementary', { name: 'Filtros' }).isVisible()))
    await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('complementary', { name: 'Filtros' }).waitFor()
  const board = page.getByRole('group', { name: 'Quadro de leads' })
  expect(await board.evaluate(it => it.scrollWidth - it.clientWidth)).toBe(0)
  await card.getByText('R$ 1.850,00').waitFor()
  await card.getByText('Formulário').waitFor()
  await card.getByText('Vocês entregam no sábado?', { exact: true }).waitFor()
})

test('all leads of a filter are changed in the background, which outlives the tab, and can be undone', async () => {
  const ours = await filled(Array.from({ length: 27 }, (_, n) => `Lead ${n}`))
  const page = await open(ours, '/leads')
  await check(page.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await page.getByRole('button', { name: 'Selecionar todos os 27' }).click()
  await page.getByText('27 selecionados').waitFor()
  await page.getByRole('button', { name: 'Situação', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Perdido' }).click()
  const why = page.getByRole('dialog', { name: 'Por que 27 leads foram perdidos?' })
  await check(why.getByRole('radio', { name: 'Preço' }))
  const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/operations'))
  await why.getByRole('button', { name: 'Marcar como perdidos' }).click()
  await sent
  await page.reload()
  await page.getByText('Situação alterada em 27 leads').waitFor()
  expect(await statusOf(ours, 'Lead 3')).toEqual({ status: 'lost', lost_reason: 'Preço' })
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('menuitem', { name: 'Ações em massa recentes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('dialog').getByText('Desfeito').waitFor()
  expect(await statusOf(ours, 'Lead 3')).toEqual({ status: 'new', lost_reason: null })
})

test('a card is carried to another column, and a loss asks why', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima'])
  const page = await open(ours, '/leads?view=board')
  await column(page, 'Novo').getByText('Bia Lima').waitFor()
  await carry(page, 'Bia Lima', 'Agendado')
  await column(page, 'Agendado').getByText('Bia Lima').waitFor()
  await eventually(async () => (await statusOf(ours, 'Bia Lima'))?.status).toBe('scheduled')
  // The time can be booked at once; the lead stays scheduled where nobody does.
  const booking = page.getByRole('dialog', { name: 'Agendar com Bia Lima' })
  await booking.getByRole('button', { name: 'Cancelar' }).click()
  await booking.waitFor({ state: 'detached' })

  await carry(page, 'Ada Souza', 'Perdido')
  const why = page.getByRole('dialog', { name: 'Por que o lead Ada Souza foi perdido?' })
  await why.getByRole('button', { name: 'Cancelar' }).click()
  await column(page, 'Novo').getByText('Ada Souza').waitFor()
  await carry(page, 'Ada Souza', 'Perdido')
  await check(why.getByRole('radio', { name: 'Não respondeu' }))
  await why.getByRole('button', { name: 'Marcar como perdido' }).click()
  await column(page, 'Perdido').getByText('Ada Souza').waitFor()
  await eventually(() => statusOf(ours, 'Ada Souza')).toEqual({ status: 'lost', lost_reason: 'Não respondeu' })
})

test('a card that is let go of with Esc, or in a window that is left, stays where it was', async () => {
  const ours = await filled(['Ada Souza'])
  const page = await open(ours, '/leads?view=board')
  await column(page, 'Novo').getByText('Ada Souza').waitFor()
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.evaluate(() => dispatchEvent(new Event('blur')))
  ]) {
    const { x, y } = await middleOf(page, 'Ada Souza')
    const sheets = await sheetsOf(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 300, y + 40, { steps: 5 })
    await eventually(() => carried(page)).toBe(1)
    await page.locator('[data-over]').waitFor()
    // A style sheet that came and went with each drag would cause a layout of the whole page.
    expect(await sheetsOf(page)).toBe(sheets)
    await leave()
    await eventually(() => carried(page)).toBe(0)
    await expect.poll(() => page.locator('[data-over], [data-line], [data-dragging]').count()).toBe(0)
    await page.mouse.up()
    await column(page, 'Novo').getByText('Ada Souza').waitFor()
  }
  expect(await statusOf(ours, 'Ada Souza')).toMatchObject({ status: 'new' })
  expect(new URL(page.url()).pathname).toBe('/leads')
})

test('a board that changes under a carried card goes on: a new card, and one that a colleague takes away', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima'])
  const colleague = await join(site.app, ours, { name: 'Rui', role: 'manager' })
  const page = await open(ours, '/leads?view=board')
  const failures: unknown[] = []
  page.on('pageerror', error => failures.push(error))
  const { x, y } = await middleOf(page, 'Ada Souza')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 300, y + 40, { steps: 5 })
  await eventually(() => carried(page)).toBe(1)
  await sendLead(site.app, ours.id, { name: 'Caio Prado', email: 'caio@example.com', phone: '21912345678' })
  await column(page, 'Novo').getByText('Caio Prado').waitFor()
  await page.mouse.move(x + 310, y + 45, { steps: 5 })
  await page.locator('[data-over]').waitFor()
  await page.mouse.up()
  const to = await page.locator('[data-column]', { hasText: 'Ada Souza' }).getAttribute('data-column')
  expect(to).not.toBe('new')
  await eventually(async () => (await statusOf(ours, 'Ada Souza'))?.status).toBe(to)

  const bia = await middleOf(page, 'Bia Lima')
  await page.mouse.move(bia.x, bia.y)
  await page.mouse.down()
  await page.mouse.move(bia.x + 300, bia.y + 40, { steps: 5 })
  await eventually(() => carried(page)).toBe(1)
  const id = await page.locator('[data-card]', { hasText: 'Bia Lima' }).first().getAttribute('data-card')
  const moved = await site.app.inject({
    method: 'POST',
    url: `/api/leads/${id}/move`,
    headers: colleague.auth,
    payload: { status: 'converted', above: null, from: 'new' }
  })
  expect(moved.statusCode, moved.body).toBe(200)
  await column(page, 'Convertido').getByText('Bia Lima').waitFor()
  await page.mouse.up()
  await expect.poll(() => page.locator('[data-card]', { hasText: 'Bia Lima' }).count()).toBe(1)
  await expect.poll(() => page.locator('[data-over], [data-line], [data-dragging]').count()).toBe(0)
  expect(failures).toEqual([])
})

test('a card that a colleague has moved meanwhile, or that no connection takes, goes back and says so', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima'])
  const page = await open(ours, '/leads?view=board')
  await column(page, 'Novo').getByText('Ada Souza').waitFor()
  await page.context().setOffline(true)
  await carry(page, 'Ada Souza', 'Agendado')
  await page.getByText('Ada Souza voltou para Novo.').first().waitFor()
  await column(page, 'Novo').getByText('Ada Souza').waitFor()

  // The browser learns of the colleague's move only from the refusal, not as it comes back.
  await page.route('**/api/leads/board**', route => route.abort())
  await page.route('**/api/events', route => route.abort())
  await page.context().setOffline(false)
  await site.app.db.company(ours.id, trx =>
    trx
      .updateTable('leads')
      .set({ status: 'converted' as LeadStatus })
      .where('name', '=', 'Bia Lima')
      .execute()
  )
  await carry(page, 'Bia Lima', 'Agendado')
  await page
    .getByText(/Bia Lima voltou para Novo\. .*mudou a situação deste lead/)
    .first()
    .waitFor()
  expect(await statusOf(ours, 'Bia Lima')).toMatchObject({ status: 'converted' })
})

test('a card is one stop of the Tab key, the arrows go from card to card, and M moves one, which is announced', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima', 'Caio Reis'])
  await site.app.db.company(ours.id, trx =>
    trx
      .updateTable('leads')
      .set({ status: 'converted' as LeadStatus })
      .where('name', '=', 'Caio Reis')
      .execute()
  )
  // A mark is read with the link, and is no stop of its own.
  await site.app.db.company(ours.id, trx => sql`update leads set marks = '{duplicate}'`.execute(trx))
  const page = await open(ours, '/leads?view=board')
  const link = (name: string) => page.locator('[data-open]', { hasText: name })
  const focused = (name: string) =>
    eventually(() => link(name).evaluate(it => it === document.activeElement)).toBe(true)
  await link('Caio Reis').waitFor()
  const cards = await column(page, 'Novo').locator('[data-open]').allTextContents()
  const [first = '', second = ''] = cards
  await link(first).focus()
  await expect.poll(() => link(first).getAttribute('aria-description')).toBe('Possível duplicado')
  await page.keyboard.press('Tab')
  await focused(second)
  await page.keyboard.press('ArrowUp')
  await focused(first)
  await page.keyboard.press('End')
  await focused(second)
  await page.keyboard.press('ArrowRight') // past two empty columns
  await focused('Caio Reis')
  await page.keyboard.press('ArrowLeft')
  await focused(first)
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Agendado' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`${first} foi para Agendado`).waitFor({ state: 'attached' })
  await eventually(() => statusOf(ours, first)).toMatchObject({ status: 'scheduled' })
  await page.getByRole('dialog', { name: `Agendar com ${first}` }).waitFor()
  await page.keyboard.press('Escape')
  await focused(first)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/leads\/[0-9a-f]{24}/)
})

const finger: View = { ...(views['phone light'] as View), touch: true }

type Point = { x: number; y: number }

/** A finger on the screen, as the browser's own input has it: scrolling, long presses and taps come of it. */
async function touch(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  let at: Point = { x: 0, y: 0 }
  const between = (from: Point, to: Point, share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share
  })
  return {
    down: (point: Point) => {
      at = point
      return send('touchStart', [point])
    },
    move: async (to: Point, steps = 10) => {
      const from = at
      for (let n = 1; n <= steps; n++) {
        at = between(from, to, n / steps)
        await send('touchMove', [at])
      }
    },
    /** Down and away at once: sent one by one a slow machine makes a rest of the time between them. */
    swipe: (from: Point, to: Point) => {
      at = to
      const moves = [0.25, 0.5, 0.75, 1].map(share => between(from, to, share))
      return Promise.all([send('touchStart', [from]), ...moves.map(point => send('touchMove', [point]))])
    },
    up: () => send('touchEnd', [])
  }
}

const middleOf = async (page: Page, name: string): Promise<Point> => {
  const box = await boxOf(page.locator('[data-card]', { hasText: name }))
  return { x: box.x + 60, y: box.y + box.height / 2 }
}

const carried = (page: Page) => page.locator('[data-dnd-dragging]').count()

test('on a phone a card is carried by a finger that rests on it first, past the edge to the next columns', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima'])
  const page = await open(ours, '/leads?view=board', finger)
  await column(page, 'Novo').getByText('Bia Lima').waitFor()
  const hand = await touch(page)
  await hand.down(await middleOf(page, 'Bia Lima'))
  await eventually(() => carried(page)).toBe(1)
  await hand.move({ x: 350, y: 400 })
  const board = page.getByRole('group', { name: 'Quadro de leads' })
  await eventually(() => board.evaluate(each => each.scrollLeft)).toBeGreaterThan(200)
  const over = page.locator('[data-over]')
  // Where it scrolled to, a gap between two columns may be under the finger.
  let x = 160
  await eventually(async () => {
    await hand.move({ x: x++, y: 400 })
    return over.count()
  }).toBe(1)
  const status = await over.getAttribute('data-column')
  expect(status).not.toBe('new')
  await hand.up()
  expect(await carried(page)).toBe(0)
  await page.locator(`[data-column=${status}]`).getByText('Bia Lima').waitFor()
  await eventually(async () => (await statusOf(ours, 'Bia Lima'))?.status).toBe(status)
  // The gesture did not count as a tap, which would have opened the lead.
  expect(new URL(page.url()).pathname).toBe('/leads')
})

test('on a phone a swipe scrolls the column and the board and carries nothing, and a tap opens', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Lead ${String(n).padStart(2, '0')}`)
  const ours = await filled(names)
  const page = await open(ours, '/leads?view=board', finger)
  await column(page, 'Novo').getByText('Lead 11').waitFor()
  const hand = await touch(page)
  const list = page.locator('[data-column=new] [data-cards]')
  const start = await middleOf(page, 'Lead 11')
  await hand.swipe(start, { x: start.x, y: start.y - 150 })
  // A finger that goes on resting begins nothing either.
  await nothingFor(400, () => carried(page), 0)
  await hand.up()
  await eventually(() => list.evaluate(each => each.scrollTop)).toBeGreaterThan(80)

  const board = page.getByRole('group', { name: 'Quadro de leads' })
  await hand.swipe({ x: 300, y: start.y }, { x: 60, y: start.y })
  expect(await carried(page)).toBe(0)
  await hand.up()
  await eventually(() => board.evaluate(each => each.scrollLeft)).toBeGreaterThan(100)
  for (const name of names) expect(await statusOf(ours, name)).toMatchObject({ status: 'new' })

  await page.goto('/leads?view=board')
  await column(page, 'Novo').getByRole('link', { name: 'Lead 11', exact: true }).tap()
  await page.waitForURL(/\/leads\/[0-9a-f]{24}$/)
})

test('on a phone a card is moved by taps on its menu', async () => {
  const ours = await filled(['Ada Souza'])
  const page = await open(ours, '/leads?view=board', finger)
  await page.getByRole('button', { name: 'Mover Ada Souza para...' }).tap()
  await page.getByRole('menuitem', { name: 'Agendado' }).tap()
  await eventually(() => statusOf(ours, 'Ada Souza')).toMatchObject({ status: 'scheduled' })
  await page.locator('[data-column=scheduled]').getByText('Ada Souza').waitFor()
})

test('on a phone the next page is within reach, and a page that is no more leads to the last one', async () => {
  const ours = await filled(Array.from({ length: 26 }, (_, n) => `Lead ${n}`))
  const page = await open(ours, '/leads', views['phone light'])
  const next = page.getByRole('button', { name: 'Ir para a próxima página' })
  await next.scrollIntoViewIfNeeded()
  const box = await boxOf(next)
  expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  await next.click()
  await page.getByText('26–26 de 26').waitFor()
  expect(page.url()).toContain('page=2')

  await page.goto('/leads?page=90000')
  await page.getByText('26–26 de 26').waitFor()
  expect(page.url()).toContain('page=2')
  await check(page.getByRole('checkbox', { name: 'Selecionar Lead 0' }))
  await page.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('1–25 de 25').waitFor()
})

test('where nothing answers, a lead that is opened says so, and the application stays', async () => {
  const page = await open(await filled(['Ada Souza']), '/leads')
  const link = page.getByRole('link', { name: 'Ada Souza', exact: true })
  await link.waitFor()
  await page.route('**/*', route => route.abort())
  await link.click()
  await page.getByText('Não foi possível mostrar esta página.').waitFor()
  await nothingFor(500, () => page.getByRole('button', { name: 'Recarregar' }).count(), 1)
  await expect.poll(() => page.getByRole('link', { name: 'Painel' }).count()).toBe(1)
})

test('what was typed of a new lead outlives the Esc key, and goes when it is given up', async () => {
  const page = await open(await filled(['Ada Souza']), '/leads')
  const ask = page.getByRole('button', { name: 'Novo lead' })
  const dialog = page.getByRole('dialog', { name: 'Novo lead' })
  const name = dialog.getByRole('textbox', { name: 'Nome' })
  await ask.click()
  await name.fill('Caio Prado')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await ask.click()
  await expect.poll(() => name.inputValue()).toBe('Caio Prado')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await ask.click()
  await expect.poll(() => name.inputValue()).toBe('')
})

test('selected leads are exported, and two of them become one', async () => {
  const ours = await filled(['Ada Souza', 'Ada Sousa', 'Bia Lima'])
  const page = await open(ours, '/leads')
  await check(page.getByRole('checkbox', { name: 'Selecionar Bia Lima' }))
  const tools = page.getByRole('toolbar', { name: 'Ações para os leads selecionados' })
  await tools.getByRole('button', { name: 'Exportar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exportar 1 lead' })
  await check(dialog.getByRole('radio', { name: /^CSV/ }))
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exportar' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(2)
  expect(file).toContain('Bia Lima')
  await expect.poll(() => tools.getByRole('button', { name: 'Mesclar' }).count()).toBe(0)

  await uncheck(page.getByRole('checkbox', { name: 'Selecionar Bia Lima' }))
  await check(page.getByRole('checkbox', { name: 'Selecionar Ada Souza' }))
  await check(page.getByRole('checkbox', { name: 'Selecionar Ada Sousa' }))
  await tools.getByRole('button', { name: 'Mesclar' }).click()
  await page.getByRole('dialog', { name: 'Mesclar leads' }).getByRole('button', { name: 'Mesclar' }).click()
  await page.getByText('Leads mesclados').waitFor()
  await page.getByRole('link', { name: 'Ada Sousa', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  await expect.poll(() => tools.count()).toBe(0)
})

test('who has deleted all leads can take it back where the list was', async () => {
  const page = await open(await filled(['Ada Souza', 'Bia Lima']), '/leads')
  await check(page.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await page.getByRole('toolbar').getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('heading', { name: 'Nenhum lead ainda' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Importar planilha' }).count()).toBe(1)
  await page.getByText('2 leads excluídos').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
})

test('the letter c begins a new lead, and is not typed into it', async () => {
  const page = await open(await filled(['Ada Souza']), '/leads')
  await page.getByRole('link', { name: 'Ada Souza', exact: true }).waitFor()
  await page.keyboard.press('c')
  const name = page.getByRole('dialog', { name: 'Novo lead' }).getByRole('textbox', { name: 'Nome' })
  await name.waitFor()
  await expect.poll(() => name.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await name.waitFor()
  await expect.poll(() => name.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).getByText('Novo lead').waitFor()
})

test('who gives an export up gets no file', async () => {
  const page = await open(await filled(['Ada Souza']), '/leads')
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('menuitem', { name: 'Exportar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exportar 1 lead' })
  let files = 0
  page.on('download', () => files++)
  const { promise: gone, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/exports/*', async route => {
    await gone
    await route.continue().catch(() => {})
  })
  await dialog.getByRole('button', { name: 'Exportar' }).click()
  await dialog.getByText('Preparando o arquivo').waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.waitFor({ state: 'detached' })
  answer()
  await nothingFor(2000, () => files, 0)
})

test('owner, value, tags and next action of a lead are changed where they stand', async () => {
  const ours = await filled(['Ada Souza', 'Bia Lima'])
  await site.app.inject({ method: 'POST', url: '/api/tags', headers: ours.auth, payload: { name: 'Indicação' } })
  // The column of values is there once some lead has one, and all columns where there is room for them.
  await site.app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ value_cents: 100 }).where('name', '=', 'Ada Souza').execute()
  )
  const page = await open(ours, '/leads', { width: 1640, height: 900, scheme: 'light' })
  await page.getByRole('link', { name: 'Bia Lima', exact: true }).waitFor()
  const cell = (title: string, text: string) =>
    page.getByRole('button', { name: `${title} de Bia Lima: ${text}`, exact: true })

  await cell('Responsável', 'ninguém').click()
  await page.getByRole('menu', { name: 'Responsável de Bia Lima' }).getByText('Pessoa de Teste').click()
  await cell('Responsável', 'Pessoa de Teste').waitFor()

  await cell('Valor', 'nenhum').click()
  const value = page.getByRole('textbox', { name: 'Valor de Bia Lima' })
  const worth = page.getByRole('button', { name: /^Valor de Bia Lima: R\$\s1\.500,00$/ })
  await value.fill('99.999.999.999,00')
  await value.press('Enter')
  await page.getByText('Digite um valor em reais').waitFor()
  await value.fill('1.500')
  await value.press('Enter')
  await worth.waitFor()
  // The keyboard goes on from the cell.
  await eventually(() => worth.evaluate(button => button === document.activeElement)).toBe(true)

  await cell('Etiquetas', 'nenhuma').click()
  const tags = page.getByRole('dialog', { name: 'Etiquetas de Bia Lima' })
  await tags.getByRole('combobox', { name: 'Etiquetas' }).click()
  await page.getByRole('option', { name: 'Indicação' }).click()
  await tags.getByText('Indicação').waitFor()
  await page.keyboard.press('Escape')
  await tags.waitFor({ state: 'detached' })
  await cell('Etiquetas', '1').waitFor()

  await cell('Próxima ação', 'nenhuma').click()
  const task = page.getByRole('dialog', { name: 'Nova tarefa: Bia Lima' })
  await task.getByRole('textbox', { name: 'O que fazer' }).fill('Ligar')
  await task.getByRole('button', { name: 'Criar tarefa' }).click()
  const next = page.getByRole('button', { name: /^Próxima ação de Bia Lima: (?!nenhuma)/ })
  await next.click()
  await page.getByRole('dialog', { name: 'Mudar a tarefa' }).getByRole('textbox', { name: 'O que fazer' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'O que fazer' }).inputValue()).toBe('Ligar')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const [lead] = await site.app.db.company(ours.id, trx =>
    trx.selectFrom('leads').selectAll().where('name', '=', 'Bia Lima').execute()
  )
  expect(lead).toMatchObject({ value_cents: 150_000, owner_id: expect.any(String), tags: [expect.any(String)] })
})
