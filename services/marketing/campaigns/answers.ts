import { notify } from '../../account/notifications/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import { attemptWait } from '../../core/limits.ts'
import type { InboundMail, MailClaim } from '../../core/mail.ts'
import { cut } from '../../core/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import { createNote } from '../../leads/notes/queries.ts'
import { writtenIn } from '../../platform/inboundMail/quotes.ts'
import { answerToPass } from './jobs.ts'
import { announceCampaign } from './moves.ts'
import { isRobot } from './robots.ts'
import { type SignedRecipient, signedRecipient } from './signedRecipients.ts'
import type {} from './tables.ts'

type Place = SignedRecipient & { tooMany?: boolean }

/**
 * Mails that answers to one mail may cause in a day, and those to all mails of a company in an hour: every recipient
 * knows an address that forwards mail.
 */
const limits = { each: { max: 20, seconds: 86_400 }, company: { max: 500, seconds: 3600 } }

/** Characters of a note, and of a notice. */
const [longestNote, longestNotice] = [5000, 140]

const claims = (mail: InboundMail, parts: { db: Db; config: Config }): Promise<Place | null> =>
  signedRecipient(parts, 'answer', mail.recipients)

async function prepare(mail: InboundMail, place: Place, parts: { db: Db; config: Config }): Promise<Place> {
  if (!isAnswer(mail)) return place
  const each = await attemptWait(parts, 'answers to a mail', place.recipientId, limits.each)
  const all = each > 0 ? 0 : await attemptWait(parts, 'answers to mails', place.companyId, limits.company)
  return { ...place, tooMany: each > 0 || all > 0 }
}

/** A server's report about a mail is no answer. */
const isAnswer = ({ kind }: InboundMail): boolean => kind === 'ordinary' || kind === 'automatic'

async function handle(
  trx: Trx,
  mail: InboundMail,
  { companyId, recipientId, tooMany = false }: Place
): Promise<string> {
  if (!isAnswer(mail)) return 'no answer'
  // It is kept, and can be read again.
  if (tooMany) return 'dropped'
  await publish(trx, answerToPass, { companyId, mailId: mail.id, recipientId })
  // An absence says nothing of whether the person wants more.
  if (mail.kind === 'automatic') return 'automatic'
  // Nor does a program whose mail has no header that says so; its words may deceive, so the owner sees them.
  const robot = isRobot({ subject: mail.subject, text: writtenIn(mail.text) })
  const answered = await trx
    .updateTable('campaign_recipients')
    .set(({ fn, ref, val }) => ({
      answered_at: robot ? ref('answered_at') : fn('greatest', [ref('answered_at'), val(mail.receivedAt)])
    }))
    .where('id', '=', recipientId)
    .returning(['campaign_id', 'lead_id', 'address'])
    .executeTakeFirst()
  if (!answered) return 'gone'
  if (!robot) await announceCampaign(trx, companyId, answered.campaign_id)
  if (answered.lead_id === null) return 'erased'
  await noteAnswer(trx, companyId, mail, { ...answered, lead_id: answered.lead_id, robot })
  return robot ? 'automatic' : 'answered'
}

/** Keeps the answer as a note of the lead, and notifies the lead's owner. */
async function noteAnswer(
  trx: Trx,
  companyId: string,
  mail: InboundMail,
  {
    campaign_id,
    lead_id: leadId,
    address,
    robot
  }: { campaign_id: string; lead_id: string; address: string | null; robot: boolean }
): Promise<void> {
  const kind = robot ? 'Resposta automática' : 'Resposta'
  const lead = await trx.selectFrom('leads').select(['name', 'owner_id']).where('id', '=', leadId).executeTakeFirst()
  if (!lead) return
  const campaign = await trx.selectFrom('campaigns').select('name').where('id', '=', campaign_id).executeTakeFirst()
  const from = mail.from?.address ?? null
  const same = from !== null && from.toLowerCase() === address?.trim().toLowerCase()
  const written = writtenIn(mail.text)
  const names = mail.files.map(({ name }) => name ?? 'sem nome')
  const parts = [
    `${kind} por e-mail a "${campaign?.name ?? ''}":`,
    // Somebody to whom the mail was forwarded may answer too.
    !same && `De ${from ?? 'um remetente sem endereço'}`,
    written || '(sem texto)',
    names.length > 0 && `Anexos, que foram com a mensagem para o seu e-mail: ${names.join(', ')}`
  ]
  const text = cut(parts.filter(Boolean).join('\n\n').toWellFormed(), longestNote)
  await createNote(trx, companyId, leadId, { text }, { id: null, name: lead.name })
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  const seers = trx.selectFrom('employees').select('id').where('active', '=', true)
  const employees = await (lead.owner_id === null
    ? seers.where('lead_access', '=', 'all')
    : seers.where('id', '=', lead.owner_id)
  ).execute()
  await notify(
    trx,
    {
      companyId,
      kind: 'message_new',
      leadId,
      title: `${kind} por e-mail de ${lead.name}`,
      body: cut(written.replace(/\s+/g, ' ').toWellFormed(), longestNotice),
      link: `/leads/${leadId}`
    },
    { employees: employees.map(({ id }) => id) }
  )
}

/**
 * Answers to mails of campaigns and series, where the company has them come through the installation. An answer ends
 * the series for the lead, and is forwarded to the company's address.
 */
export const campaignAnswers: MailClaim<Place> = {
  name: 'campaign-answers',
  claims,
  prepare,
  handle,
  unseen: ['dropped', 'no answer']
}
