import { networkOf } from '../../core/address.ts'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { attemptWait, refuseTooMany } from '../../core/limits.ts'
import { findUnstorable } from '../../core/text.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { cnpjCharacters, cnpjTexts, plausibleCnpj } from '../companies/rules.ts'
import { accessRequestMail } from './mails.ts'
import { AccessRequest, Message } from './schema.ts'

const sentText = 'Se a empresa usa o sistema, o administrador dela recebe o seu pedido por e-mail.'

const hour = 3600
/** Limits by sender address, by company and by the name given. */
const limits = {
  address: { max: 10, seconds: hour },
  company: { max: 10, seconds: 24 * hour },
  person: { max: 2, seconds: 24 * hour }
}

/** Letters only: the name goes into a mail to people who did not ask for it, and must not contain a link. */
export const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)

/**
 * Asks the admins of an existing company to invite somebody. The answer reveals neither the admins nor whether the
 * company exists.
 */
export function register(app: App): void {
  /** Mails still being written; closing waits for them. */
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.allSettled(underWay)
  })

  async function notifyAdmins({ name, email, cnpj }: AccessRequest): Promise<void> {
    if ((await attemptWait(app, 'access request person', `${cnpj} ${email}`, limits.person)) > 0) return
    if ((await attemptWait(app, 'access request company', cnpj, limits.company)) > 0) return
    const { productName } = await app.settings()
    await app.db.everyCompany(async trx => {
      const admins = await trx
        .selectFrom('companies as c')
        .innerJoin('employees as e', 'e.company_id', 'c.id')
        .innerJoin('users as u', 'u.id', 'e.user_id')
        .select(['u.email', 'c.name as company'])
        .where('c.cnpj', '=', cnpj)
        .where('c.active', '=', true)
        .where('e.active', '=', true)
        .where('e.role', '=', 'admin')
        // Otherwise somebody could sign up with another person's address and have strangers send them mail.
        .where('e.email_confirmed', '=', true)
        .where('u.active', '=', true)
        .orderBy('e.created_at')
        .limit(20)
        .execute()
      const url = `${app.config.publicUrl}/employees`
      for (const { email: to, company } of admins)
        await sendAccountMail(trx, app.config, accessRequestMail(to, productName, { company, name, email }, url))
    })
  }

  app.post(
    '/api/auth/signup/access-requests',
    {
      config: { access: 'public' },
      schema: { summary: 'Ask for a place in a company', body: AccessRequest, response: { 202: Message } },
      // After the answer, whose timing would reveal whether the company exists.
      onResponse: async (request, reply) => {
        if (reply.statusCode !== 202) return
        const { name, email, cnpj } = request.body
        const work = notifyAdmins({ name: plainName(name) || 'Alguém', email, cnpj: cnpjCharacters(cnpj) })
          .catch(error => app.log.error({ err: error }, 'access request not sent'))
          .finally(() => underWay.delete(work))
        underWay.add(work)
      }
    },
    async (request, reply) => {
      const unstorable = findUnstorable(request.body)
      if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
      if (!plausibleCnpj(request.body.cnpj)) throw invalid({ cnpj: cnpjTexts.invalid })
      await refuseTooMany(app, 'access request address', networkOf(request.ip), limits.address)
      return reply.status(202).send({ message: sentText })
    }
  )
}
