import { sql } from 'kysely'
import type {} from '../account/activities/tables.ts'
import { guestNews, nextReminder } from '../calendar/appointments/guestNews.ts'
import { usualReminders } from '../calendar/appointments/rules.ts'
import type {} from '../calendar/appointments/tables.ts'
import type { Trx } from '../core/db.ts'
import { newSlug } from '../core/slugs.ts'
import { companyZone } from './clock.ts'
import { colleague, type Demo, knownLeads, later } from './context.ts'
import { storyOf } from './leads.ts'
import { demoLeads } from './people.ts'

/** Monday to Saturday. */
const hours = [1, 2, 3, 4, 5, 6].flatMap(day => [
  { day, from: '08:30', to: '12:00' },
  { day, from: '13:00', to: '18:30' }
])

const services = [
  {
    name: 'Degustação',
    description: 'Prove até seis sabores de bolo e de doces, sem compromisso.',
    minutes: 60,
    price_cents: null,
    channel: 'in_person' as const,
    location: 'Rua das Acácias, 120, Vila Madalena'
  },
  {
    name: 'Conversa sobre a encomenda',
    description: 'Meia hora para falar de tema, tamanho, prazo e entrega.',
    minutes: 30,
    price_cents: null,
    channel: 'video' as const,
    location: null
  }
]

/** Meetings of the team, without a lead. */
const meetings = [
  { title: 'Reunião da equipe', day: -6, time: '08:30' },
  { title: 'Reunião da equipe', day: -1, time: '08:30' },
  { title: 'Teste de recheios novos', day: 4, time: '14:00' },
  { title: 'Reunião da equipe', day: 5, time: '08:30' },
  { title: 'Visita do fornecedor de chocolate', day: 8, time: '09:00' }
]

const historyTexts = {
  done: (title: string) => `Realizou "${title}"`,
  no_show: (title: string) => `Registrou que a pessoa não compareceu a "${title}"`,
  cancelled: (title: string) => `Cancelou o agendamento "${title}"`
}

/** `24/11/2026 às 10:30` */
const saidAt = (at: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: companyZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(at))
    .replace(',', ' às')

