import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { cut } from '../core/rules.ts'
import type {} from '../messaging/conversations/tables.ts'
import { colleague, type Demo, knownLeads, later } from './context.ts'
import { storyOf } from './leads.ts'
import { demoLeads } from './people.ts'

/** A message, sent minutes of work after the one before. */
type Said = { after: number; by: 'them' | 'us'; text: string }

type Talk = {
  name: string
  channel: 'whatsapp' | 'instagram'
  /** By which the provider knows the person: those of `tests/kit/peers/meta.ts`, whose phones are played. */
  identities: Partial<Record<'wa_id' | 'bsuid' | 'igsid', string>>
  username?: string
  status: 'open' | 'resolved'
  said: readonly Said[]
}

const talks: readonly Talk[] = [
  {
    name: 'Larissa Nogueira',
    channel: 'instagram',
    identities: { igsid: '7000000000000005' },
    username: 'lari.nogueira',
    status: 'open',
    said: [{ after: 0, by: 'them', text: 'Oii, vocês entregam em Moema?' }]
  },
  {
    name: 'Marcos Teixeira',
    channel: 'whatsapp',
    identities: { wa_id: '5521998765432', bsuid: 'BR.1000000000000004' },
    status: 'open',
    said: [
      { after: 0, by: 'them', text: 'Boa tarde, vi o bolo de morango no site. Qual é o valor?' },
      { after: 3, by: 'them', text: 'Seria para umas 20 pessoas' }
    ]
  },
  {
    name: 'Camila Ferreira',
    channel: 'instagram',
    identities: { igsid: '7000000000000003' },
    username: 'camila.ferreira',
    status: 'open',
    said: [
      { after: 0, by: 'them', text: 'Amei o bolo de pistache! Ainda dá para encomendar?' },
      { after: 45, by: 'us', text: 'Oi, Camila! Dá sim, com três dias de antecedência. Para quantas pessoas?' },
      { after: 520, by: 'them', text: 'Umas 15. Pode ser para sexta?' },
      { after: 30, by: 'us', text: 'Pode! Fica R$ 210, com retirada a partir das 14h. Reservo no seu nome?' },
      { after: 410, by: 'them', text: 'Pode reservar!' }
    ]
  },
  {
    name: 'Ana Beatriz Souza',
    channel: 'whatsapp',
    identities: { wa_id: '551187654321', bsuid: 'BR.1000000000000001' },
    status: 'open',
    said: [
      { after: 0, by: 'them', text: 'Oi! Vocês fazem entrega no sábado de manhã?' },
      { after: 25, by: 'us', text: 'Oi, Ana! Fazemos, das 8h30 ao meio-dia. É para o aniversário de quem?' },
      { after: 14, by: 'them', text: 'Do meu filho, 8 anos. Queria tema astronauta, para 30 crianças.' },
      { after: 22, by: 'us', text: 'Que lindo! Vamos marcar uma conversa para acertar os detalhes?' },
      { after: 9, by: 'them', text: 'Vamos! De manhã é melhor para mim' },
      { after: 30, by: 'us', text: 'Marcado às 10h, por vídeo. O convite chega por aqui.' }
    ]
  },
  {
    name: 'João Pedro Almeida',
    channel: 'whatsapp',
    identities: { bsuid: 'BR.1000000000000002' },
    username: 'joaopedro.almeida',
    status: 'open',
    said: [
      { after: 0, by: 'them', text: 'Preciso remarcar a retirada de amanhã, pode ser na quinta?' },
      { after: 40, by: 'us', text: 'Sem problema, João! Quinta a partir das 9h está pronto.' },
      { after: 12, by: 'them', text: 'Perfeito, obrigado!' },
      { after: 5, by: 'us', text: 'Combinado, até quinta!' }
    ]
  },
  {
    name: 'Patrícia Lemos',
    channel: 'instagram',
    identities: { igsid: '7000000000000011' },
    username: 'patricialemos',
    status: 'resolved',
    said: [
      { after: 0, by: 'them', text: 'Tema floresta encantada, 30 crianças!' },
      {
        after: 70,
        by: 'us',
        text: 'Oi, Patrícia! Adoramos o tema. Escolha um horário na nossa página e conversamos com calma: docejardim.example/agenda'
      },
      { after: 90, by: 'them', text: 'Já pedi um horário por lá!' }
    ]
  }
]

