import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { sendDigests } from '../services/account/notifications/digest.ts'
import { mailNotifications } from '../services/account/notifications/gathered.ts'
import { notifyOfMailLimits } from '../services/account/notifications/mailLimits.ts'
import { readExternalCalendars } from '../services/calendar/appointments/externalReading.ts'
import { sendDueAutomations } from '../services/calendar/automations/due.ts'
import { notifyWaiting } from '../services/calendar/waitlist/notify.ts'
import { eachAlone } from '../services/core/alone.ts'
import { settleDays } from '../services/leads/dashboard/settle.ts'
import { sendWeeks } from '../services/leads/dashboard/weekMail.ts'
import { settleCounts } from '../services/leads/leads/settle.ts'
import { giveUnowned, notifyOfNew, notifyOfReturned, releaseByMonth } from '../services/leads/leads/worker.ts'
import { scoreAll } from '../services/leads/scores/worker.ts'
import { remindTasks } from '../services/leads/tasks/reminders.ts'
import { decideTests } from '../services/marketing/campaigns/subjects.ts'
import { beginDue } from '../services/marketing/campaigns/worker.ts'
import { enterAll } from '../services/marketing/series/enter.ts'
import { endSuppressions } from '../services/marketing/suppressions/queries.ts'
import { wakeSnoozed } from '../services/messaging/conversations/worker.ts'
import { warnOfLimits } from '../services/messaging/prices/worker.ts'
import { runRetention } from '../services/privacy/privacy/retention.ts'
import { warnOfTerms } from '../services/privacy/privacy/worker.ts'
import { applyRules, closeResting, notifyOfBreaches } from '../services/support/tickets/watch.ts'
import { loadParts } from '../workers/parts.ts'
import { company, openApp, sendLead, type Tenant } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { atEnd } from './kit/end.ts'
import { publishFields } from './kit/forms.ts'
import { askErasure } from './kit/privacy.ts'
import { age, openTicketOf } from './kit/tickets.ts'

// Work for all companies is done for each alone: a row that cannot be written delays no other company.

const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl })
const { db, config } = app

const owner = new pg.Client({ connectionString: databaseUrl })
await owner.connect()
atEnd(() => owner.end())
await owner.query(`
  create function refuse_poisoned() returns trigger language plpgsql as $$
  begin
    if coalesce(new.company_id, old.company_id) = tg_argv[0] then raise exception 'a poisoned row'; end if;
    return coalesce(new, old);
  end $$`)

/** From now on no row of the company in the table can be written. */
async function poison(table: string, { id }: Tenant): Promise<void> {
  await owner.query(`create trigger a_poison before insert or update or delete on ${table}
    for each row execute function refuse_poisoned('${id}')`)
  onTestFinished(async () => {
    await owner.query(`drop trigger a_poison on ${table}`)
  })
}

const asOwner = (text: string, { id }: Tenant) => owner.query(text, [id])

const settings = (columns: string, values: string) => (ours: Tenant) =>
  asOwner(
    `insert into notification_settings (company_id, employee_id, ${columns})
     select company_id, id, ${values} from employees where company_id = $1`,
    ours
  )

async function lead(ours: Tenant): Promise<void> {
  const sent = await sendLead(app, ours.id)
  expect(sent.statusCode, sent.body).toBe(201)
}

async function resting(ours: Tenant): Promise<void> {
  const { id } = await openTicketOf(app, ours)
  await asOwner(`update tickets set status = 'resolved', resolved_at = now() where company_id = $1`, ours)
  await age(app, id, 30)
}

type Case = {
  /** The schedule that does it, where one does. */
  schedule?: string
  table: string
  prepare: (ours: Tenant) => Promise<unknown>
  run: () => Promise<unknown>
  /** A condition of a company, $1, for which it was done. */
  done: string
}

const today = `(now() at time zone 'America/Sao_Paulo')::date`

