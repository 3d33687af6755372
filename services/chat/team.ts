import type { App } from '../core/http.ts'
import { attemptWait } from '../core/limits.ts'
import { sendAccountMail } from '../email/account.ts'
import { findHandOver } from './handover.ts'

/** Mails about requests for a person in an hour, in total. */
const mails = { max: 20, seconds: 3600 }

/** Notifies the provider's team by mail that somebody requests a person. */
export async function notifyTeam(app: App, sessionId: string): Promise<void> {
  if ((await attemptWait(app, 'chat person mail', 'team', mails)) > 0) return
  const { productName } = await app.settings()
  await app.db.everyCompany(async trx => {
    const { name, companyName } = await findHandOver(trx, sessionId)
    const team = await trx
      .selectFrom('users')
      .select('email')
      .where('role', 'in', ['global_admin', 'manager'])
      .where('active', '=', true)
      .orderBy('created_at')
      .limit(20)
      .execute()
    for (const { email } of team)
      await sendAccountMail(trx, app.config, {
        to: email,
        subject: `Alguém quer falar com uma pessoa na ${productName}`,
        paragraphs: [
          'Olá,',
          // The visitor's own words stay out of the mail: they could be anything, and are one click away.
          `${companyName ? `${name}, de ${companyName},` : 'Um visitante do site'} pediu para falar com uma pessoa da equipe.`
        ],
        action: { label: 'Abrir a conversa', url: `${app.config.publicUrl}/admin/conversations/${sessionId}` }
      })
  })
}
