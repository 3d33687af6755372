import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { cut } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { questionStatements } from './queries.ts'
import type { Article, ArticleData, Passage } from './schema.ts'

export const sortableArticleFields = ['updatedAt', 'title'] as const
type SortableArticleField = (typeof sortableArticleFields)[number]

const columns = ['id', 'title', 'body', 'audiences', 'active', 'created_at', 'updated_at'] as const
type Row = Pick<Selectable<Tables['articles']>, (typeof columns)[number]>

const toArticle = ({ created_at, updated_at, ...same }: Row): Article => ({
  ...same,
  createdAt: created_at,
  updatedAt: updated_at
})

const missing = () => new AppError('notFound', 'Artigo não encontrado.')

/** Characters of an article that are shown in the place of an answer. */
const shownLength = 2000

/** The knowledge base's articles on a question, for its audience; read where the provider gives no answer. */
export async function articlesFor(db: Db, messageId: string): Promise<Passage[]> {
  const [found] = await db.everyCompanyBatch([{ ...questionStatements.articles, values: [messageId] }])
  const passages: Passage[] = found?.rows ?? []
  return passages.map(each => ({
    ...each,
    body: each.body.length > shownLength ? `${cut(each.body, shownLength).trimEnd()}…` : each.body
  }))
}

/** Up to three articles for companies whose words fit a text best, as the assistant chooses them. */
export async function suggestArticles(trx: Trx, text: string): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    select id, title, left(body, ${shownLength}) as body from (
      select a.id, a.title, a.body, ts_rank_cd(a.search, q.words, 1) as fit,
        max(ts_rank_cd(a.search, q.words, 1)) over () as best
      from articles a, (
        select replace(plainto_tsquery('pg_catalog.portuguese', fold(${text}))::text, ' & ', ' | ')::tsquery as words) q
      where a.active and a.search @@ q.words and 'client' = any (a.audiences)) found
    where fit >= best * 0.4 order by fit desc, id limit 3`.execute(trx)
  return rows
}

/** One page of the articles. */
export async function listArticles(
  trx: Trx,
  { sort, skip, take }: ListRequest<SortableArticleField>,
  { q, active }: { q: string | undefined; active: boolean | undefined }
): Promise<{ articles: Article[]; total: number }> {
  const some = trx
    .selectFrom('articles')
    .$if(q !== undefined, query =>
      query.where(
        sql<boolean>`(search @@ plainto_tsquery('pg_catalog.portuguese', fold(${q ?? ''}))
          or strpos(fold(title), fold(${q ?? ''})) > 0)`
      )
    )
    .$if(active !== undefined, query => query.where('active', '=', active ?? true))
  const direction = sort.descending ? 'desc' : 'asc'
  const rows = await some
    .select(columns)
    .$if(sort.field === 'title', query => query.orderBy(sql`fold(title)`, direction))
    .$if(sort.field === 'updatedAt', query => query.orderBy('updated_at', direction))
    .orderBy('id', direction)
    .offset(skip)
    .limit(take)
    .execute()
  const { total } = await some.select(row => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { articles: rows.map(toArticle), total: Number(total) }
}

export async function findArticle(trx: Trx, id: string): Promise<Article> {
  return toArticle(
    await trx.selectFrom('articles').select(columns).where('id', '=', id).executeTakeFirstOrThrow(missing)
  )
}

const entry = (
  actor: AuditActor,
  what: 'created' | 'changed' | 'deleted',
  { id, title }: Pick<Article, 'id' | 'title'>
) => ({
  ...actor,
  companyId: null,
  action: `article.${what}` as const,
  object: { type: 'article', id, name: title }
})

export async function createArticle(trx: Trx, data: ArticleData, actor: AuditActor, newId?: string): Promise<Article> {
  const made = await trx
    .insertInto('articles')
    .values({ ...data, ...(newId && { id: newId }) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await audit(trx, entry(actor, 'created', made))
  return toArticle(made)
}

export async function changeArticle(trx: Trx, id: string, data: ArticleData, actor: AuditActor): Promise<Article> {
  const before = await trx
    .selectFrom('articles')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing)
  const after = await trx
    .updateTable('articles')
    .set({ ...data, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  const { body, ...rest } = changed<ArticleData>(before, data)
  // Texts are long; that it was rewritten is enough.
  await audit(trx, {
    ...entry(actor, 'changed', after),
    changes: { ...rest, ...(body && { body: [null, 'rewritten'] }) }
  })
  return toArticle(after)
}

export async function deleteArticle(trx: Trx, id: string, actor: AuditActor): Promise<Article> {
  const gone = await trx.deleteFrom('articles').where('id', '=', id).returning(columns).executeTakeFirstOrThrow(missing)
  await audit(trx, entry(actor, 'deleted', gone))
  return toArticle(gone)
}
