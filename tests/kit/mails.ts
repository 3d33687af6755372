import type { App } from '../../services/core/http.ts'

export type KeptMail = { subject: string; text: string; token: string | null }

/** Account mails to an address, newest first, with the token of each one's link. */
export async function mailsTo(app: App, address: string): Promise<KeptMail[]> {
  const rows = await app.db.everyCompany(trx =>
    trx
      .selectFrom('account_mails')
      .select(['subject', 'text'])
      .where('to_address', '=', address)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  )
  return rows.map(mail => ({ ...mail, token: /\?token=([\w-]+)/.exec(mail.text)?.[1] ?? null }))
}
