import { type Insertable, sql } from 'kysely'
import type {} from '../account/activities/tables.ts'
import type { Trx } from '../core/db.ts'
import type { Tables } from '../core/tables.ts'
import { readPhone } from '../core/telephone/brazil/rules.ts'
import type {} from '../leads/consents/queries.ts'
import { consentText } from '../leads/leads/rules.ts'
import type {} from '../leads/notes/queries.ts'
import type {} from '../leads/tasks/tables.ts'
import { randomOf, workday } from './clock.ts'
import { colleague, type Demo, knownLeads, later } from './context.ts'
import { type DemoLead, demoLeads, discoveries, emailOf, interests } from './people.ts'

type New<Table extends keyof Tables> = Insertable<Tables[Table]>

/** The story of a lead: when each event happened, in minutes of work ago, in descending order. */
export function storyOf(lead: DemoLead, n: number) {
  const random = randomOf(n + 1)
  // People do not write on the hour.
  const came = lead.days * workday + ((n * 23) % 29)
  const contacted = came - 20 - Math.floor(random() * 180)
  const booked = contacted - 40 - Math.floor(random() * 120)
  const visit = lead.visit && -lead.visit.day
  // After the day of the visit, and of the task that came before the end.
  const latest = Math.min(
    ...[visit, lead.task?.done]
      .filter(each => each !== undefined && each > 0)
      .map(each => (Number(each) - 1) * workday),
    came - 3 * workday
  )
  return {
    came,
    contacted,
    booked,
    followed: came - 2 * workday - random() * 90,
    ended: Math.max(30, latest - 30 - random() * 200),
    random
  }
}

const tagColors = { 'Cliente antigo': 'violet', Urgente: 'red', Indicação: 'teal' } as const
const areas = ['11', '11', '11', '19', '13', '11', '21']

/** How somebody found the form: a campaign for some, the page itself for the others. */
function touchOf({ source, found, interest }: DemoLead, at: string) {
  const page = 'https://docejardim.example/encomendas'
  if (source === 'site') return { referrer: 'https://www.google.com/', page, at }
  if (source !== 'form') return null
  if (found === 1)
    return {
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: interest === 0 ? 'casamentos' : 'bolos-de-festa',
      page,
      at
    }
  return found === 2
    ? { utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'bolos-de-festa', page, at }
    : { page, at }
}