const cases: Record<string, Case> = {
  'held leads are released': {
    schedule: 'release-by-month',
    table: 'leads',
    prepare: async ours => {
      await asOwner('update companies set leads_limit = 1 where id = $1', ours)
      await lead(ours)
      await sendLead(app, ours.id, { name: 'Bia', email: 'bia@example.com', phone: '11987650002' })
      await asOwner('update companies set leads_limit = 9 where id = $1', ours)
    },
    run: () => releaseByMonth(db, config),
    done: 'not exists (select from leads where company_id = $1 and held_at is not null)'
  },
  'counts of filters are settled': {
    table: 'lead_facets',
    prepare: lead,
    run: () => settleCounts(db),
    done: 'not exists (select from lead_facets where company_id = $1 and slot >= 0)'
  },
  'older answers are counted': {
    table: 'answer_fields',
    prepare: async ours => {
      await lead(ours)
      await publishFields(app, ours, [{ name: 'cidade', label: 'Cidade', type: 'select', options: ['Recife'] }])
      await asOwner('update answer_fields set counted = false where company_id = $1', ours)
    },
    run: () => settleCounts(db),
    done: 'exists (select from answer_fields where company_id = $1 and counted)'
  },
  'counts of days are settled': {
    table: 'lead_days',
    prepare: async ours => {
      await lead(ours)
      await asOwner(`update leads set received_at = now() - interval '3 days' where company_id = $1`, ours)
    },
    run: () => settleDays(db),
    done: `not exists (select from lead_days where company_id = $1 and slot >= 0 and n > 0 and day < current_date - 1)`
  },
  'leads are forgotten after their time': {
    schedule: 'retention',
    table: 'privacy_settings',
    prepare: ours =>
      asOwner(
        `insert into privacy_settings (company_id, retention_months, retention_next) values ($1, 6, current_date - 2)
         on conflict (company_id) do update set retention_months = 6, retention_next = current_date - 2`,
        ours
      ),
    run: () => runRetention(db, config),
    done: 'exists (select from privacy_settings where company_id = $1 and retention_next > current_date)'
  },
  'teams are warned of terms': {
    schedule: 'privacy-terms',
    table: 'privacy_requests',
    prepare: ours => askErasure(app, ours, { name: 'Ana', email: 'ana@example.com' }),
    run: () => warnOfTerms(db),
    done: 'exists (select from privacy_requests where company_id = $1 and warned_at is not null)'
  },
  'owners are reminded of tasks': {
    schedule: 'task-reminders',
    table: 'tasks',
    prepare: async ours => {
      await lead(ours)
      await asOwner(
        `insert into tasks (company_id, lead_id, title, due_at, remind_at, owner_id)
         select l.company_id, l.id, 'Ligar', now(), now() - interval '1 minute', e.id
         from leads l join employees e on e.company_id = l.company_id where l.company_id = $1`,
        ours
      )
    },
    run: () => remindTasks(db),
    done: 'exists (select from tasks where company_id = $1 and reminded_at is not null)'
  },
  'daily mails are written': {
    schedule: 'digests',
    table: 'mails',
    prepare: settings('digest_hour', '0'),
    run: () => sendDigests(db, config),
    done: `exists (select from mails where company_id = $1 and subject like 'Seu dia%')`
  },
  'weekly mails are written': {
    schedule: 'week-mails',
    table: 'mails',
    prepare: settings('digest_hour, digest_day, week_day', `0, current_date + 1, extract(dow from ${today})`),
    run: () => sendWeeks(db, config),
    done: `exists (select from mails where company_id = $1 and subject like 'Sua semana%')`
  },
  'notifications are mailed': {
    schedule: 'notification-mails',
    table: 'mails',
    prepare: ours =>
      asOwner(
        `insert into notifications (company_id, employee_id, kind, title, link, shown, mail, created_at)
         select company_id, id, 'task_due', 'Ligar', '/leads', true, true, now() - interval '10 minutes'
         from employees where company_id = $1`,
        ours
      ),
    run: () => mailNotifications(db, config),
    done: 'exists (select from notifications where company_id = $1 and mailed_at is not null)'
  },
  'admins are notified of the limit of mails': {
    schedule: 'mail-limits',
    table: 'notifications',
    prepare: ours =>
      asOwner(
        `insert into mail_days (company_id, day, sent) values ($1, current_date, 100000)
         on conflict (company_id, day) do update set sent = 100000`,
        ours
      ),
    run: () => notifyOfMailLimits(db),
    done: 'exists (select from mail_days where company_id = $1 and told = 2)'
  },
  'scores are learnt': {
    schedule: 'scores',
    table: 'score_models',
    prepare: lead,
    run: () => scoreAll(db),
    done: 'exists (select from score_models where company_id = $1 and learnt_at is not null)'
  },
  'leads are scored': {
    schedule: 'scores',
    table: 'leads',
    prepare: async ours => {
      await lead(ours)
      await asOwner('update leads set score = null, scored_at = null where company_id = $1', ours)
    },
    run: () => scoreAll(db),
    done: 'exists (select from leads where company_id = $1 and scored_at is not null)'
  },
  'deadlines of tickets are announced': {
    schedule: 'ticket-deadlines',
    table: 'tickets',
    prepare: async ours => {
      await openTicketOf(app, ours)
      await asOwner(`update tickets set answer_due_at = now() - interval '1 minute' where company_id = $1`, ours)
    },
    run: () => notifyOfBreaches(db, config),
    done: 'exists (select from tickets where company_id = $1 and answer_breach_at is not null)'
  },
  'resolved tickets are closed': {
    schedule: 'tickets-resting',
    table: 'tickets',
    prepare: resting,
    run: () => closeResting(db),
    done: `exists (select from tickets where company_id = $1 and status = 'closed')`
  },
  'leads enter series of mails': {
    schedule: 'series-due',
    table: 'campaign_recipients',
    prepare: async ours => {
      await owner.query(
        `with s as (
           insert into mail_series (company_id, carrier, name, kind, reach, stop_statuses, on_since)
           values ($1, 'email', 'Boas-vindas', 'new_lead', 'new', '{}', now() - interval '1 hour') returning id)
         insert into campaigns (company_id, carrier, name, state, subject, audience, series_id, step, wait_hours)
         select $1, 'email', 'Boas-vindas', 'sending', '', '{}', id, 1, 0 from s`,
        [ours.id]
      )
      await lead(ours)
    },
    run: () => enterAll(db, ['new_lead']),
    done: 'exists (select from campaign_recipients where company_id = $1)'
  },
  'tests of subjects are decided': {
    schedule: 'campaign-tests',
    table: 'campaigns',
    prepare: ours =>
      owner.query(
        `insert into campaigns (company_id, carrier, name, state, subject, audience, subject_b, test_share, test_hours, tested_at)
         values ($1, 'email', 'Oferta', 'sending', 'A', '{}', 'B', 20, 4, now() - interval '5 hours')`,
        [ours.id]
      ),
    run: () => decideTests(db),
    done: 'exists (select from campaigns where company_id = $1 and winner is not null)'
  },
  'mailboxes that rested get mail again': {
    schedule: 'suppressions-ending',
    table: 'suppressions',
    prepare: ours =>
      asOwner(
        `insert into suppressions (company_id, kind, hash, contact, reason, until)
         values ($1, 'email', sha256('a'), 'a@pessoa.example', 'unreachable', now() - interval '1 minute')`,
        ours
      ),
    run: () => endSuppressions(db),
    done: 'not exists (select from suppressions where company_id = $1 and lifted_at is null)'
  },
  'scheduled campaigns begin': {
    schedule: 'campaigns-due',
    table: 'campaigns',
    prepare: ours =>
      asOwner(
        `insert into campaigns (company_id, carrier, name, subject, audience, state, scheduled_at)
         values ($1, 'email', 'Maio', 'Maio', '{}', 'scheduled', now() - interval '1 minute')`,
        ours
      ),
    run: () => beginDue(db),
    done: `exists (select from campaigns where company_id = $1 and state = 'preparing')`
  },
  'snoozed conversations come back': {
    schedule: 'conversations-return',
    table: 'conversations',
    prepare: async ours => {
      await lead(ours)
      await asOwner(
        `with channel as (
           insert into channels (company_id, kind, verify_token) values ($1, 'whatsapp', $1) returning id)
         insert into conversations
           (company_id, channel_id, channel, lead_id, contact, contact_kind, status, snoozed_until)
         select l.company_id, channel.id, 'whatsapp', l.id, '5511987650001', 'phone', 'snoozed', now()
         from leads l, channel where l.company_id = $1`,
        ours
      )
    },
    run: () => wakeSnoozed(db),
    done: `exists (select from conversations where company_id = $1 and status = 'open')`
  },
  'companies are warned of their limit of costs': {
    schedule: 'whatsapp-limits',
    table: 'whatsapp_spending',
    prepare: async ours => {
      await asOwner('insert into whatsapp_spending (company_id, limit_micros) values ($1, 100)', ours)
      await asOwner(
        `insert into message_costs (company_id, message_id, channel_id, month, category, currency, estimated)
         values ($1, $1, $1, date_trunc('month', ${today})::date, 'utility', 'BRL', 90)`,
        ours
      )
    },
    run: () => warnOfLimits(db),
    done: 'exists (select from whatsapp_spending where company_id = $1 and warned_month is not null)'
  },
  'new leads are welcomed': {
    schedule: 'automations',
    table: 'automation_runs',
    prepare: async ours => {
      await asOwner(
        `insert into channels (company_id, kind, verify_token, active) values ($1, 'whatsapp', $1, true)`,
        ours
      )
      await asOwner(
        `insert into automations (company_id, kind, active, minutes, quiet_hours, on_since)
         values ($1, 'welcome', true, '{0}', false, now() - interval '1 minute')`,
        ours
      )
      await lead(ours)
    },
    run: () => sendDueAutomations({ db, config }),
    done: 'exists (select from automation_runs where company_id = $1)'
  },
  'people who wait for a time are looked at': {
    schedule: 'waiting-list',
    table: 'appointment_waits',
    prepare: async ours => {
      const post = async (url: string, payload: object) =>
        (await app.inject({ method: 'POST', url, headers: ours.auth, payload })).json<{ id: string }>().id
      const lead = await post('/api/leads', { name: 'Marta', email: 'marta@fora.example' })
      const service = await post('/api/appointments/services', { name: 'Consulta', minutes: 60 })
      await asOwner(
        `insert into appointment_waits (company_id, lead_id, service_id, first_day, last_day, checked_at)
         values ($1, '${lead}', '${service}', current_date, current_date + 9, now() - interval '1 hour')`,
        ours
      )
    },
    run: () => notifyWaiting({ db, config }),
    done: `exists (select from appointment_waits where company_id = $1 and checked_at > now() - interval '1 minute')`
  },
  'tickets get their deadlines': {
    table: 'tickets',
    prepare: async ours => {
      await openTicketOf(app, ours)
      await asOwner('update tickets set answer_due_at = null, solution_due_at = null where company_id = $1', ours)
    },
    run: () => applyRules(db),
    done: 'exists (select from tickets where company_id = $1 and solution_due_at is not null)'
  }
}

