import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, databaseAway } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { findFormOf } from '../forms/queries.ts'
import type { PublicForm } from '../forms/schema.ts'

/** What a public page is rendered with; `web/src/public/server.tsx` takes the same. */
type PageData = { path: string; form?: PublicForm; error?: { status: number; message: string } }
type Render = (page: PageData) => string

const notFoundText = 'Página não encontrada'
const apiPaths = /^\/(api|public|health|docs|metrics|openapi\.json)(\/|$|\?)/

/** Pages of the client application; every other address that is not the API's is a public page. */
const appPaths = ['/dashboard', '/leads', '/leads/:id', '/mails', '/mails/:id']
const publicPaths = ['/', '/login', '/signup', '/leads/new']

/** Serves the built web application: public pages already rendered, the client application as it is. */
export async function registerPages(app: App, web: string | undefined): Promise<void> {
  if (web === undefined) {
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
      throw new AppError('notFound', notFoundText)
    })
    return
  }
  const [publicHtml, appHtml] = (await Promise.all(
    ['public.html', 'app.html'].map(file => readFile(path.join(web, file), 'utf8'))
  )) as [string, string]
  const { render } = (await import(pathToFileURL(path.join(web, '../ssr/server.js')).href)) as { render: Render }

  await app.register(fastifyStatic, {
    root: web,
    serve: false
  })
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

  const showPublic = async (request: FastifyRequest, reply: FastifyReply, status = 200) => {
    const page: PageData = { path: request.url.split('?')[0] ?? '/' }
    let code = status
    if (page.path === '/leads/new') {
      const client = (request.query as Record<string, unknown>).client
      if (typeof client === 'string' && client !== '') code = await addForm(app, page, client.slice(0, 40))
    }
    return sendHtml(
      reply.status(code),
      publicHtml.replace('<!--app-->', () => render(page)).replace('<!--data-->', () => embed(page)),
      {
        frameable: page.path === '/leads/new'
      }
    )
  }

  const page = { config: { access: 'public' as const }, schema: { hide: true } }
  for (const url of publicPaths) app.get(url, page, (request, reply) => showPublic(request, reply))
  for (const url of appPaths) app.get(url, page, (_request, reply) => sendHtml(reply, appHtml, { frameable: false }))

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    if (apiPaths.test(request.url) || request.method !== 'GET') throw new AppError('notFound', notFoundText)
    const file = /^\/[\w-]+\.(svg|ico|png|txt|webmanifest)$/.exec(request.url.split('?')[0] ?? '')?.[0]
    if (file) return reply.sendFile(file.slice(1), { maxAge: '1d' })
    return showPublic(request, reply, 404)
  })
}

async function addForm(app: App, page: PageData, client: string): Promise<number> {
  try {
    const form = await findFormOf(app.db, client)
    if (form) page.form = form
    else page.error = { status: 404, message: 'Empresa não encontrada' }
    return form ? 200 : 404
  } catch (error) {
    const status = error instanceof AppError ? error.status : databaseAway(error) ? 503 : 500
    if (status >= 500) app.log.error({ err: error }, 'form not loaded')
    page.error = {
      status,
      message: error instanceof AppError ? error.message : 'Erro ao carregar formulário. Tente novamente mais tarde.'
    }
    return status
  }
}

/** JSON inside HTML: a `<` could end the script element. */
const embed = (page: PageData): string =>
  `<script type="application/json" id="page-data">${JSON.stringify(page).replace(/</g, '\\u003c')}</script>`

function sendHtml(reply: FastifyReply, html: string, { frameable }: { frameable: boolean }): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    // Which sites may frame a form is the company's to say; until it can, none but our own.
    `frame-ancestors ${frameable ? `'self'` : `'none'`}`
  ].join('; ')
  return reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-cache')
    .header('Content-Security-Policy', policy)
    .send(html.replaceAll('__NONCE__', nonce))
}
