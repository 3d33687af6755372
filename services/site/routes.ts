import path from 'node:path'
import fastifyCompress from '@fastify/compress'
import fastifyFormbody from '@fastify/formbody'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openBookingPage } from '../calendar/booking/book.ts'
import { AppError, isDatabaseUnavailable } from '../core/errors.ts'
import type { Parts } from '../core/features.ts'
import { type App, prepareFailure } from '../core/http.ts'
import { routeLimit } from '../core/limits.ts'
import { cut } from '../core/rules.ts'
import { type FormSelector, findFormOf } from '../leads/forms/queries.ts'
import { perMinute } from '../leads/leads/receive.ts'
import { receiveContact } from '../support/contact/receive.ts'
import type { ContactMessage } from '../support/contact/schema.ts'
import { actByPost, addAppointment, addBooking, bookByPost } from './booking.ts'
import { keptDemonstration, keptPlans, keptSettings } from './cached.ts'
import { refuse, toSubmission, touchIn, typedIn } from './formPost.ts'
import { openPages } from './html.ts'
import type { PageData } from './schema.ts'
import { registerUnsubscribe } from './unsubscribe.ts'

const notFoundText = 'Página não encontrada'
const apiPaths = /^\/(api|public|health|docs|metrics|openapi\.json)(\/|$|\?)/

const accountPaths = ['/login', '/employee-login', '/signup', '/reset-password', '/confirm-email', '/invitation']
const publicPaths = [...accountPaths, '/confirm-recipient', '/contact', '/privacy', '/terms', '/my-data']

/** Pages in the sitemap. */
const indexedPaths = ['/', '/signup', '/contact', '/privacy', '/terms']

/** Serves the built web application: public pages rendered on the server, the client application as it is. */
export async function register(
  app: App,
  { web, features, demoAccounts }: Omit<Parts, 'listener' | 'queues'>
): Promise<void> {
  if (web === undefined) {
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
      throw new AppError('notFound', notFoundText)
    })
    return
  }
  const pages = await openPages(web, app.config.publicUrl)
  await registerAssets(app, web)

  const installation = keptSettings(app)
  const send = (reply: FastifyReply, data: PageData, framedBy?: string) => {
    const { channels, ...always } = installation()
    const page = { ...always, ...(data.path.startsWith('/contact') && channels && { channels }), ...data }
    return pages.sendPublic(reply, page, framedBy)
  }
  const page = {
    config: { access: 'public' as const },
    schema: { hide: true },
    compress: {},
    // Errors are shown as a page, too.
    errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const { message, requestId } = prepareFailure(error, request, reply)
      return send(reply, { path: request.url, error: { status: reply.statusCode, message, requestId } })
    }
  }
  const publicPages: PublicPages = { app, page, send }
  const demonstration = keptDemonstration(app, demoAccounts)
  for (const url of publicPaths)
    app.get(url, page, async (request, reply) =>
      send(reply, { path: request.url, ...(url === '/login' && (await demonstration())) })
    )

  const plans = keptPlans(app)
  app.get('/', page, async (request, reply) => send(reply, { path: request.url, ...(await plans()) }))
  for (const url of features.flatMap(({ pages = [] }) => pages))
    app.get(url, page, async (_request, reply) =>
      // Without the database the page still comes, and says what is the matter.
      pages.sendApp(reply, {
        notice: installation().notice ?? '',
        cursor: await app.events.now().catch(() => ''),
        demonstration: app.config.demoProviderUrl !== undefined
      })
    )

  // Signing in and up needs the page's script. A form sent before it ran gets the page again.
  for (const url of accountPaths) app.post(url, page, (_request, reply) => reply.redirect(url, 303))

  registerForms(publicPages)
  registerBooking(publicPages)
  await registerUnsubscribe(app, page, send)
  registerContact(publicPages)
  registerFiles(publicPages)

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    if (apiPaths.test(request.url) || request.method !== 'GET') throw new AppError('notFound', notFoundText)
    const file = /^\/[\w-]+\.(svg|ico|png|txt|webmanifest)$/.exec(request.url.split('?')[0] ?? '')?.[0]
    if (file) return reply.sendFile(file.slice(1), { maxAge: '1d' })
    return send(reply.status(404), { path: request.url })
  })
}

type PageOptions = {
  config: { access: 'public' }
  schema: { hide: boolean }
  compress: object
  errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** The dependencies of a group of pages: the options of its routes, and the function that renders a page. */
type PublicPages = {
  app: App
  page: PageOptions
  send(reply: FastifyReply, data: PageData, framedBy?: string): FastifyReply
}

/** The options of a page that takes a form. */
const limited = (app: App, page: PageOptions) => ({
  ...page,
  config: { ...page.config, rateLimit: routeLimit(app, perMinute.max, '1 minute') }
})

async function registerAssets(app: App, web: string): Promise<void> {
  await app.register(fastifyCompress, { global: false, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 5 } } })
  await app.register(fastifyFormbody, { bodyLimit: 32 * 1024 })
  await app.register(fastifyStatic, { root: web, serve: false })
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'public', rateLimit: false }
    })
    await scope.register(fastifyStatic, {
      root: path.join(web, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false
    })
  })
}