test.each(Object.entries(cases))('%s, whatever becomes of those of one company', async (_, each) => {
  const all = [await company(app), await company(app), await company(app), await company(app)]
  for (const ours of all) await each.prepare(ours)
  const [, poisoned] = all as [Tenant, Tenant]
  await poison(each.table, poisoned)
  await expect(each.run()).rejects.toThrow(/a poisoned row/)
  const done: boolean[] = []
  for (const ours of all) done.push((await asOwner(`select ${each.done} as done`, ours)).rows[0].done)
  expect(done).toEqual([true, false, true, true])
})

/** Schedules without a case above, and why. */
const others: Record<string, string> = {
  'external-calendars': 'has a test of its own below',
  caldav: 'needs a calendar server, and reads calendars as external-calendars does',
  'channels-watch': 'has a test in tests/messaging/channels/watch.test.ts',
  'guest-mails': 'needs a mail server, and goes on after each guest that fails',
  'instagram-tokens': 'needs Instagram, and uses eachAlone',
  'series-days': 'runs as series-due does',
  'senders-watch': 'needs DNS, and goes on after each sender that fails',
  'ticket-answers': 'takes the next answer after one that fails',
  'deliveries-resume': 'writes jobs alone',
  'files-unchecked': 'writes jobs alone',
  'messages-due': 'writes jobs alone',
  'templates-sync': 'writes jobs alone',
  'audit-check': 'writes nothing of a company',
  backup: 'reads alone',
  'backup-files': 'writes nothing of a company'
}

