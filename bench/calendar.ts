import { openBrowser } from '../tests/kit/browser.ts'
import { answers, type Bench } from './environment.ts'
import { framesWhile } from './frames.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const seconds = 5

/** Frames a second while an appointment is carried over a week with 500, beside those of the same page at rest. */
export async function benchCalendar(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const origin = `http://127.0.0.1:${api.port}`
  const { companyId, headers } = await signUp(api.port, bench.sql)
  await fillWeek(bench, companyId)
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
  await page.goto(`${origin}/calendar?ver=semana&dia=2030-06-05`)
  await page.waitForFunction(() => document.querySelectorAll('.appointment').length >= 500)
  const entries = await page.locator('.appointment').count()
  const carriedOne = page.locator('.appointment', { hasText: 'Visita 1 de 2030-06-05' }).first()
  await carriedOne.scrollIntoViewIfNeeded()
  const entry = await carriedOne.boundingBox()
  if (!entry) throw new Error('no entry')

  const rest = await framesWhile(page, () => page.waitForTimeout(seconds * 1000))
  await page.mouse.move(entry.x + entry.width / 2, entry.y + entry.height / 2)
  await page.mouse.down()
  const carried = await framesWhile(page, async () => {
    const end = Date.now() + seconds * 1000
    for (let n = 0; Date.now() < end; n++)
      await page.mouse.move(400 + (n % 180) * 5, 560 + 120 * Math.sin(n / 20), { steps: 2 })
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await browser.close()
  await api.stop()

  const written = ({ rate, p95, work }: typeof rest) =>
    `${rate.toFixed(1)} frames/s, p95 ${p95.toFixed(1)} ms, work ${work.toFixed(1)} ms each`
  return [
    {
      what: `an appointment carried over a week, ${entries} entries`,
      measured: written(carried),
      limit: `at rest ${written(rest)}`,
      ratio: carried.rate / rest.rate,
      goal: '60 frames a second',
      met: carried.rate >= 58
    }
  ]
}

/** A hundred appointments on each of five days, of twenty people. */
async function fillWeek({ sql }: Bench, companyId: string): Promise<void> {
  await sql.query(
    `with added as (
       insert into users (name, email, password_hash)
       select 'Pessoa ' || n, 'pessoa' || n || '@' || $1 || '.example', '' from generate_series(1, 19) as n returning id)
     insert into employees (company_id, user_id, role) select $1, id, 'attendant' from added`,
    [companyId]
  )
  await sql.query(
    `insert into appointments (company_id, employee_id, title, starts_at, ends_at, time_zone, status, origin, channel, during, session)
     select $1, e.id, 'Visita ' || e.no || ' de ' || day::date, at, at + interval '1 hour', 'America/Sao_Paulo', 'confirmed',
       'internal', 'in_person', tstzrange(at, at + interval '1 hour'), e.id || day || slot
     from (select id, row_number() over (order by id) as no from employees where company_id = $1) as e,
       generate_series('2030-06-03'::timestamp, '2030-06-07', interval '1 day') as day, generate_series(0, 4) as slot,
       lateral (select day at time zone 'America/Sao_Paulo' + interval '8 hours' + slot * interval '2 hours' as at) as times`,
    [companyId]
  )
}
