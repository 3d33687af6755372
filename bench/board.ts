import type { Page } from 'playwright'
import { openBrowser } from '../tests/support/browser.ts'
import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const seconds = 5

/** Notes the time of every frame that the page draws while something is done, and how long its main thread works for each. */
async function framesWhile(
  page: Page,
  act: () => Promise<unknown>
): Promise<{ rate: number; p95: number; work: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const worked = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  await page.evaluate(() => {
    const times: number[] = []
    const note = (time: number) => {
      times.push(time)
      if (times.length < 100_000) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frameTimes: times })
  })
  const before = await worked()
  await act()
  const seconds = (await worked()) - before
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes.splice(0))
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  const sorted = gaps.toSorted((a, b) => a - b)
  return {
    rate: (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0),
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    work: (1000 * seconds) / gaps.length
  }
}

/** Frames a second while a card is carried over a board of 150 cards, beside those of the same page at rest. */
export async function benchBoard(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const origin = `http://127.0.0.1:${api.port}`
  const { companyId, headers } = await signUp(api.port, bench.sql)
  await fillLeads(bench.sql, companyId, 1000)
  const me = await (await fetch(`${origin}/api/auth/me`, { headers })).text()
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [headers.authorization.slice('Bearer '.length), me]
  )
  const page = await context.newPage()
  await page.goto(`${origin}/leads?view=board`)
  // Five columns of 25 cards, and 25 more in one of them.
  await page.getByRole('button', { name: 'Carregar mais' }).first().click()
  await page.waitForFunction(() => document.querySelectorAll('[data-card]').length >= 150)
  await page
    .locator('[data-cards]')
    .first()
    .evaluate(list => list.scrollTo(0, 0))
  const card = await page.locator('[data-card]').first().boundingBox()
  if (!card) throw new Error('no card')
  const cards = await page.locator('[data-card]').count()

  const rest = await framesWhile(page, () => page.waitForTimeout(seconds * 1000))
  await page.mouse.move(card.x + 50, card.y + 20)
  await page.mouse.down()
  const carried = await framesWhile(page, async () => {
    const end = Date.now() + seconds * 1000
    for (let n = 0; Date.now() < end; n++)
      await page.mouse.move(300 + (n % 200) * 5, 450 + 250 * Math.sin(n / 20), { steps: 2 })
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await browser.close()
  await api.stop()

  const written = ({ rate, p95, work }: typeof rest) =>
    `${rate.toFixed(1)} frames/s, p95 ${p95.toFixed(1)} ms, work ${work.toFixed(1)} ms each`
  const ratio = carried.rate / rest.rate
  return [
    {
      what: `a card carried over the board, ${cards} cards`,
      measured: written(carried),
      limit: `at rest ${written(rest)}`,
      ratio,
      goal: '60 frames a second',
      met: carried.rate >= 58
    }
  ]
}
