import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { adapters } from './adapters.ts'
import { check } from './checks.ts'
import { deliveriesReceived } from './jobs.ts'
import type { Channel } from './queries.ts'
import { channelRules, tokenWarnedBefore } from './rules.ts'
import type { Check, DeliveryReport } from './schema.ts'

/** A channel's traffic. `lagSeconds`: the age of the oldest delivery that is not processed. */
type Traffic = { lagSeconds: number | null; queuedSeconds: number | null; uncertain: number }

export async function readTraffic(db: Db, channel: Channel): Promise<Traffic> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<Traffic>`select
      (select extract(epoch from now() - received_at)::float8 from deliveries
        where processed_at is null and provider = ${channel.kind} and accounts @> array[${channel.account}::text]
        order by id limit 1) as "lagSeconds",
      (select extract(epoch from now() - min(due_at))::float8 from messages where company_id = ${channel.company_id}
        and channel_id = ${channel.id} and status = 'queued') as "queuedSeconds",
      (select count(*)::integer from messages where company_id = ${channel.company_id} and channel_id = ${channel.id}
        and status = 'unknown' and created_at > now() - interval '7 days') as uncertain`.execute(trx)
    return rows[0] ?? { lagSeconds: null, queuedSeconds: null, uncertain: 0 }
  })
}

const [minute, day] = [60, 86_400]

const age = (at: string, now: Date): number => (now.getTime() - Date.parse(at)) / 1000

/** The check-up of a channel: what was looked at, how it is, and what to do, the worst first. */
export function checkUp(channel: Channel, { lagSeconds, queuedSeconds, uncertain }: Traffic, now: Date): Check[] {
  const expires = channel.token_expires_at
  const daysLeft = expires === null ? null : Math.floor(-age(expires, now) / day)
  const { The, of, at, by } = channelRules[channel.kind].provider
  const forgedLately = channel.forged_at !== null && age(channel.forged_at, now) < day
  const checks: Check[] = [
    check('Conexão', [
      [channel.token === null, 'bad', 'Falta o token de acesso.', 'Informe o token na configuração.'],
      [channel.problem !== null, 'bad', channel.problem_text ?? `${The} recusou o canal.`, 'Resolva e teste de novo.'],
      [channel.check_error !== null, 'bad', channel.check_error ?? '', 'Corrija a configuração e teste de novo.'],
      [channel.checked_at === null, 'unknown', 'A conexão ainda não foi testada.', 'Use “Testar conexão”.'],
      [true, 'good', `${The} aceita o token.`, null]
    ]),
    check('Validade do token', [
      [daysLeft === null, 'good', 'O token não tem prazo conhecido.', null],
      [(daysLeft ?? 0) < 0, 'bad', 'O token venceu.', 'Conecte o canal de novo.'],
      [
        (daysLeft ?? 0) < tokenWarnedBefore,
        'warning',
        `O token vence em ${daysLeft} dias.`,
        'Conecte o canal de novo.'
      ],
      [true, 'good', `O token vale por mais ${daysLeft} dias.`, null]
    ]),
    check('Recebimento', [
      [
        channel.received_at === null && channel.verified_at === null,
        'bad',
        `${The} ainda não chamou o endereço de retorno.`,
        `Cadastre ${at} o endereço e o token de verificação mostrados na configuração.`
      ],
      [
        channel.received_at === null,
        'warning',
        'O endereço foi confirmado, mas nenhum aviso chegou.',
        `Assine o campo “messages” ${at} e mande uma mensagem de teste.`
      ],
      [true, 'good', `${The} está avisando do que acontece: mensagens, entregas, leituras e reações.`, null]
    ]),
    check('Assinatura', [
      [
        forgedLately,
        'warning',
        `${channel.forged} avisos chegaram com assinatura errada.`,
        `Confira a chave secreta do aplicativo. Se ela estiver certa, alguém tentou se passar ${by}.`
      ],
      [true, 'good', 'Nenhum aviso falso nas últimas 24 horas.', null]
    ]),
    check('Processamento', [
      [
        (lagSeconds ?? 0) > 2 * minute,
        'bad',
        `Há avisos ${of} parados há mais de 2 minutos.`,
        'Veja na administração se o processo de trabalho está ativo.'
      ],
      [true, 'good', 'Tudo o que foi avisado está processado.', null]
    ]),
    check('Envio', [
      [!channel.active, 'warning', 'O canal está desligado: recebe, mas não responde.', 'Ligue o canal.'],
      [
        (queuedSeconds ?? 0) > 2 * minute,
        'bad',
        'Há mensagens esperando há mais de 2 minutos.',
        `${The} pode estar fora do ar ou ter limitado o número. O envio continua sozinho.`
      ],
      [
        uncertain > 0,
        'warning',
        `${uncertain} mensagens com envio incerto.`,
        'Abra as conversas e envie de novo se preciso.'
      ],
      [true, 'good', 'As mensagens estão saindo.', null]
    ])
  ]
  checks.push(...(adapters[channel.kind].checks?.(channel) ?? []))
  return checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

const order: readonly Check['state'][] = ['bad', 'warning', 'unknown', 'good']

/**
 * Reports on the channel, or on its account before the company had connected it: a company sees those on accounts that
 * it proved.
 */
const outcomesOf = ({ company_id, id, account, proved_at }: Channel) =>
  sql`(o.company_id = ${company_id} and o.channel_id = ${id}
    or ${proved_at !== null} and o.company_id is null and o.account = ${account})`

/** How the deliveries of the last 30 days that spoke of the channel were processed, by outcome. */
export async function reportOf(db: Db, channel: Channel): Promise<DeliveryReport> {
  const { lagSeconds } = await readTraffic(db, channel)
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ outcome: string; n: number }>`
      select outcome, sum(updates)::integer as n from delivery_outcomes o
      join deliveries d on d.id = o.delivery_id
      where ${outcomesOf(channel)} and d.provider = ${channel.kind} and d.received_at > now() - interval '30 days'
      group by outcome`.execute(trx)
    const { rows: open } = await sql<{ n: number }>`
      select count(*)::integer as n from (select from deliveries where processed_at is null
        and provider = ${channel.kind} and accounts @> array[${channel.account}::text] limit 10000) as counted`.execute(
      trx
    )
    return {
      received: rows.reduce((sum, { n }) => sum + n, 0),
      waiting: open[0]?.n ?? 0,
      outcomes: Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])),
      lagSeconds
    }
  })
}