/** The form for leads. Without JavaScript the browser posts the form itself, and gets a page back. */
function registerForms({ app, page, send }: PublicPages): void {
  app.get('/leads/new', page, async (request, reply) => {
    const data: PageData = { path: request.url }
    const { status, framedBy } = await addForm(app, data, clientOf(request), selectorOf(request))
    return send(reply.status(status), data, framedBy)
  })

  app.post('/leads/new', limited(app, page), async (request, reply) => {
    const values = typedIn(request.body)
    const data: PageData = { path: request.url }
    const selector = { ...selectorOf(request), ...(values.formId && { form: values.formId }) }
    const { framedBy } = await addForm(app, data, clientOf(request) || (values.companyId ?? ''), selector)
    try {
      await app.receiveLead(request, { ...toSubmission(values), touch: touchIn(request, app.config.publicUrl) }, null)
      data.sent = true
      return send(reply, data, framedBy)
    } catch (error) {
      return send(reply.status(refuse(data, values, error)), data, framedBy)
    }
  })
}

function registerBooking({ app, page, send }: PublicPages): void {
  app.get<{ Params: { slug: string } }>('/agendar/:slug', page, async (request, reply) => {
    const data: PageData = { path: request.url }
    const { slug } = request.params
    const found = await openBookingPage(app, slug)
    // An address that the page had before.
    if (slug !== found.slug && slug !== found.companyId)
      return reply.redirect(request.url.replace(`/agendar/${slug}`, `/agendar/${found.slug}`), 301)
    const origins = await addBooking(app, request, data, found)
    return send(reply, data, framers(origins))
  })

  app.post<{ Params: { slug: string } }>('/agendar/:slug', limited(app, page), async (request, reply) => {
    const data: PageData = { path: request.url }
    const found = await openBookingPage(app, request.params.slug)
    const origins = await addBooking(app, request, data, found)
    return send(reply.status(await bookByPost(app, request, data, found)), data, framers(origins))
  })

  app.get<{ Params: { token: string } }>('/agendamento/:token', page, async (request, reply) => {
    const data: PageData = { path: request.url }
    await addAppointment(app, request, data)
    return send(reply.header('Referrer-Policy', 'no-referrer'), data)
  })

  app.post<{ Params: { token: string } }>('/agendamento/:token', limited(app, page), (request, reply) =>
    actByPost(app, request, reply, (data, status) => send(reply.status(status), data))
  )
}

function registerContact({ app, page, send }: PublicPages): void {
  app.post('/contact', limited(app, page), async (request, reply) => {
    const values = typedIn(request.body)
    const data: PageData = { path: '/contact' }
    try {
      const { consentGiven, elapsed: _, ...message } = values
      const sent = { ...message, consentGiven: consentGiven !== undefined }
      data.protocol = await receiveContact(app, request, sent as ContactMessage, null)
      return send(reply, data)
    } catch (error) {
      return send(reply.status(refuse(data, values, error)), data)
    }
  })
}

/** The script of embedded forms, and what search engines read. */
function registerFiles({ app, page }: PublicPages): void {
  // Loaded by customers' pages, so allowed cross-origin.
  app.get('/embed.js', page, (_request, reply) =>
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin').sendFile('embed.js', { maxAge: '1h' })
  )

  const origin = app.config.publicUrl
  app.get('/robots.txt', page, (_request, reply) =>
    reply
      .type('text/plain')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /leads/new\nDisallow: /agendar/\nDisallow: /agendamento/\nDisallow: /unsubscribe/\nSitemap: ${origin}/sitemap.xml\n`
      )
  )
  app.get('/sitemap.xml', page, (_request, reply) => {
    const places = indexedPaths.map(path => `<url><loc>${origin}${path}</loc></url>`).join('')
    const text = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places}</urlset>`
    return reply.type('application/xml').send(text)
  })
}

function clientOf(request: FastifyRequest): string {
  const { client } = request.query as Record<string, unknown>
  return typeof client === 'string' ? client.slice(0, 40) : ''
}

const textOf = (value: unknown) => (typeof value === 'string' ? cut(value.trim(), 100) || undefined : undefined)

function selectorOf(request: FastifyRequest): FormSelector {
  const { form, source } = request.query as Record<string, unknown>
  return { form: textOf(form), source: textOf(source) }
}

type Added = { status: number; framedBy: string }

/** Reads the page's form, or the reason why it cannot; returns the status and who may frame the page. */
async function addForm(app: App, page: PageData, client: string, selector: FormSelector): Promise<Added> {
  const framedBy = `'self'`
  if (client === '') return { status: 200, framedBy }
  try {
    const found = await findFormOf(app.db, client, selector)
    if (found) {
      page.form = found.form
      return { status: 200, framedBy: framers(found.own.settings.origins) }
    }
    page.error = { status: 404, message: 'Empresa não encontrada' }
  } catch (error) {
    if (error instanceof AppError) page.error = { status: error.status, message: error.message }
    else {
      app.log.error({ err: error }, 'form not loaded')
      const message = 'Erro ao carregar formulário. Tente novamente mais tarde.'
      page.error = { status: isDatabaseUnavailable(error) ? 503 : 500, message }
    }
  }
  return { status: page.error.status, framedBy }
}

/** Any https site may embed a form, unless the company lists the sites that may. */
const framers = (origins: readonly string[]): string =>
  [`'self'`, ...(origins.length > 0 ? origins : ['https:'])].join(' ')
