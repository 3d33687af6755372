import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import type { CampaignContent } from '../marketing/campaigns/content.ts'
import type {} from '../marketing/campaigns/tables.ts'
import { type Block, type MailContent, webLinksOf } from '../marketing/mailTemplates/rules.ts'
import type {} from '../marketing/mailTemplates/tables.ts'
import { lateHours } from '../marketing/series/rules.ts'
import type {} from '../marketing/series/tables.ts'
import { hashOf } from '../marketing/suppressions/hashes.ts'
import type {} from '../marketing/suppressions/tables.ts'
import { randomOf } from './clock.ts'
import { colleague, type Demo, type KnownLead, later } from './context.ts'

const name = '{{ primeiro_nome | default: "tudo bem" }}'
const site = 'https://docejardim.example'

type Draft = Block extends infer B ? (B extends Block ? Omit<B, 'id'> : never) : never
const heading = (text: string): Draft => ({ type: 'heading', text, align: 'left' })
const button = (text: string, path: string): Draft => ({ type: 'button', text, link: `${site}${path}`, align: 'left' })
const text = (...lines: string[]): Draft => ({
  type: 'text',
  doc: { type: 'doc', content: lines.map(line => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })) }
})

const mail = (subject: string, preheader: string, ...blocks: Draft[]): MailContent => ({
  subject,
  preheader,
  body: { format: 1, accent: '#b4436c', blocks: blocks.map((block, n) => ({ id: `b${n + 1}`, ...block }) as Block) }
})

const templates = {
  'Boas-vindas': mail(
    'Recebemos o seu pedido, {{ primeiro_nome | default: "que bom ter você aqui" }}!',
    'Veja o que acontece agora e como escolher os sabores.',
    heading('Que bom ter você por aqui!'),
    text(
      `Olá, ${name}!`,
      'Recebemos o seu contato e a nossa equipe responde ainda hoje. Enquanto isso, dê uma olhada no cardápio e nos bolos que saíram da cozinha nesta semana.'
    ),
    button('Ver o cardápio', '/cardapio'),
    text('Um abraço da equipe {{ empresa }}')
  ),
  'Ainda pensando na festa?': mail(
    'Ainda pensando na sua festa, {{ primeiro_nome | default: "podemos ajudar" }}?',
    'Uma conversa de meia hora resolve tema, tamanho e prazo.',
    heading('A gente ajuda a decidir'),
    text(
      `Olá, ${name}!`,
      'Se ficou alguma dúvida sobre tamanho, sabores ou entrega, marque uma conversa de meia hora com a nossa equipe. É sem compromisso.'
    ),
    button('Escolher um horário', '/agenda')
  ),
  'Novos sabores': mail(
    'Três sabores novos saíram do forno',
    'Pistache com frutas vermelhas, maracujá e cupuaçu.',
    heading('Três sabores novos para a sua mesa'),
    text(
      `Olá, ${name}!`,
      'Depois de muitas provas, escolhemos: pistache com frutas vermelhas, maracujá com chocolate branco e cupuaçu com castanha.',
      'Quem encomenda até o fim da semana leva uma caixa de brigadeiros.'
    ),
    button('Conhecer os sabores', '/sabores'),
    button('Fazer uma encomenda', '/encomendas')
  ),
  Casamentos: mail(
    'A agenda de casamentos está aberta',
    'Marque a sua degustação antes que as datas acabem.',
    heading('Datas abertas para casamentos'),
    text(
      `Olá, ${name}!`,
      'Abrimos a agenda dos próximos doze meses. Na degustação você prova seis sabores e sai com o orçamento na mão.'
    ),
    button('Marcar a degustação', '/casamentos'),
    text('Não vai casar? Mande este e-mail para quem vai.')
  )
} satisfies Record<string, MailContent>

type TemplateName = keyof typeof templates

export async function addTemplates(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  await trx
    .insertInto('email_templates')
    .values(
      Object.entries(templates).map(([template, { subject, preheader, body }], n) => {
        const at = clock.on(-30 + 2 * n, '10:40')
        return {
          company_id: companyId,
          name: template,
          subject,
          preheader,
          body: JSON.stringify(body),
          created_at: at,
          updated_at: at,
          updated_by: colleague(demo, 'owner')?.name ?? null
        } as never
      })
    )
    .execute()
}

type Reader = KnownLead & { granted: boolean }

