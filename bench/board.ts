import { openBrowser } from '../tests/kit/browser.ts'
import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import { framesWhile } from './frames.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const seconds = 5

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