test('each schedule has a case above, or a reason why not', async () => {
  const declared = (await loadParts()).flatMap(({ schedules = [] }) => schedules.map(({ name }) => name))
  const covered = [...Object.values(cases).map(({ schedule }) => schedule), ...Object.keys(others)]
  const missing = declared.filter(name => !covered.includes(name))
  expect(missing, 'add to `cases` what one company’s row keeps from no other, or to `others` why it cannot').toEqual([])
  expect(covered.filter(name => name !== undefined && !declared.includes(name))).toEqual([])
})

test('calendars are read, whatever becomes of those of one company', async () => {
  const all = [await company(app), await company(app), await company(app), await company(app)]
  const [, poisoned] = all as [Tenant, Tenant]
  // As many of the poisoned one as are read at once, and first.
  for (const ours of all)
    await asOwner(
      `insert into external_calendars (company_id, employee_id, name, address, due_at)
       select company_id, id, 'Minha agenda', 'sealed by nobody', now() - interval '${ours === poisoned ? 9 : 1} minutes'
       from employees, generate_series(1, ${ours === poisoned ? 3 : 1}) where company_id = $1`,
      ours
    )
  // Claiming the due calendars updates all of them, so only the later note of a failure is refused.
  await owner.query(`create trigger a_poison before update on external_calendars for each row
    when (new.failures > old.failures) execute function refuse_poisoned('${poisoned.id}')`)
  const log = pino({ level: 'silent' })
  await expect(readExternalCalendars({ db, config, log })).rejects.toThrow(/a poisoned row/)
  const failures: number[] = []
  for (const ours of all)
    failures.push(
      (await asOwner('select failures from external_calendars where company_id = $1', ours)).rows[0].failures
    )
  expect(failures).toEqual([1, 0, 1, 1])
})