/** Adds the leads with their history, except appointments, messages and campaigns. */
export async function addStories(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  const form = await trx
    .selectFrom('forms')
    .select(['id', 'version'])
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const { rows: ids } = await sql<{
    id: string
  }>`select new_id() as id from generate_series(1, ${demoLeads.length}::integer)`.execute(trx)
  const leads: New<'leads'>[] = []
  const submissions: New<'submissions'>[] = []
  const consents: New<'consents'>[] = []
  const activities: New<'activities'>[] = []
  const changes: New<'lead_changes'>[] = []
  const notes: New<'notes'>[] = []
  const tasks: New<'tasks'>[] = []

  for (const [n, lead] of demoLeads.entries()) {
    const id = ids[n]?.id ?? ''
    const { came, contacted, booked, followed, ended, random } = storyOf(lead, n)
    const at = clock.ago(came)
    const owner = lead.owner && demo.people[lead.owner]
    const actor = colleague(demo, lead.owner)
    const { name, status, source, message = null } = lead
    const email = emailOf(lead)
    const phone =
      lead.phone === undefined
        ? `${areas[n % areas.length]}9${String(81_234_567 + n * 48_611).slice(0, 8)}`
        : lead.phone
    const custom = {
      ...(lead.interest !== undefined && { interesse: interests[lead.interest] }),
      ...(lead.found !== undefined && { descoberta: discoveries[lead.found] })
    }
    const touch = touchOf(lead, at)
    const hasConsentBox = source === 'form' || source === 'site'
    const granted = hasConsentBox ? lead.refused === undefined : undefined
    const value = lead.value === undefined ? null : lead.value * 100
    const reached = status !== 'new'
    const again = reached && lead.days > 5
    const contactAt = reached ? clock.ago(contacted) : null
    const visited = lead.visit !== undefined && lead.visit.ends !== 'requested'
    const bookedAt = reached && visited ? clock.ago(booked) : null
    const over = status === 'converted' || status === 'lost'
    const endedAt = over ? clock.ago(ended) : null

    const change = (field: string, before: unknown, after: unknown, when: string, by = actor) =>
      changes.push({
        company_id: companyId,
        lead_id: id,
        field,
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        actor_id: by?.id ?? null,
        actor_name: by?.name ?? null,
        operation_id: null,
        created_at: when
      } as never)
    if (owner) change('ownerId', null, owner.id, clock.ago(came - 6 - random() * 9), demo.people.manager ?? owner)
    if (contactAt) change('status', 'new', 'contacted', contactAt)
    if (contactAt && value !== null) change('valueCents', null, value, later(contactAt, 4))
    if (bookedAt && lead.visit?.ends !== 'cancelled') change('status', 'contacted', 'scheduled', bookedAt)
    const was = bookedAt && lead.visit?.ends !== 'cancelled' ? 'scheduled' : 'contacted'
    if (endedAt) {
      change('status', was, status, endedAt)
      if (lead.lost) change('lostReason', null, lead.lost, endedAt)
    } else if (was === 'scheduled' && status === 'contacted' && bookedAt && lead.visit && lead.visit.day < 0)
      change('status', 'scheduled', 'contacted', clock.on(lead.visit.day, '18:10'))
    const ofLead = changes.filter(({ lead_id }) => lead_id === id)
    const statusAt =
      ofLead
        .filter(({ field }) => field === 'status')
        .map(each => String(each.created_at))
        .sort()
        .at(-1) ?? at

    const contact = (when: string, channel: 'phone' | 'whatsapp') =>
      activities.push({
        company_id: companyId,
        type: channel === 'phone' ? 'call' : 'message',
        description: `${channel === 'phone' ? 'Ligação para' : 'Mensagem pelo WhatsApp para'} ${name}`,
        lead_id: id,
        lead_name: name,
        appointment_id: null,
        data: JSON.stringify({ channel, outcome: 'talked', actorId: actor?.id, actorName: actor?.name }),
        created_at: when
      } as never)
    activities.push({
      company_id: companyId,
      type: 'new_lead',
      description: `Novo lead recebido: ${name}`,
      lead_id: id,
      lead_name: name,
      appointment_id: null,
      data: JSON.stringify({ source }),
      created_at: at
    } as never)
    // Leads that wrote by a channel are answered there.
    const byChannel = lead.phone !== undefined
    if (contactAt && !byChannel) contact(contactAt, n % 2 ? 'phone' : 'whatsapp')
    if (again && !byChannel) contact(clock.ago(followed), n % 3 ? 'whatsapp' : 'phone')

    const answers = { name, ...(email && { email }), ...(phone && { phone }), ...(message && { message }), ...custom }
    submissions.push({
      company_id: companyId,
      lead_id: id,
      form_id: source === 'form' ? (form?.id ?? null) : null,
      form_version: source === 'form' ? (form?.version ?? null) : null,
      key: null,
      hash: null,
      answers: JSON.stringify(answers),
      touch: JSON.stringify(touch ?? {}),
      source,
      ip: hasConsentBox ? '203.0.113.7' : null,
      submitted_at: hasConsentBox ? at : null,
      received_at: at
    } as never)
    if (granted !== undefined)
      consents.push({
        company_id: companyId,
        lead_id: id,
        channels: ['email', 'phone'],
        granted,
        text: consentText,
        source,
        ip: '203.0.113.7',
        user_agent: null,
        decided_at: at,
        form_id: form?.id ?? null,
        form_version: form?.version ?? null,
        text_version: 1
      } as never)
    else if (!byChannel && email && lead.refused === undefined)
      // Somebody who was recommended said so on the telephone.
      consents.push({
        company_id: companyId,
        lead_id: id,
        channels: ['email', 'phone'],
        granted: true,
        text: 'Autorizou por telefone a receber novidades.',
        source: 'typed',
        ip: null,
        user_agent: null,
        decided_at: contactAt ?? at,
        form_id: null,
        form_version: null,
        text_version: null,
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? null,
        evidence: 'Autorizou por telefone'
      } as never)
    const decision = consents.find(({ lead_id }) => lead_id === id)
    const kept = decision && { state: decision.granted ? 'granted' : 'refused', at: decision.decided_at }

    if (lead.note) {
      const author = colleague(demo, lead.note.by)
      const mentioned = lead.note.mentions && demo.people[lead.note.mentions]
      notes.push({
        company_id: companyId,
        lead_id: id,
        author_id: author?.id ?? null,
        author_name: author?.name ?? null,
        text: lead.note.text,
        mentions: mentioned ? [mentioned.id] : [],
        created_at: endedAt ? later(endedAt, 5) : later(contactAt ?? at, 7)
      } as never)
    }
    if (lead.task) {
      const { title, kind, due, time, done } = lead.task
      const afterVisit = lead.visit && lead.visit.day < 0 && due > lead.visit.day
      tasks.push({
        company_id: companyId,
        lead_id: id,
        title,
        kind,
        due_at: clock.on(due, time),
        remind_at: null,
        reminded_at: null,
        owner_id: actor?.id ?? null,
        created_by: actor?.id ?? null,
        created_name: actor?.name ?? null,
        created_at: afterVisit ? clock.on(lead.visit?.day ?? 0, '17:45') : later(contactAt ?? at, 12),
        done_at: done === undefined ? null : clock.ago((done - 1) * workday + 60 + random() * 300),
        done_by: done === undefined ? null : (actor?.id ?? null)
      } as never)
    }

    const contactedLast = again && !byChannel ? clock.ago(followed) : contactAt
    leads.push({
      id,
      company_id: companyId,
      name,
      email,
      phone,
      phone_key: phone && readPhone(phone).key,
      message,
      status,
      source,
      consent_given: granted ?? decision?.granted ?? false,
      consents: JSON.stringify(kept ? { email: kept, phone: kept } : {}),
      custom: JSON.stringify(custom),
      submitted_at: hasConsentBox ? at : null,
      received_at: at,
      updated_at:
        ofLead
          .map(each => String(each.created_at))
          .sort()
          .at(-1) ?? at,
      owner_id: owner?.id ?? null,
      version: 1 + ofLead.length,
      rank: Date.parse(at) / 1000,
      status_at: statusAt,
      lost_reason: lead.lost ?? null,
      value_cents: value,
      first_contact_at: contactAt,
      last_contact_at: contactedLast,
      first_scheduled_at:
        ofLead.find(each => each.field === 'status' && each.after === '"scheduled"')?.created_at ?? null,
      first_touch: touch && JSON.stringify(touch),
      last_touch: touch && JSON.stringify(touch)
    } as never)
  }

  await trx.insertInto('leads').values(leads).execute()
  await trx.insertInto('submissions').values(submissions).execute()
  await trx.insertInto('consents').values(consents).execute()
  await trx.insertInto('activities').values(activities).execute()
  await trx.insertInto('lead_changes').values(changes).execute()
  await trx.insertInto('notes').values(notes).execute()
  await trx.insertInto('tasks').values(tasks).execute()
  await addTags(trx, demo)
  await addMentions(trx, demo)
  if (form) await addVisits(trx, demo, form.id)
}

