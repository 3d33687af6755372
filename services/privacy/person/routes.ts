import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { accountCodes } from '../../account/auth/rules.ts'
import { Message } from '../../account/auth/schema.ts'
import { resolveCompany } from '../../account/companies/queries.ts'
import { networkOf } from '../../core/address.ts'
import type { Trx } from '../../core/db.ts'
import { withoutInvisible } from '../../core/emails.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { attemptWait, refuseTooMany, routeLimit } from '../../core/limits.ts'
import { digits } from '../../core/rules.ts'
import { phoneKey } from '../../core/telephone/rules.ts'
import { unstorable } from '../../core/text.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { personLinkMail } from '../privacy/mails.ts'
import { createPersonLink, findPersonAccess, openPersonLink, type PersonAccess } from '../privacy/person.ts'
import { ask, noteAccess, withdraw } from './asks.ts'
import { personData } from './data.ts'
import { linkAsked } from './rules.ts'
import { AskLink, ClientQuery, NamedCompany, Opened, OpenLink, PersonAsks, PersonData, Withdrawal } from './schema.ts'
import type {} from './tables.ts'

const noCompany = 'Empresa não encontrada'

/** Requests for a link in an hour. */
const limits = { contact: { max: 3, seconds: 3600 }, address: { max: 20, seconds: 3600 } }

/** A telephone shared by more people is not a family's. */
const maxLinks = 3

const over = () =>
  new AppError('notFound', 'Este link expirou ou já foi usado. Peça outro.', { code: accountCodes.linkExpired })

async function companyOf(app: App, client: string): Promise<string> {
  const id = await resolveCompany(app.db, client)
  if (!id) throw new AppError('notFound', noCompany)
  return id
}

const publicRoute = (app: App) => ({ access: 'public' as const, rateLimit: routeLimit(app, 30, '1 minute') })

/** The page on which people see and decide about their own data, without an account. */
export function register(app: App): void {
  registerLinks(app)
  registerData(app)
}

/** How people get to the page: whose it is, asking for a link, opening it. */
function registerLinks(app: App): void {
  const config = publicRoute(app)
  /** Links still being sent; closing waits for them. */
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.allSettled(underWay)
  })

  app.get(
    '/public/my-data/company',
    {
      config,
      schema: { summary: 'Whose page it is', querystring: ClientQuery, response: { 200: NamedCompany } }
    },
    async request => {
      const id = await companyOf(app, request.query.client)
      return app.db.company(id, trx =>
        trx.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
      )
    }
  )

  app.post(
    '/public/my-data/link',
    {
      config: { access: 'public' },
      schema: { summary: 'Ask for a link to one’s own data', body: AskLink, response: { 202: Message } },
      // After the answer, whose timing would reveal whether the company knows the person.
      onResponse: async (request, reply) => {
        const contact = request.body.contact.trim()
        const readable = contact.includes('@') || digits(contact).length >= 8
        if (reply.statusCode !== 202 || unstorable(contact) || !readable) return
        const work = sendLinks(app, request.body.client, contact)
          .catch(error => app.log.error({ err: error }, 'person link not sent'))
          .finally(() => underWay.delete(work))
        underWay.add(work)
      }
    },
    async (request, reply) => {
      await refuseTooMany(app, 'person address', networkOf(request.ip), limits.address)
      await companyOf(app, request.body.client)
      return reply.status(202).send({ message: linkAsked })
    }
  )

  app.post(
    '/public/my-data/open',
    {
      config,
      schema: {
        summary: 'Open the page by a link, once',
        querystring: ClientQuery,
        body: OpenLink,
        response: { 200: Opened }
      }
    },
    async request => {
      const id = await companyOf(app, request.query.client)
      const opened = await app.db.company({ id, held: true, deleted: true }, trx =>
        openPersonLink(trx, request.body.token)
      )
      if (!opened) throw over()
      return opened
    }
  )
}