test('the leads of one job are assigned and announced, whatever becomes of one of them', async () => {
  const ours = await company(app)
  const { id: employeeId } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee
  const set = await app.inject({
    method: 'PUT',
    url: '/api/distribution',
    headers: ours.auth,
    payload: { mode: 'turns', members: [{ employeeId, away: false, maxOpen: null }], fallbackId: null }
  })
  expect(set.statusCode, set.body).toBe(200)
  const leadIds: string[] = []
  for (const n of [1, 2, 3]) {
    const lead = { name: `Ana ${n}`, email: `a${n}@example.com`, phone: `1198765000${n}` }
    leadIds.push((await sendLead(app, ours.id, lead)).json().id)
  }
  const { rows: submissions } = await asOwner('select id from submissions where company_id = $1', ours)
  const submissionIds = submissions.map(({ id }) => id)
  const [, poisonedLead] = leadIds
  for (const table of ['mails', 'distribution_log'])
    await owner.query(`create trigger a_poison before insert on ${table} for each row
      when (new.lead_id = '${poisonedLead}') execute function refuse_poisoned('${ours.id}')`)
  onTestFinished(async () => {
    for (const table of ['mails', 'distribution_log']) await owner.query(`drop trigger a_poison on ${table}`)
  })
  const context = { db, config, log: pino({ level: 'silent' }), jobId: 'x', last: false }
  const companyId = ours.id
  for (const [handler, data] of [
    [giveUnowned, { companyId, leadIds }],
    [notifyOfNew, { companyId, leadIds }],
    [notifyOfReturned, { companyId, submissionIds }]
  ] as const)
    await expect(handler.run(data, context)).rejects.toThrow(/1 of 3 failed: .*a poisoned row/)
  const { rows } = await asOwner(
    `select l.name, l.owner_id is not null as assigned, (select count(*)::integer from mails m where m.lead_id = l.id) as mails
     from leads l where company_id = $1 order by name`,
    ours
  )
  expect(rows).toEqual([
    { name: 'Ana 1', assigned: true, mails: 2 },
    { name: 'Ana 2', assigned: false, mails: 0 },
    { name: 'Ana 3', assigned: true, mails: 2 }
  ])
})

test('what fails is named with its reason, and everything else is done', async () => {
  const done: number[] = []
  const work = eachAlone([1, 2, 3], String, async n => {
    if (n === 2) throw new Error('not this one')
    done.push(n)
  })
  await expect(work).rejects.toThrow('1 of 3 failed: 2: not this one')
  expect(done).toEqual([1, 3])
})