/** The leads of that time, with their decisions about mails until then. */
async function readersOf(trx: Trx, companyId: string, at: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select l.id, l.name, l.email, l.owner_id, l.received_at,
      coalesce((select c.granted from consents c where c.company_id = l.company_id and c.lead_id = l.id
        and 'email' = any (c.channels) and c.decided_at <= ${at} order by c.decided_at desc limit 1), false) as granted
    from leads l where l.company_id = ${companyId} and l.received_at < ${at} and l.deleted_at is null and l.email is distinct from ''
    order by l.received_at, l.id limit 200`.execute(trx)
  return rows
}

const templateId = async (trx: Trx, companyId: string, template: TemplateName): Promise<string | null> =>
  (
    await trx
      .selectFrom('email_templates')
      .select('id')
      .where('company_id', '=', companyId)
      .where('name', '=', template)
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null

type Finished = {
  name: string
  template: TemplateName
  day: number
  /** By names: who left, whose mail came back, who answered. */
  left: readonly string[]
  bounced: readonly string[]
  answered: readonly string[]
}

const finished: readonly Finished[] = [
  {
    name: 'Novos sabores',
    template: 'Novos sabores',
    day: -14,
    left: ['Marta Figueiredo', 'Murilo Pacheco'],
    bounced: ['Tereza Guimarães'],
    answered: ['Lívia Sampaio', 'Bruno Sarmento']
  },
  {
    name: 'Casamentos: agenda aberta',
    template: 'Casamentos',
    day: -4,
    left: ['Leandro Bittencourt'],
    bounced: [],
    answered: ['Elaine Moura', 'Simone Aragão', 'Cecília Prates']
  }
]

/** Two campaigns that went out: with clicks, answers, who left, and one mail that came back. */
export async function addCampaigns(trx: Trx, demo: Demo, key: Buffer): Promise<void> {
  const { companyId, clock } = demo
  const author = colleague(demo, 'owner')
  const gone = new Map<string, 'unsubscribed' | 'bounced'>()
  for (const [n, campaign] of finished.entries()) {
    const { template, day } = campaign
    const content: CampaignContent = templates[template]
    const [createdAt, startedAt] = [clock.on(day - 1, '16:10'), clock.on(day, '10:00')]
    const random = randomOf(40 + n)
    const readers = await readersOf(trx, companyId, startedAt)
    const { rows: ids } = await sql<{
      id: string
    }>`select new_id() as id from generate_series(0, ${readers.length}::integer)`.execute(trx)
    const id = ids.pop()?.id ?? ''
    let place = 0
    const recipients = readers.map(({ id: leadId, name: called, email, granted }, m) => {
      const reason = email === null ? 'no_address' : (gone.get(called) ?? (granted ? null : 'no_consent'))
      const sentAt = reason === null ? later(startedAt, 0.05 * ++place) : null
      const left = sentAt !== null && campaign.left.includes(called)
      const bounced = sentAt !== null && campaign.bounced.includes(called)
      return {
        id: ids[m]?.id ?? '',
        company_id: companyId,
        campaign_id: id,
        lead_id: leadId,
        address: email,
        state: reason !== null ? 'skipped' : bounced ? 'bounced' : left ? 'unsubscribed' : 'accepted',
        reason: reason ?? (bounced ? 'mailbox' : null),
        answer: bounced
          ? '550 5.1.1 The email account that you tried to reach does not exist'
          : sentAt && '250 2.0.0 OK',
        attempts: sentAt ? 1 : 0,
        sent_at: sentAt,
        unsubscribed_at: left && sentAt ? later(sentAt, 95) : null,
        report: bounced ? 'bounced' : null,
        reported_at: bounced && sentAt ? later(sentAt, 2) : null,
        answered_at:
          sentAt && campaign.answered.includes(called) ? later(sentAt, 60 + Math.floor(random() * 300)) : null
      }
    })
    await trx
      .insertInto('campaigns')
      .values({
        id,
        company_id: companyId,
        carrier: 'email',
        name: campaign.name,
        state: 'done',
        subject: content.subject,
        template_id: await templateId(trx, companyId, template),
        audience: JSON.stringify({ filter: {}, owners: null, me: null }),
        content: JSON.stringify(content),
        sends: true,
        version: 4,
        created_by: author?.id ?? null,
        created_name: author?.name ?? null,
        created_at: createdAt,
        updated_at: later(startedAt, 2),
        prepared_at: later(startedAt, -10),
        started_at: startedAt,
        finished_at: later(startedAt, 2)
      } as never)
      .execute()
    if (recipients.length === 0) continue
    await trx
      .insertInto('campaign_recipients')
      .values(recipients as never)
      .execute()
    const links = webLinksOf(content.body)
    const clicks = recipients
      .filter(({ state }) => state === 'accepted' || state === 'unsubscribed')
      .flatMap(({ id: recipient, sent_at: sentAt, answered_at: answered }) => {
        const opened = answered !== null || random() < 0.72
        const minutes = 8 + Math.floor(random() * 240)
        const on = (link: number, after: number) => ({
          company_id: companyId,
          campaign_id: id,
          recipient_id: recipient,
          link,
          automatic: false,
          times: 1 + Math.floor(random() * 2),
          first_at: later(String(sentAt), after),
          last_at: later(String(sentAt), after + 1)
        })
        if (!opened) return []
        return [
          on(-1, minutes),
          ...links.flatMap((_, link) => (random() < (link === 0 ? 0.55 : 0.3) ? [on(link, minutes + 1 + link)] : []))
        ]
      })
    if (clicks.length > 0)
      await trx
        .insertInto('campaign_clicks')
        .values(clicks as never)
        .execute()
    const out = recipients.filter(({ state }) => state === 'unsubscribed' || state === 'bounced')
    for (const each of out) {
      const reason = each.state === 'bounced' ? 'bounced' : 'unsubscribed'
      gone.set(readers.find(({ id: leadId }) => leadId === each.lead_id)?.name ?? '', reason)
      const at = String(each.unsubscribed_at ?? each.reported_at)
      const address = String(each.address)
      await trx
        .insertInto('suppressions')
        .values({
          company_id: companyId,
          kind: 'email',
          hash: hashOf(key, companyId, 'email', address),
          contact: address,
          lead_id: each.lead_id,
          reason,
          created_at: at
        } as never)
        .onConflict(conflict => conflict.doNothing())
        .execute()
      if (reason === 'unsubscribed')
        await trx
          .insertInto('consents')
          .values({
            company_id: companyId,
            lead_id: each.lead_id,
            channels: ['email'],
            granted: false,
            text: 'Descadastro pelo link de um e-mail',
            source: 'unsubscribe',
            ip: '203.0.113.9',
            user_agent: null,
            decided_at: at,
            evidence: 'Descadastrou-se pelo link do e-mail'
          } as never)
          .execute()
    }
    await sql`
      update leads l set consents = consents_recorded(l.company_id, l.id)
      where l.company_id = ${companyId} and l.id = any (${out.map(({ lead_id }) => lead_id)}::text[])`.execute(trx)
  }
}

const steps = [
  { template: 'Boas-vindas', wait: 1 },
  { template: 'Ainda pensando na festa?', wait: 72 }
] as const

/**
 * A series that greets new leads; who came meanwhile has had its mails already, so that nothing goes out in a burst.
 */
export async function addSeries(trx: Trx, demo: Demo): Promise<void> {
  const { companyId, clock } = demo
  const author = colleague(demo, 'manager')
  const on = clock.on(-21, '09:15')
  const made = {
    company_id: companyId,
    carrier: 'email' as const,
    created_by: author?.id ?? null,
    created_name: author?.name ?? null,
    created_at: clock.on(-22, '17:20'),
    updated_at: on
  }
  const series = await trx
    .insertInto('mail_series')
    .values({
      ...made,
      name: 'Boas-vindas a quem chega',
      kind: 'new_lead',
      field: null,
      reach: 'new',
      stop_statuses: ['converted', 'lost'],
      on_since: on
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: string[] = []
  for (const [n, { template, wait }] of steps.entries()) {
    const content: CampaignContent = templates[template]
    const step = await trx
      .insertInto('campaigns')
      .values({
        ...made,
        name: `Boas-vindas a quem chega, etapa ${n + 1}`,
        state: 'sending',
        subject: '',
        template_id: await templateId(trx, companyId, template),
        audience: JSON.stringify({ filter: { id: [] }, owners: null, me: null }),
        content: JSON.stringify(content),
        series_id: series.id,
        step: n + 1,
        wait_hours: wait,
        stops: JSON.stringify({ statuses: ['converted', 'lost'], answers: true, lateHours: lateHours.new_lead }),
        prepared_at: on,
        started_at: on
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(step.id)
  }
  await sql`
    with came as (
      select l.*, l.received_at + interval '1 hour' as due from leads l
      where l.company_id = ${companyId} and l.received_at >= ${on} and l.deleted_at is null and l.imported_at is null
        and l.received_at + interval '1 hour' <= ${new Date(clock.now).toISOString()}::timestamptz
    )
    insert into campaign_recipients (company_id, campaign_id, lead_id, entrant, occasion, address, state, reason, answer, attempts,
      due_at, since_at, sent_at)
    select company_id, ${ids[0]}, id, id, '', email, case when reason is null then 'accepted' else 'skipped' end, reason,
      case when reason is null then '250 2.0.0 OK' end, case when reason is null then 1 else 0 end, due, received_at,
      case when reason is null then due + interval '4 seconds' end
    from (select came.*, case when email is null then 'no_address'
      when consents -> 'email' ->> 'state' is distinct from 'granted' then 'no_consent'
      when first_contact_at < due then 'answered' end as reason from came) as judged`.execute(trx)
  await sql`
    insert into campaign_recipients (company_id, campaign_id, lead_id, entrant, occasion, address, state, reason, attempts,
      due_at, since_at)
    select r.company_id, ${ids[1]}, r.lead_id, r.lead_id, '', r.address, 'skipped', 'answered', 0,
      r.sent_at + interval '72 hours', r.since_at
    from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${ids[0]} and r.state = 'accepted'
      and r.sent_at + interval '72 hours' <= ${new Date(clock.now).toISOString()}::timestamptz`.execute(trx)
}
