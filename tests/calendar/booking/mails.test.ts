import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guestMailProblems, guestMailsPerDay } from '../../../services/calendar/appointments/rules.ts'
import { attemptWait } from '../../../services/core/limits.ts'
import { mailsPerDay } from '../../../services/platform/email/rules.ts'
import { ada, company, openApp, type Tenant } from '../../kit/app.ts'
import { openSmtp } from '../../kit/smtp.ts'

const app = await openApp({ SMTP_URL: (await openSmtp()).url, RATE_LIMIT_FACTOR: '1' })
const silent = await openApp()

async function open(through = app) {
  const ours = await company(through)
  const ask = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
    (await through.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })).json()
  const { slug } = await ask('PUT', '/api/booking', { active: true })
  const service = { name: 'Visita', minutes: 30, noticeMinutes: 0, windowDays: 60, capacity: 20 }
  const { id: serviceId } = await ask('POST', '/api/appointments/services', service)
  const page = `/public/booking/${slug}`
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const range = `from=${dayIn(1)}&to=${dayIn(20)}`
  const days = (await through.inject(`${page}/slots?serviceId=${serviceId}&${range}`)).json().data
  const start = days.flatMap(({ slots }: { slots: { start: string }[] }) => slots)[0].start
  const book = async (email: string, phone: string) => {
    const payload = { ...ada, email, phone, serviceId, start }
    return (await through.inject({ method: 'POST', url: page, payload })).json().data?.mail
  }
  const problem = async () => (await ask('GET', '/api/booking')).warnings[0]?.message ?? null
  return { ours, book, problem }
}

const setSent = ({ id }: Tenant, sent: number) =>
  app.db.everyCompany(trx =>
    sql`insert into mail_days (company_id, day, sent)
      select c.id, (now() at time zone c.time_zone)::date, ${sent} from companies c where c.id = ${id}
      on conflict (company_id, day) do update set sent = ${sent}`.execute(trx)
  )

test('a visitor is promised a mail only where it goes out at once, and the owner reads why it does not', async () => {
  const { ours, book, problem } = await open()
  expect([await book('um@example.com', '11987650001'), await problem()]).toEqual(['now', null])

  for (let n = 0; n < guestMailsPerDay.max; n++)
    await attemptWait(app, 'guest mails', 'dois@example.com', guestMailsPerDay)
  expect([await book('dois@example.com', '11987650002'), await problem()]).toEqual(['later', null])

  await setSent(ours, mailsPerDay.enterprise)
  expect([await book('tres@example.com', '11987650003'), await problem()]).toEqual(['none', guestMailProblems.usedUp])

  await setSent(ours, 0)
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', ours.userId).execute()
  )
  expect([await book('quatro@example.com', '11987650004'), await problem()]).toEqual([
    'none',
    guestMailProblems.unconfirmed
  ])

  const without = await open(silent)
  expect([await without.book('um@example.com', '11987650001'), await without.problem()]).toEqual([
    'none',
    guestMailProblems.noServer
  ])
})
