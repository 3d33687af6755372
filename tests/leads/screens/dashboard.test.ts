import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { dayIn } from '../../../services/leads/forms/queries.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { unfold } from '../../kit/dashboard.ts'
import { openAs, openSite, browserTest as test, type View, views } from '../../kit/site.ts'

const site = await openSite()
const { app } = site

async function open(who: Tenant, address: string, view?: View): Promise<Page> {
  const page = await openAs(site, who, address, view)
  await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor()
  return page
}

/** A company whose leads came by several ways, at the edges of days, and went on in every manner. */
async function lively(): Promise<Tenant> {
  const ours = await company(app, 'Padaria Central')
  const me = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  await app.db.company({ id: ours.id, held: true, deleted: true }, trx =>
    sql`insert into leads (company_id, name, source, consent_given, received_at, status, lost_reason, owner_id, marks,
        first_contact_at, last_contact_at, first_touch, last_touch, held_at, deleted_at)
      select ${ours.id}, 'L' || n, (array['form', 'site'])[1 + n % 2], false, at, status,
        case when status = 'lost' and n % 4 = 0 then 'Preço' end, case when n % 3 = 0 then ${me} end,
        case when n % 11 = 0 then '{bot}'::text[] else '{}' end,
        case when status <> 'new' or n % 4 = 0 then at + interval '1 hour' end,
        case when status <> 'new' or n % 4 = 0 then least(now(), at + interval '5 days') end,
        case when n % 4 < 2 then jsonb_build_object('utm_campaign', 'verao') when n % 4 = 2 then '{}' end,
        case when n % 4 = 0 then jsonb_build_object('utm_campaign', 'natal') end,
        case when n % 13 = 0 then now() end, case when n % 17 = 0 then now() end
      from generate_series(1, 90) as n, lateral (select
        (array['new', 'contacted', 'new', 'converted', 'lost', 'scheduled'])[1 + n % 6] as status,
        -- One moment before and after midnight of the company.
        ((now() at time zone 'America/Sao_Paulo')::date - n / 4)::timestamp at time zone 'America/Sao_Paulo'
          + (n % 2 * 2 - 1) * interval '1 second' as at) as t`.execute(trx)
  )
  return ours
}

/** Each link of the dashboard to a list of leads, and the number that it stands for. */
async function shown(page: Page): Promise<{ label: string; number: number; filter: string }[]> {
  const links = await page.locator('a[href^="/leads?"]').all()
  const found = await Promise.all(
    links.map(async link => {
      const label = ((await link.textContent()) ?? '').replace(/\s+/g, ' ')
      const row = link.or(link.locator('xpath=ancestor::*[self::li or self::tr][1]')).locator('strong')
      const text = (await row.count()) > 0 ? ((await row.textContent()) ?? '') : (label.match(/\d[\d.]*/)?.[0] ?? '')
      const filter = new URL((await link.getAttribute('href')) ?? '', site.url).searchParams.get('filter') ?? ''
      return { label, number: Number(text.replace(/\D/g, '')), filter }
    })
  )
  return found
}

test('each number of the dashboard is that of the list which it opens', async () => {
  const ours = await lively()
  const day = (back: number) => dayIn('America/Sao_Paulo', new Date(Date.now() - back * 86_400_000))
  for (const query of ['', 'owner=me', 'owner=none', 'period=today', 'period=month', `from=${day(12)}&to=${day(5)}`]) {
    const page = await open(ours, `/dashboard?${query}`)
    await page.getByRole('region', { name: 'Números do período' }).getByRole('link').first().waitFor()
    await page.getByRole('region', { name: 'Quem responder agora' }).getByRole('listitem').first().waitFor()
    await unfold(page)
    const numbers = await shown(page)
    // A month is a day on its first.
    expect(numbers.length).toBeGreaterThan(/today|month/.test(query) ? 5 : 12)
    const lists = await Promise.all(
      numbers.map(async ({ label, filter }) => {
        const { headers } = await app.inject({ url: '/api/leads', query: { filter }, headers: ours.auth })
        return { label, number: Number(String(headers['content-range']).split('/')[1]), filter }
      })
    )
    expect([query, numbers]).toEqual([query, lists])
  }
})

test('before the first lead there is how it comes, and no number', async () => {
  const ours = await company(app)
  const page = await open(ours, '/dashboard')
  await page.getByRole('region', { name: 'Seu primeiro lead aparece aqui' }).waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: /Números do período|Quem responder agora|Funil/ }).count())
    .toBe(0)
  await sendLead(app, ours.id, { message: 'Quanto custa um bolo para trinta pessoas?' })
  const row = page.getByRole('region', { name: 'Quem responder agora' }).getByRole('listitem').first()
  await row.getByText('“Quanto custa um bolo para trinta pessoas?”').waitFor()
  // In a first month there is nothing to compare with, and nothing says so.
  const numbers = page.getByRole('region', { name: 'Números do período' })
  await expect
    .poll(() => numbers.getByRole('link').allTextContents())
    .toEqual(['Leads recebidos1', 'Viraram clientes0'])
  await unfold(page)
  const days = page.getByRole('region', { name: 'Entrada por dia' })
  await days.getByRole('list', { name: 'Legenda' }).getByText('Recebidos').waitFor()
  await page.getByRole('region', { name: 'Funil' }).getByText('Tiveram contato').waitFor()
})