/**
 * Conversations in both channels, as the provider's customers had them; the ids are theirs, so that none comes twice.
 */
export async function addConversations(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  const channels = await trx.selectFrom('channels').select(['id', 'kind']).where('company_id', '=', companyId).execute()
  const leadsByName = await knownLeads(trx, demo)
  for (const talk of talks) {
    const channel = channels.find(({ kind }) => kind === talk.channel)
    const lead = leadsByName.get(talk.name)
    const n = demoLeads.findIndex(({ name }) => name === talk.name)
    const story = demoLeads[n]
    if (!channel || !lead || !story) continue
    const person = colleague(demo, story.owner)
    const { came } = storyOf(story, n)
    let minutes = came
    const said = talk.said.map(({ after, by, text }, place) => {
      // The first message is the one that the lead came with.
      minutes = Math.max(place === 0 ? came : 4, minutes - after)
      return { by, text, at: place === 0 ? lead.received_at : clock.ago(minutes) }
    })
    const [kind, contact] = Object.entries(talk.identities)[0] ?? ['', '']
    const theirs = said.filter(({ by }) => by === 'them')
    const ours = said.filter(({ by }) => by === 'us')
    const last = said.at(-1)
    const lastIn = theirs.at(-1)?.at ?? lead.received_at
    // Messages after our last one are unread, except in a conversation that is over.
    const waiting = talk.status === 'resolved' ? [] : said.slice(said.findLastIndex(({ by }) => by === 'us') + 1)
    const { id } = await trx
      .insertInto('conversations')
      .values({
        company_id: companyId,
        channel_id: channel.id,
        channel: talk.channel,
        lead_id: lead.id,
        contact,
        contact_kind: kind,
        contact_name: talk.name,
        username: talk.username ?? null,
        status: talk.status,
        assignee_id: lead.owner_id,
        unread: waiting.length,
        waiting_since: waiting[0]?.at ?? null,
        last_message_at: last?.at,
        last_inbound_at: lastIn,
        window_ends_at: later(lastIn, 24 * 60),
        last_text: cut(last?.text ?? '', 200),
        last_kind: 'text',
        last_direction: last?.by === 'us' ? 'out' : 'in',
        version: said.length,
        created_at: lead.received_at
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('contact_identities')
      .values(
        Object.entries(talk.identities).map(
          ([each, value]) =>
            ({
              company_id: companyId,
              kind: each,
              value,
              lead_id: lead.id,
              conversation_id: id,
              created_at: lead.received_at
            }) as never
        )
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await trx
      .insertInto('messages')
      .values(
        said.map(
          ({ by, text, at }, place) =>
            ({
              company_id: companyId,
              conversation_id: id,
              channel_id: channel.id,
              lead_id: lead.id,
              direction: by === 'us' ? 'out' : 'in',
              kind: 'text',
              text,
              external_id: `demonstration.${n}.${place}`,
              status: by === 'us' ? 'read' : null,
              author_id: by === 'us' ? (person?.id ?? null) : null,
              author_name: by === 'us' ? (person?.name ?? null) : null,
              created_at: at
            }) as never
        )
      )
      .execute()
    if (ours[0])
      await sql`
        update leads set first_contact_at = least(first_contact_at, ${ours[0].at}::timestamptz), last_contact_at = greatest(last_contact_at, ${ours.at(-1)?.at}::timestamptz)
        where company_id = ${companyId} and id = ${lead.id}`.execute(trx)
  }
}
