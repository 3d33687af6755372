import type pg from 'pg'
import type { Page } from 'playwright'
import { openBrowser } from '../tests/kit/browser.ts'
import { answers, type Bench } from './environment.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const [conversations, messages] = [20_000, 5000]

/** Milliseconds of a frame at 60 a second; a frame that is a little late is still the next one. */
const frame = 1000 / 60
const late = frame * 1.5

/** Turns of the wheel, and pixels and milliseconds of each. */
const wheel = { turns: 250, pixels: 120, pause: 16 }

type Frames = { all: number; slow: number; slowest: number }

/** Frames while the wheel is turned over a part of the page, after which it must have moved. */
async function scroll(page: Page, selector: string, towards: 1 | -1): Promise<Frames> {
  const part = page.locator(selector)
  const box = await part.boundingBox()
  if (!box) throw new Error(`There is no ${selector}`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const place = () => part.evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight - scrollTop] as const)
  const [top, bottom] = await place()
  await page.evaluate(() => {
    const seen = { times: [] as number[], on: true }
    Object.assign(window, { seen })
    const next = (time: number) => {
      seen.times.push(time)
      if (seen.on) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let n = 0; n < wheel.turns; n++) {
    await page.mouse.wheel(0, towards * wheel.pixels)
    await page.waitForTimeout(wheel.pause)
  }
  const times = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { times: number[]; on: boolean } }
    seen.on = false
    return seen.times
  })
  // Older messages before it move the beginning away, but not the end.
  const [topAfter, bottomAfter] = await place()
  const moved = Math.max(Math.abs(topAfter - top), Math.abs(bottomAfter - bottom))
  if (moved < 5000) throw new Error(`${selector} moved by ${moved} pixels`)
  const lengths = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  return { all: lengths.length, slow: lengths.filter(each => each > late).length, slowest: Math.max(...lengths) }
}

/** Whether the list of 20,000 conversations and a thread of 5,000 messages scroll at 60 frames a second. */
export async function benchScrolling(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const origin = `http://127.0.0.1:${api.port}`
  const company = await signUp(api.port, bench.sql)
  const longest = await fill(bench.sql, company)
  const { headers } = company
  const me = await (await fetch(`${origin}/api/auth/me`, { headers })).text()
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [headers.authorization.slice('Bearer '.length), me]
  )
  const page = await context.newPage()
  const rows: Row[] = []
  const measure = async (what: string, selector: string, towards: 1 | -1) => {
    const { all, slow, slowest } = await scroll(page, selector, towards)
    const share = slow / all
    rows.push({
      what: `${what}, scrolled by the wheel`,
      measured: `${(100 * share).toFixed(1)}% of ${all} frames late, the slowest ${Math.round(slowest)} ms`,
      limit: '60 frames a second',
      ratio: null,
      goal: 'at most 1% late',
      met: share <= 0.01
    })
  }

  await page.goto(`${origin}/whatsapp/${longest}`)
  await page.locator('[data-message]').nth(20).waitFor()
  await page.locator('[data-row]').nth(5).waitFor()
  await page.waitForTimeout(8000) // what a page does in its first seconds
  const list = '[data-rows]'
  await measure(`list of ${conversations} conversations`, list, 1)
  await measure('the same list, back', list, -1)
  const thread = '[role=log]'
  await measure(`thread of ${messages} messages, older ones read as they come`, thread, -1)
  // All of it, as after an hour of reading.
  const shown = page.locator('[data-message]')
  while ((await shown.count()) < messages) {
    await page.locator(thread).evaluate(element => element.scrollTo(0, 0))
    await page.waitForTimeout(50)
  }
  await page.waitForTimeout(2000)
  await measure('the same thread, all of it read, towards the newest', thread, 1)
  await measure('and back', thread, -1)
  await browser.close()
  await api.stop()
  return rows
}

/** Returns the conversation with the many messages, the newest one. */
async function fill(sql: pg.Pool, { companyId }: SignedIn): Promise<string> {
  const values = [companyId, conversations]
  await sql.query(
    `insert into channels (company_id, kind, account, token, verify_token, checked_at, proved_at, active)
     values ($1, 'whatsapp', '1' || $2::text, 'none', 'token-' || $2::text, now(), now(), true)`,
    values
  )
  await sql.query(
    `with lead as (
       insert into leads (company_id, name, phone, phone_key, source, received_at)
       select $1, 'Pessoa ' || n || ' de ' || initcap(substr(md5(n::text), 1, 6)), '119' || lpad(n::text, 8, '0'),
         '11' || lpad(n::text, 8, '0'), 'whatsapp', now() - n * interval '20 minutes' from generate_series(1, $2::integer) as n
       returning id, name, phone, received_at)
     insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind, contact_name, unread,
       last_message_at, last_inbound_at, window_ends_at, last_text, last_kind, last_direction)
     select $1, ch.id, 'whatsapp', l.id, '55' || l.phone, 'wa_id', l.name, ((row_number() over ()) % 5 = 0)::integer,
       l.received_at, l.received_at, l.received_at + interval '24 hours', 'Obrigado! Até ' || l.name, 'text', 'in'
     from lead l, channels ch where ch.company_id = $1`,
    values
  )
  const { rows } = await sql.query<{ id: string }>(
    'select id from conversations where company_id = $1 order by last_message_at desc limit 1',
    [companyId]
  )
  const id = rows[0]?.id ?? ''
  await sql.query(
    `insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, external_id, status, created_at)
     select $1, c.id, c.channel_id, c.lead_id, case when n % 3 = 0 then 'out' else 'in' end, 'text',
       'Mensagem ' || n || repeat(' com algumas palavras a mais', n % 9), 'wamid.' || n,
       case when n % 3 = 0 then 'read' end, c.last_message_at - n * interval '7 minutes'
     from conversations c, generate_series(0, $2::integer - 1) as n where c.company_id = $1 and c.id = $3`,
    [companyId, messages, id]
  )
  await sql.query('vacuum analyze leads, conversations, messages')
  return id
}