test('the blocks are moved by keyboard alone, and stand so the next time', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id)
  const page = await open(ours, '/dashboard')
  const order = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  await expect.poll(order).toEqual(expect.arrayContaining(['Uso do plano', 'Atividades recentes']))
  await page.getByRole('button', { name: 'Escolher o que o painel mostra' }).press('Enter')
  const up = page.getByRole('dialog', { name: 'Blocos do painel' }).getByRole('button', { name: 'Subir Uso do plano' })
  await up.press('Enter')
  // Faster than what was chosen is drawn.
  await up.evaluate((button: HTMLElement) => {
    for (let n = 0; n < 5; n++) button.click()
  })
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Análises' }).press('Space')
  await page.keyboard.press('Escape')
  const wanted = [
    ...['Uso do plano', 'Quem responder agora', 'Primeiros passos', 'Recebidos', 'Vendidos'],
    'Atividades recentes'
  ]
  await expect.poll(order).toEqual(wanted)
  const saved = async () => (await app.inject({ url: '/api/dashboard/settings', headers: ours.auth })).json()
  await expect.poll(saved).toMatchObject({ hidden: ['charts'] })
  await page.reload()
  await expect.poll(order).toEqual(wanted)

  await page.route('**/api/dashboard/settings', route => route.abort())
  await page.getByRole('button', { name: 'Escolher o que o painel mostra' }).press('Enter')
  const charts = page.getByRole('dialog').getByRole('checkbox', { name: 'Análises' })
  await charts.press('Space')
  await page.getByText('Erro de conexão com o servidor.').waitFor()
  await expect.poll(() => charts.isChecked()).toBe(false)
})

test('on paper stand the numbers and charts of the period, whatever the scheme of the screen', async () => {
  for (const view of ['desktop light', 'phone dark']) {
    const page = await open(await lively(), '/dashboard', views[view])
    await page.getByRole('button', { name: /^Como os leads avançam/ }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByText(/^Padaria Central: \d\d\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}$/).waitFor()
    for (const hidden of [page.getByRole('navigation'), page.getByRole('heading', { name: 'Quem responder agora' })])
      await expect.poll(() => hidden.locator('visible=true').count()).toBe(0)
    for (const part of [page.getByText(/^Padaria Central:/), page.getByRole('heading', { name: 'Funil' })]) {
      const ink = await part.evaluate(element => getComputedStyle(element).color)
      expect(Math.max(...(ink.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(120)
    }
  }
})

test('the next appointments open their day and their lead, and follow what happens to them', async () => {
  const ours = await company(app)
  const leadId = (await sendLead(app, ours.id, { name: 'Conceição Araújo' })).json().id
  const employeeId = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const book = async (hours: number, more: object = {}): Promise<string> => {
    const at = (plus: number) => new Date(Date.now() + (hours + plus) * 3_600_000).toISOString()
    const payload = { title: 'Visita técnica', start: at(0), end: at(1), employeeId, ...more }
    return (await app.inject({ method: 'POST', url, headers: ours.auth, payload })).json().data.id
  }
  const move = (id: string, to: string) =>
    app.inject({ method: 'POST', url: `${url}/${id}/${to}`, headers: ours.auth, payload: {} })
  const page = await open(ours, '/dashboard')
  await unfold(page)
  const coming = page.getByRole('region', { name: 'Próximos compromissos' })
  await expect.poll(() => coming.count()).toBe(0)

  await book(48, { leadId })
  await coming.getByRole('listitem').filter({ hasText: 'Conceição Araújo · Visita técnica' }).waitFor()
  const period = page.getByRole('region', { name: 'Compromissos do período' })
  await unfold(page)
  await period.getByText('Nenhum compromisso do período foi marcado como realizado').waitFor()
  for (const [hours, to] of [
    [-30, 'done'],
    [-32, 'done'],
    [-34, 'no-show']
  ] as const)
    await move(await book(hours), to)
  await period.getByRole('listitem').filter({ hasText: 'Equipe1 de 3' }).waitFor()
  expect(await period.getByRole('definition').allTextContents()).toEqual(['2', '1'])
  expect(await accessibilityFaults(page)).toEqual([])

  for (const name of ['desktop dark', 'phone light', 'phone dark']) {
    const other = await open(ours, '/dashboard', views[name])
    await unfold(other)
    await other.getByRole('region', { name: 'Compromissos do período' }).getByText('Equipe').waitFor()
    expect(await accessibilityFaults(other)).toEqual([])
    expect([name, await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([name, 0])
  }
  const day = dayIn('America/Sao_Paulo', new Date(Date.now() + 48 * 3_600_000))
  await coming.getByRole('link').first().click()
  await page.waitForURL(`**/calendar?dia=${day}`)
  await page.getByText('Conceição Araújo').first().waitFor()
})
