import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Contact } from '../../leads/erased/people.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { placeLabel } from './places.ts'
import { certificateNumber, channelLabels, type RequestChannel } from './rules.ts'

export type Erasure = {
  companyId: string
  leadIds: readonly string[]
  cause: 'request' | 'retention' | 'restore'
  requestId?: string
  /** Contacts named in the request that the leads may not have. */
  contacts?: readonly Contact[]
  actor: AuditActor
}

export type Certificate = { number: number; at: string; text: string; sha256: string }

type Done = Erasure & {
  leads: number
  counts: Record<string, number>
  searched: Record<string, number>
  hashes: readonly Buffer[]
}

type Facts = {
  number: number
  at: string
  moment: string
  company: string
  channel: RequestChannel | null
  received: string | null
}

/** Writes the company's next certificate, with the hashes by which a restored backup recognises the person. */
export async function writeCertificate(trx: Trx, done: Done): Promise<Certificate> {
  const { companyId, cause, requestId = null, actor, leads, counts, searched, hashes } = done
  await takeLocks(trx, companyId, 'certificate')
  const { rows } = await sql<Facts>`
    select coalesce((select max(number) from erasure_certificates where company_id = c.id), 0) + 1 as number,
      clock_timestamp() as at, to_char(clock_timestamp() at time zone c.time_zone, 'DD/MM/YYYY HH24:MI') as moment,
      c.name as company, r.channel, to_char(r.received_at at time zone c.time_zone, 'DD/MM/YYYY') as received
    from companies c left join privacy_requests r on r.company_id = c.id and r.id = ${requestId}::text
    where c.id = ${companyId}`.execute(trx)
  const facts = rows[0]
  if (!facts) throw new Error('A certificate needs a company')
  const text = textOf(done, facts)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const { number, at } = facts
  await trx
    .insertInto('erasure_certificates')
    .values({
      company_id: companyId,
      number,
      at,
      cause,
      actor_name: actor.actorName,
      request_id: requestId,
      leads,
      counts: JSON.stringify(counts),
      searched: JSON.stringify(searched),
      text,
      sha256
    })
    .execute()
  for (const hash of hashes)
    await trx
      .insertInto('erased_people')
      .values({ company_id: companyId, hash, certificate: number, at })
      .onConflict(conflict => conflict.columns(['company_id', 'hash']).doUpdateSet({ certificate: number, at }))
      .execute()
  return { number, at, text, sha256 }
}

const counted = (n: number, one: string, many: string) => `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`

/** The text is self-contained, so that anyone who holds it can hash it and compare. */
function textOf({ cause, actor, leads, counts, searched, hashes }: Done, facts: Facts): string {
  const { email = 0, phone = 0, document = 0, shared = 0, tables = 0 } = searched
  const reason = {
    request: facts.channel
      ? `A pedido do titular dos dados, recebido em ${facts.received} (${channelLabels[facts.channel]})`
      : 'A pedido do titular dos dados',
    retention: 'Motivo: prazo de guarda definido pela empresa',
    restore: 'Motivo: exclusão refeita depois de restaurar uma cópia de segurança'
  }[cause]
  return [
    `CERTIFICADO DE EXCLUSÃO DE DADOS PESSOAIS Nº ${certificateNumber(facts.number)}`,
    '',
    `Empresa: ${facts.company}`,
    `Data: ${facts.moment}`,
    `Executado por: ${actor.actorName ?? 'rotina automática'}`,
    reason,
    `Cadastros excluídos: ${leads}`,
    '',
    'Registros excluídos ou esvaziados:',
    ...Object.entries(counts)
      .filter(([, n]) => n > 0)
      .map(([table, n]) => `- ${table === 'files' ? 'arquivos' : placeLabel(table)}: ${n}`),
    '',
    `Conferência: depois da exclusão, ${counted(tables, 'tabela foi pesquisada', 'tabelas foram pesquisadas')} por ${counted(email, 'e-mail', 'e-mails')}, ${counted(phone, 'telefone', 'telefones')} e ${counted(document, 'documento', 'documentos')}. Ocorrências encontradas: 0.`,
    ...(shared > 0
      ? [
          `${counted(shared, 'contato também pertence a outra pessoa e não foi pesquisado', 'contatos também pertencem a outras pessoas e não foram pesquisados')}.`
        ]
      : []),
    ...(hashes.length > 0
      ? ['', 'Marca para não importar de novo (HMAC-SHA-256):', ...hashes.map(hash => hash.toString('hex'))]
      : []),
    ''
  ].join('\n')
}