/** Deliveries that are processed by one job, and again by one request: the newest. */
const [batchSize, maxReplayed] = [50, 5000]

/**
 * Processes again, from the bytes as they came, what was reported of the channel, what came of its account before it
 * was connected, and what has waited for a minute; returns the number of deliveries.
 */
export async function replay(db: Db, channel: Channel): Promise<number> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ id: number }>`
      update deliveries set processed_at = null where id in (
        select d.id from deliveries d where d.provider = ${channel.kind} and d.body is not null and case
          when d.processed_at is null then d.accounts @> array[${channel.account}::text]
            and d.received_at < now() - interval '1 minute'
          else exists (select from delivery_outcomes o where o.delivery_id = d.id and ${outcomesOf(channel)}) end
        order by d.id desc limit ${maxReplayed})
      returning id`.execute(trx)
    await publishDeliveries(trx, rows)
    return rows.length
  })
}

/** Hands over again what has waited for minutes: its job was lost, or failed for a reason that has passed. */
export async function resumeDeliveries(db: Db): Promise<void> {
  await db.everyCompany(async trx => {
    const rows = await trx
      .selectFrom('deliveries')
      .select('id')
      .where('processed_at', 'is', null)
      .where('received_at', '<', sql<string>`now() - interval '5 minutes'`)
      .orderBy('id')
      .limit(maxReplayed)
      .execute()
    await publishDeliveries(trx, rows)
  })
}

async function publishDeliveries(trx: Trx, rows: readonly { id: number }[]): Promise<void> {
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  for (let n = 0; n < ids.length; n += batchSize)
    await publish(trx, deliveriesReceived, { deliveryIds: ids.slice(n, n + batchSize) })
}
