import type { Page } from 'playwright'
import { openBrowser } from '../tests/kit/browser.ts'
import { boxOf } from '../tests/kit/site.ts'
import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const [leads, slowed] = [10_000, 4]

/**
 * In milliseconds: `paint` from an input to the next paint (Event Timing API), `task` the longest stretch in which the
 * page answers nothing, as while a hand drags something or what was opened is drawn.
 */
type Waits = { paint: number; task: number }

/** The longest waits since the last call. */
const longest = (page: Page): Promise<Waits> =>
  page.evaluate(async () => {
    // Entries come after the frame in which the interaction was painted, and what it asked of the server later still.
    await new Promise(resolve => setTimeout(resolve, 1500))
    const { paints, tasks } = window as unknown as { paints: number[]; tasks: number[] }
    return { paint: Math.max(0, ...paints.splice(0)), task: Math.max(0, ...tasks.splice(0)) }
  })

/** Carries the second card of a column into the middle of another one, as a hand does, and lets it go. */
async function dragCard(page: Page, from: string, to: string): Promise<void> {
  const card = await boxOf(page.locator(`[data-column=${from}] [data-card]`).nth(1))
  const target = await boxOf(page.locator(`[data-column=${to}]`))
  await page.mouse.move(card.x + 40, card.y + 60)
  await page.mouse.down()
  await page.mouse.move(card.x + 60, card.y + 80, { steps: 4 })
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 30 })
  await page.mouse.up()
}

/** The interactions of a person's day, in a company of 10,000 leads on a device four times slower. */
export async function benchInteractions(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const origin = `http://127.0.0.1:${api.port}`
  const { companyId, headers } = await signUp(api.port, bench.sql)
  await fillLeads(bench.sql, companyId, leads)
  const me = await (await fetch(`${origin}/api/auth/me`, { headers })).text()
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
      const kinds = { event: [] as number[], longtask: [] as number[] }
      Object.assign(window, { paints: kinds.event, tasks: kinds.longtask })
      for (const [type, durations] of Object.entries(kinds))
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) durations.push(entry.duration)
        }).observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
    },
    [headers.authorization.slice('Bearer '.length), me]
  )
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(`${origin}/leads`)
  const rows = page.getByRole('row')
  await rows.nth(20).waitFor()
  await page.waitForTimeout(2000)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })

  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const steps: [string, () => Promise<unknown>][] = [
    ['a letter in the search', () => page.getByRole('searchbox', { name: 'Buscar leads' }).press('a')],
    ['the filters opened', () => button('Filtros').click()],
    [
      'a situation as a filter',
      () =>
        page
          .getByRole('checkbox', { name: /^Em contato/ })
          .first()
          .click()
    ],
    ['the filters closed', () => button('Filtros').click()],
    [
      'a lead selected',
      () =>
        page
          .getByRole('checkbox', { name: /^Selecionar/ })
          .nth(2)
          .click()
    ],
    ['the menu of a situation', () => button(/^Situação de/).click()],
    ['a situation chosen', () => page.getByRole('menuitem', { name: 'Agendado' }).click()],
    ['a new order', () => page.getByRole('columnheader').getByRole('button').first().click()],
    ['the next page', () => button('Próxima página').click()],
    ['the form of a new lead', () => button('Novo lead').click()],
    ['a letter in the form', () => page.getByRole('dialog').getByRole('textbox').first().press('a')],
    ['the form closed', () => page.keyboard.press('Escape')],
    ['the filter taken off', () => button('Limpar filtros').click()],
    ['the board', () => button('Quadro').click()],
    ['the menu of a card', () => button(/^Mover .* para/).click()],
    ['a card moved', () => page.getByRole('menuitem').last().click()],
    ['a card dragged and dropped', () => dragCard(page, 'new', 'contacted')],
    ['a card dragged back', () => dragCard(page, 'contacted', 'new')],
    ['the palette', () => page.keyboard.press('Control+k')],
    ['a letter in the palette', () => page.keyboard.press('a')],
    ['the palette closed', () => page.keyboard.press('Escape')],
    ['the dashboard', () => page.getByRole('link', { name: 'Painel' }).first().click()],
    ['the periods', () => page.getByRole('combobox', { name: 'Período' }).click()],
    ['a period chosen', () => page.getByRole('option').last().click()],
    ['the dark scheme', () => button('Usar tema escuro').click()],
    ['the bell', () => button('Notificações').click()],
    ['the bell closed', () => page.keyboard.press('Escape')],
    ['the tasks', () => page.getByRole('link', { name: 'Tarefas' }).first().click()],
    [
      'the inbox',
      () =>
        page
          .getByRole('link', { name: /WhatsApp/ })
          .first()
          .click()
    ],
    ['the leads again', () => page.getByRole('link', { name: 'Leads' }).first().click()],
    ['the table', () => button('Tabela').click()],
    ['a lead opened', () => rows.nth(3).getByRole('link').first().click()],
    ['a letter in the note', () => page.getByRole('textbox', { name: 'Nota' }).press('a')],
    ['the note saved', () => button('Salvar nota').click()],
    ['a form of its own', () => page.getByRole('tab', { name: 'Registrar contato' }).click()],
    ['a name to change', () => button(/^Editar Nome/).click()],
    ['the name changed', () => page.keyboard.press('Enter')],
    ['another situation', () => page.getByRole('button', { name: 'Em contato', exact: true }).click()],
    ['when to write again', () => button('Agendar contato').click()],
    ['a task of tomorrow', () => page.getByRole('menuitem', { name: /^Amanhã/ }).click()],
    ['the assistant', () => button('Abrir a assistente virtual').click()]
  ]
  const times: ({ name: string } & Waits)[] = []
  await longest(page)
  for (const [name, act] of steps) {
    await act()
    times.push({ name, ...(await longest(page)) })
  }
  await browser.close()
  await api.stop()
  const worst = (wait: keyof Waits) => times.toSorted((a, b) => b[wait] - a[wait])
  for (const wait of ['paint', 'task'] as const)
    console.error([wait, ...worst(wait).map(step => `  ${step.name}: ${step[wait]} ms`)].join('\n'))
  const row = (what: string, wait: keyof Waits, measured: string): Row => {
    const [first] = worst(wait)
    return {
      what: `${what} of ${times.length} interactions with ${leads} leads, CPU ÷ ${slowed}: ${first?.name}`,
      measured: `${first?.[wait]} ms ${measured}`,
      limit: '',
      ratio: null,
      goal: 'at most 200 ms',
      met: (first?.[wait] ?? 0) <= 200
    }
  }
  return [
    row('the slowest', 'paint', 'to the next paint'),
    row('the longest stall', 'task', 'in which nothing is answered')
  ]
}
