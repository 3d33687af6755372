import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Db } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { receiveUpdates } from '../conversations/receive.ts'
import { chosenPeople } from './queries.ts'
import type { PastChoice } from './schema.ts'
import type {} from './tables.ts'

type Scope = { companyId: string; channelId: string }

/** People who become leads in one transaction, and messages that go into their threads in one. */
const [peopleAtOnce, messagesAtOnce] = [100, 500]

/** Sees leads that are held or deleted, as arriving messages do. */
const scopeOf = (companyId: string) => ({ id: companyId, held: true, deleted: true })

/**
 * Moves the messages that were kept aside of these people into their threads. Those of people who are no leads stay.
 * May run twice.
 */
export async function moveKnown(db: Db, { companyId, channelId }: Scope, contacts: readonly string[]): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db.company(scopeOf(companyId), trx =>
      trx
        .selectFrom('past_messages')
        .select(['external_id', 'update'])
        .where('channel_id', '=', channelId)
        .where('contact', 'in', contacts.length > 0 ? [...contacts] : [''])
        .where('external_id', '>', after)
        .orderBy('external_id')
        .limit(messagesAtOnce)
        .execute()
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.external_id
    // In their order, since one thread shows messages of one second as they come.
    const updates = rows.map(({ update }) => update).sort((a, b) => a.at.localeCompare(b.at))
    await receiveUpdates(db, { id: channelId, companyId }, updates)
    await db.company(scopeOf(companyId), trx =>
      sql`delete from past_messages p using messages m
        where p.company_id = ${companyId} and p.channel_id = ${channelId}
          and p.external_id = any (${rows.map(row => row.external_id)}::text[])
          and m.company_id = p.company_id and m.channel_id = p.channel_id and m.external_id = p.external_id`.execute(
        trx
      )
    )
  }
}

/**
 * Makes leads of the people whom a choice means, with the dates of their messages, and moves what was said into their
 * threads. They take no place of the plan, which counts only leads that arrive, and nobody is notified of each. Goes on
 * where an earlier run stopped; the employee is notified at the end.
 */
export async function bringPast(
  db: Db,
  { companyId, channelId, choice, employeeId }: Scope & { choice: PastChoice; employeeId: string | null }
): Promise<void> {
  let brought = 0
  for (let after = ''; ; ) {
    const contacts = await addLeads(db, { companyId, channelId }, choice, after)
    const last = contacts.at(-1)
    if (!last) break
    after = last
    brought += contacts.length
    await moveKnown(db, { companyId, channelId }, contacts)
  }
  await db.company(companyId, async trx => {
    await announce(trx, { companyId, kind: 'channel-changed', data: {} })
    if (employeeId)
      await notify(
        trx,
        {
          companyId,
          kind: 'operation_done',
          leadId: null,
          title: 'Conversas antigas do WhatsApp',
          body: brought === 1 ? '1 pessoa veio como lead.' : `${brought} pessoas vieram como leads.`,
          link: '/whatsapp'
        },
        { employees: [employeeId] }
      )
  })
}

/** The next people of a choice by their addresses, each a lead now. */
async function addLeads(db: Db, { companyId, channelId }: Scope, choice: PastChoice, after: string): Promise<string[]> {
  return db.company(scopeOf(companyId), async trx => {
    const { rows } = await sql<{ contact: string }>`
      with people as materialized (
        select * from (${chosenPeople(companyId, channelId, choice)}) as c
        where c.contact > ${after} order by c.contact limit ${peopleAtOnce}
      ), named as (
        select p.*, last.update -> 'contact' as person, coalesce(n.name, said.name, last.update -> 'contact' ->> 'phone', 'Sem nome') as name,
          new_id() as lead_id
        from people p
        cross join lateral (select m.update from past_messages m where m.company_id = ${companyId}
          and m.channel_id = ${channelId} and m.contact = p.contact order by m.at desc limit 1) as last
        left join lateral (select m.update -> 'contact' ->> 'name' as name from past_messages m where m.company_id = ${companyId}
          and m.channel_id = ${channelId} and m.contact = p.contact and m.update -> 'contact' ? 'name'
          order by m.at desc limit 1) as said on true
        left join past_names n on n.company_id = ${companyId} and n.channel_id = ${channelId} and n.contact = p.contact
      ), fresh as materialized (
        select n.* from named n where not exists (
          select from jsonb_each_text(n.person -> 'identities') as a
          join contact_identities i on i.company_id = ${companyId} and i.kind = a.key and i.value = a.value)
      ), leads_added as (
        insert into leads (id, company_id, name, phone, phone_key, source, status, received_at, status_at,
          first_contact_at, last_contact_at, rank, imported_at)
        select lead_id, ${companyId}, left(name, 200), person ->> 'phone', person ->> 'phoneKey', 'whatsapp',
          case when answered_at is null then 'new' else 'contacted' end, first_at, first_at, answered_at, wrote_at,
          extract(epoch from first_at), now() from fresh
      ), identities_added as (
        insert into contact_identities (company_id, kind, value, lead_id)
        select ${companyId}, a.key, a.value, f.lead_id from fresh f, jsonb_each_text(f.person -> 'identities') as a
        on conflict do nothing
      )
      select contact from people order by contact`.execute(trx)
    return rows.map(({ contact }) => contact)
  })
}
