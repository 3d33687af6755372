import { randomBytes } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { hasNoServer, keepMail } from '../../platform/email/kept.ts'
import { compileTemplate, renderFor } from '../mailTemplates/render.ts'
import { findSender as findCompany, variablesOf } from '../mailTemplates/variables.ts'
import { Delivery, type Handed } from '../senders/delivery.ts'
import { findSender, ownPeople } from '../senders/queries.ts'
import { senderTexts, type TestOutcome } from '../senders/rules.ts'
import { trialToken } from '../suppressions/rules.ts'
import { contentOf } from './email.ts'
import { openWriter, returnPath } from './message.ts'
import { campaignTexts } from './rules.ts'

type Trial = { outcome: TestOutcome; answer: string | null }

/**
 * Sends a campaign's mail to one of the company's own people, as the recipients would get it, and returns what the
 * server answered; without any server it is kept on the outbox page. Both subjects of
 * a test are sent, marked A and B; the first failure ends it. Throws 400 for an address of somebody else, 404, and 409
 * that names what is missing.
 */
export async function tryCampaign(
  { db, config }: { db: Db; config: Config },
  { companyId, id, to, name }: { companyId: string; id: string; to: string; name: string }
): Promise<Trial> {
  const { sender, company, content, subjectB } = await db.company(companyId, async trx => {
    const row = await trx
      .selectFrom('campaigns')
      .select(['subject', 'subject_b', 'template_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError('notFound', campaignTexts.gone)
    if (!(await ownPeople(trx, [to])).has(to)) throw invalid({ to: campaignTexts.notOurs })
    const sender = await findSender(trx)
    if (!sender && !hasNoServer(config, undefined)) throw new AppError('conflict', campaignTexts.noSender)
    const content = await contentOf(trx, { subject: row.subject, templateId: row.template_id })
    return { sender, company: await findCompany(trx, companyId), content, subjectB: row.subject_b }
  })
  const subjects =
    subjectB === null
      ? [{ mark: '', subject: `[Teste] ${content.subject}` }]
      : [
          { mark: 'A: ', subject: `[Teste A] ${content.subject}` },
          { mark: 'B: ', subject: `[Teste B] ${subjectB}` }
        ]
  const unsubscribeUrl = `${config.publicUrl}/unsubscribe/${trialToken}`
  const variables = variablesOf({ name, email: to, phone: null, custom: {} }, company)
  const render = async (subject: string) =>
    renderFor(await compileTemplate({ ...content, subject }, config.publicUrl), { variables, company, unsubscribeUrl })
  if (!sender || hasNoServer(config, sender.row)) {
    for (const { subject } of subjects) {
      const cause = `trial ${randomBytes(12).toString('hex')}`
      const mail = await render(subject)
      await db.company(companyId, trx => keepMail(trx, { ...mail, companyId, cause, to, leadId: null }))
    }
    return { outcome: 'kept', answer: null }
  }
  const write = await openWriter(config, sender).catch(cause => {
    throw new AppError('conflict', senderTexts.sealed, { cause })
  })
  const delivery = new Delivery(config, sender.row)
  const answers: string[] = []
  let outcome: TestOutcome = 'accepted'
  try {
    for (const { mark, subject } of subjects) {
      const mail = await render(subject)
      const messageId = randomBytes(12).toString('hex')
      const raw = await write({ ...mail, id: messageId, campaignId: id, to, unsubscribeUrl, byMail: false })
      const tried = trialOf(await delivery.send({ from: returnPath(config, sender.row, messageId), to }, raw))
      outcome = tried.outcome
      if (tried.answer !== null) answers.push(`${mark}${tried.answer}`)
      if (outcome !== 'accepted') break
    }
    return { outcome, answer: answers.length > 0 ? answers.join('\n') : null }
  } finally {
    delivery.close()
  }
}

function trialOf(handed: Handed): Trial {
  const { answer } = handed
  switch (handed.state) {
    case 'accepted':
      return { outcome: 'accepted', answer }
    case 'later':
      return { outcome: 'temporary', answer }
    case 'refused':
      return { outcome: handed.command === 'sender' ? 'refused_sender' : 'refused', answer }
    case 'unknown':
      return { outcome: 'timeout', answer }
    case 'unreachable':
    case 'broken':
      return { outcome: 'connection', answer }
  }
}