async function sendLinks(app: App, client: string, contact: string): Promise<void> {
  const companyId = await companyOf(app, client)
  const email = contact.includes('@') ? withoutInvisible(contact).toLowerCase() : null
  const phone = email ? null : phoneKey(contact)
  if ((await attemptWait(app, 'person link', `${companyId} ${email ?? phone}`, limits.contact)) > 0) return
  await app.db.everyCompany(async trx => {
    const { rows } = await sql<{ email: string; company: string }>`
      select distinct on (l.email_key) coalesce(met_address(l.email, l.emails, ${email}::text), l.email) as email,
        c.name as company
      from leads l join companies c on c.id = l.company_id
      where l.company_id = ${companyId} and l.email is not null
        and (l.email_key = ${email}::text or l.phone_key = ${phone}::text or l.id in (
          select lead_id from lead_addresses where company_id = ${companyId} and key = ${email ?? phone}::text))
      order by l.email_key, l.received_at limit ${maxLinks}`.execute(trx)
    for (const { email, company } of rows) {
      const url = await createPersonLink(trx, app.config, companyId, { email })
      await sendAccountMail(trx, app.config, personLinkMail(email, { id: companyId, name: company }, url))
    }
  })
}

type ReaderRequest = { query: { client: string }; headers: Record<string, unknown> }

/** Runs the work for the holder of the page's session, which comes in a header of its own. */
async function reading<T>(
  app: App,
  { query, headers }: ReaderRequest,
  work: (trx: Trx, companyId: string, access: PersonAccess) => Promise<T>
): Promise<T> {
  const id = await companyOf(app, query.client)
  const session = headers['x-person-session']
  return app.db.company({ id, held: true, deleted: true }, async trx => {
    const access = typeof session === 'string' ? await findPersonAccess(trx, session) : undefined
    if (!access) throw over()
    return work(trx, id, access)
  })
}

const noStore = { 'Cache-Control': 'no-store' }

/** The routes by which the holder of a link reads their data and sends requests to the company. */
function registerData(app: App): void {
  const config = publicRoute(app)

  app.get(
    '/public/my-data',
    {
      config,
      schema: {
        summary: 'Everything that a company keeps about the person',
        querystring: ClientQuery,
        response: { 200: PersonData }
      }
    },
    async (request, reply) => {
      reply.headers(noStore)
      return reading(app, request, personData)
    }
  )

  app.post(
    '/public/my-data/file',
    {
      config,
      schema: {
        summary: 'The same as a file, which counts as access given',
        querystring: ClientQuery,
        response: { 200: PersonData }
      }
    },
    async (request, reply) => {
      reply.headers({ ...noStore, 'Content-Disposition': 'attachment; filename="meus-dados.json"' })
      return reading(app, request, async (trx, companyId, access) => {
        await noteAccess(trx, companyId, access)
        return personData(trx, companyId, access)
      })
    }
  )

  app.post(
    '/public/my-data/withdraw',
    {
      config,
      schema: {
        summary: 'Withdraw consent for a channel',
        querystring: ClientQuery,
        body: Withdrawal,
        response: { 200: PersonData }
      }
    },
    async (request, reply) => {
      reply.headers(noStore)
      const evidence = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 400) ?? null }
      return reading(app, request, async (trx, companyId, access) => {
        await withdraw(trx, companyId, access, request.body.channel, evidence)
        return personData(trx, companyId, access)
      })
    }
  )

  app.post(
    '/public/my-data/requests',
    {
      config,
      schema: {
        summary: 'Ask for a correction, for erasure, or object',
        querystring: ClientQuery,
        body: PersonAsks,
        response: { 201: PersonData }
      }
    },
    async (request, reply) => {
      reply.headers(noStore)
      const data = await reading(app, request, async (trx, companyId, access) => {
        await ask(trx, companyId, access, request.body)
        return personData(trx, companyId, access)
      })
      return reply.status(201).send(data)
    }
  )

  app.post(
    '/public/my-data/close',
    {
      config,
      schema: { summary: 'End the reading', querystring: ClientQuery, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await reading(app, request, (trx, _companyId, { id }) =>
        trx.deleteFrom('person_accesses').where('id', '=', id).execute()
      )
      return reply.status(204).send(null)
    }
  )
}
