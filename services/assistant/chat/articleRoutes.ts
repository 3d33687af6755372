import { Type } from '@sinclair/typebox'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { listRoute } from '../../core/list.ts'
import { createOnce } from '../../core/once.ts'
import { IdParams, KeyHeader } from '../../core/schema.ts'
import { findUnstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import {
  changeArticle,
  createArticle,
  deleteArticle,
  findArticle,
  listArticles,
  sortableArticleFields,
  suggestArticles
} from './articles.ts'
import { Article, ArticleData, Passage } from './schema.ts'

/** The assistant's knowledge, as edited by staff; companies are shown what may answer a question of theirs. */
export function register(app: App): void {
  const config = { access: 'staff:edit_system_settings' } as const

  app.get(
    '/api/chat/articles',
    {
      config: { access: 'company', rateLimit: routeLimit(app, 60, '1 minute') },
      schema: {
        summary: 'Up to three articles that may answer a text',
        querystring: Type.Object({ q: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
        response: { 200: Type.Array(Passage) }
      }
    },
    async request => {
      if (findUnstorable(request.query) !== null) throw invalid({ q: 'O texto contém caracteres inválidos.' })
      return app.db.everyCompany(trx => suggestArticles(trx, request.query.q))
    }
  )

  listRoute(app, '/api/admin/articles', {
    name: 'articles',
    summary: 'Articles',
    ...config,
    row: Article,
    sortable: sortableArticleFields,
    filterable: ['q', 'active'],
    read: async (_request, list) => {
      const { q, active } = list.filter
      if (q !== undefined && (typeof q !== 'string' || q.length > 200)) throw invalid({ filter: 'Filtro inválido.' })
      if (active !== undefined && typeof active !== 'boolean') throw invalid({ filter: 'Filtro inválido.' })
      const filter = { q: q?.trim() || undefined, active }
      const { articles, total } = await app.db.everyCompany(trx => listArticles(trx, list, filter))
      return { rows: articles, total }
    }
  })

  app.get(
    '/api/admin/articles/:id',
    { config, schema: { summary: 'An article', params: IdParams, response: { 200: Article } } },
    request => app.db.everyCompany(trx => findArticle(trx, request.params.id))
  )

  app.post(
    '/api/admin/articles',
    {
      config,
      schema: {
        summary: 'Write an article; a repeated key gets the article of the first time',
        headers: KeyHeader,
        body: ArticleData,
        response: { 201: Article }
      }
    },
    async (request, reply) => {
      const article = storable(request.body)
      const written = await app.db.everyCompany(trx =>
        createOnce(trx, {
          table: 'articles',
          companyId: null,
          key: request.headers['idempotency-key'],
          create: id => createArticle(trx, article, auditActor(request), id),
          find: id => findArticle(trx, id)
        })
      )
      return reply.status(201).send(written)
    }
  )

  app.put(
    '/api/admin/articles/:id',
    { config, schema: { summary: 'Rewrite it', params: IdParams, body: ArticleData, response: { 200: Article } } },
    request => {
      const article = storable(request.body)
      return app.db.everyCompany(trx => changeArticle(trx, request.params.id, article, auditActor(request)))
    }
  )

  app.delete(
    '/api/admin/articles/:id',
    { config, schema: { summary: 'Delete it', params: IdParams, response: { 200: Article } } },
    request => app.db.everyCompany(trx => deleteArticle(trx, request.params.id, auditActor(request)))
  )
}

function storable(article: ArticleData): ArticleData {
  const path = findUnstorable(article)
  if (path !== null) throw invalid({ [path]: 'O texto contém caracteres inválidos.' })
  return article
}