/** A booking page with two services, a month of appointments behind and two weeks ahead. */
export async function addAppointments(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  const began = clock.on(-50, '09:00')
  await trx
    .insertInto('calendar_settings')
    .values({ company_id: companyId, hours: JSON.stringify(hours), updated_at: began })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await trx
    .insertInto('booking_pages')
    .values({
      company_id: companyId,
      slug: newSlug('Doce Jardim', 'agenda'),
      active: true,
      welcome: 'Escolha o serviço e o melhor horário. A confirmação chega no seu e-mail.',
      updated_at: began
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const offered = await trx
    .insertInto('appointment_services')
    .values(
      services.map((service, position) => ({
        ...service,
        company_id: companyId,
        buffer_before: 0,
        buffer_after: 15,
        capacity: 1,
        notice_minutes: 120,
        window_days: 60,
        daily_cap: null,
        position,
        created_at: began
      }))
    )
    .returning(['id', 'name'])
    .execute()
  const idOf = (n: number) => offered.find(({ name }) => name === services[n]?.name)?.id ?? null

  const leadsByName = await knownLeads(trx, demo)
  const { rows: ids } = await sql<{
    id: string
  }>`select new_id() as id from generate_series(1, ${demoLeads.length + meetings.length}::integer)`.execute(trx)
  const newId = () => ids.pop()?.id ?? ''
  const appointments: object[] = []
  const activities: object[] = []
  const guests: {
    id: string
    leadId: string
    notified: string | null
    toldAt: string
    due: string | null
    invited: boolean
  }[] = []

  for (const [n, story] of demoLeads.entries()) {
    const { name, visit, owner } = story
    const lead = leadsByName.get(name)
    const service = visit && services[visit.service]
    const person = colleague(demo, owner)
    if (!lead || !visit || !service || !person) continue
    const id = newId()
    const bookedAt = clock.ago(storyOf(story, n).booked)
    const start = clock.on(visit.day, visit.time)
    const end = later(start, service.minutes)
    const byThemselves = visit.ends === 'requested' || n % 3 === 0
    const over = visit.ends in historyTexts ? (visit.ends as keyof typeof historyTexts) : null
    // One that was cancelled was cancelled the day before.
    const endedAt = over === 'cancelled' ? clock.on(visit.day - 1, '16:20') : over && later(end, 20)
    appointments.push({
      ...timeOf(id, companyId, start, end, 15),
      lead_id: lead.id,
      service_id: idOf(visit.service),
      employee_id: person.id,
      title: service.name,
      status: visit.ends,
      status_before: over && 'confirmed',
      origin: byThemselves ? 'page' : 'internal',
      channel: service.channel,
      location: service.location,
      notes: null,
      reason: over === 'cancelled' ? 'O cliente viaja nessa semana' : null,
      created_by: byThemselves ? null : person.id,
      created_at: bookedAt,
      updated_at: endedAt ?? bookedAt
    })
    const actor = byThemselves ? { actorName: name } : { actorId: person.id, actorName: person.name }
    const line = (description: string, status: string, at: string, by: object) =>
      activities.push({
        company_id: companyId,
        type: 'appointment',
        description,
        lead_id: lead.id,
        lead_name: name,
        appointment_id: id,
        data: JSON.stringify({ ...by, status, start }),
        created_at: at
      })
    line(`Marcou "${service.name}" para ${saidAt(start)}`, over ? 'confirmed' : visit.ends, bookedAt, actor)
    if (over && endedAt)
      line(historyTexts[over](service.name), over, endedAt, { actorId: person.id, actorName: person.name })
    const facts = {
      status: visit.ends,
      origin: 'internal',
      start,
      end,
      zone: companyZone,
      channel: service.channel,
      location: service.location,
      employeeId: person.id,
      current: true,
      deleted: false,
      notified: null,
      toldAt: null,
      tried: null,
      invited: true,
      remindedFor: null,
      remindedMinutes: null,
      rescheduleAskedAt: null
    } as const
    const news = guestNews(facts, usualReminders, clock.now)
    guests.push({
      id,
      leadId: lead.id,
      notified: news?.says ?? over,
      toldAt: endedAt ?? later(bookedAt, 1),
      due: nextReminder(facts, usualReminders, clock.now)?.toISOString() ?? null,
      invited: visit.ends !== 'requested'
    })
  }
  const host = demo.people.owner ?? demo.people.manager
  if (host)
    for (const { title, day, time } of meetings) {
      const start = clock.on(day, time)
      appointments.push({
        ...timeOf(newId(), companyId, start, later(start, 60), 0),
        lead_id: null,
        service_id: null,
        employee_id: host.id,
        title,
        status: day < 0 ? 'done' : 'confirmed',
        status_before: day < 0 ? 'confirmed' : null,
        origin: 'internal',
        channel: 'in_person',
        location: null,
        notes: null,
        reason: null,
        created_by: host.id,
        created_at: clock.on(-10, '17:00'),
        updated_at: day < 0 ? later(start, 75) : clock.on(-10, '17:00')
      })
    }
  await trx
    .insertInto('appointments')
    .values(appointments as never)
    .execute()
  await trx
    .insertInto('activities')
    .values(activities as never)
    .execute()
  // The guests count as notified at the time, so that nobody is written to before the next reminder.
  await sql`
    update appointment_guests g set due_at = n.due, told = n.notified, told_at = n.told_at, invited = n.invited
    from jsonb_to_recordset(${JSON.stringify(guests.map(({ leadId, toldAt, ...rest }) => ({ ...rest, lead_id: leadId, told_at: toldAt })))}::jsonb)
      as n (id text, lead_id text, due timestamptz, notified text, told_at timestamptz, invited boolean)
    where g.company_id = ${companyId} and g.appointment_id = n.id and g.lead_id = n.lead_id`.execute(trx)
}

const timeOf = (id: string, companyId: string, start: string, end: string, buffer: number) => ({
  id,
  company_id: companyId,
  starts_at: start,
  ends_at: end,
  time_zone: companyZone,
  during: sql<string>`tstzrange(${start}::timestamptz, ${later(end, buffer)}::timestamptz)`,
  session: id
})