async function addTags(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  const leadsByName = await knownLeads(trx, demo)
  const tags = await trx
    .insertInto('tags')
    .values(
      Object.entries(tagColors).map(
        ([name, color]) => ({ company_id: companyId, name, color, created_at: clock.on(-55, '09:20') }) as never
      )
    )
    .returning(['id', 'name'])
    .execute()
  const rows = demoLeads.flatMap(({ name, tags: named = [] }) =>
    named.flatMap(tag => {
      const [lead, id] = [leadsByName.get(name), tags.find(each => each.name === tag)?.id]
      return lead && id ? [{ company_id: companyId, tag_id: id, lead_id: lead.id, received_at: lead.received_at }] : []
    })
  )
  await trx.insertInto('lead_tags').values(rows).execute()
}

/** The bell of those who were mentioned; nobody is mailed. */
async function addMentions(trx: Trx, { companyId }: Demo): Promise<void> {
  await sql`
    insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail, created_at)
    select n.company_id, m, 'mention', n.lead_id, n.author_name || ' mencionou você', left(n.text, 200), '/leads/' || n.lead_id,
      true, false, n.created_at
    from notes n, unnest(n.mentions) as m where n.company_id = ${companyId}`.execute(trx)
}

/** Adds visits of the form: a little more than twice as many people left as sent it. */
async function addVisits(trx: Trx, { companyId, clock }: Demo, formId: string): Promise<void> {
  const random = randomOf(99)
  const rows = Array.from({ length: 50 }, (_, n) => {
    const day = clock.on(-n - 1, '12:00').slice(0, 10)
    const visits = 1 + Math.floor(random() * 3)
    return [
      { company_id: companyId, form_id: formId, day, kind: 'visit', source: 'form', detail: '', n: visits },
      ...(random() < 0.7
        ? [{ company_id: companyId, form_id: formId, day, kind: 'start', source: 'form', detail: '', n: 1 }]
        : [])
    ]
  }).flat()
  await trx
    .insertInto('form_counts')
    .values(rows as never)
    .execute()
}
