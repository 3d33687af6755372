import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'

/** The purpose of a mailed link. */
export type LinkKind = 'invitation' | 'reset' | 'email-old' | 'email-new' | 'email-confirm'

type NewLink = {
  kind: LinkKind
  email: string
  userId?: string | null
  companyId?: string | null
  data?: Record<string, unknown>
  createdBy?: string | null
  /** Creates a second token for the inviter to pass on: it works, but does not confirm the address. */
  shown?: boolean
  hours: number
}

export type Link = {
  id: string
  kind: LinkKind
  email: string
  userId: string | null
  companyId: string | null
  data: Record<string, unknown>
  expiresAt: string
  /** True where it was opened with the mailed token, which proves access to the mailbox. */
  fromMail: boolean
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

const newToken = () => randomBytes(32).toString('base64url')

/** Creates a single-use link and returns its tokens: 32 random bytes each in base64url, stored only as hashes. */
export async function createLink(trx: Trx, link: NewLink): Promise<{ id: string; token: string; shown: string }> {
  const [token, shown] = [newToken(), newToken()]
  const { id } = await trx
    .insertInto('account_links')
    .values({
      kind: link.kind,
      token_hash: hash(token),
      shown_hash: link.shown ? hash(shown) : null,
      user_id: link.userId ?? null,
      company_id: link.companyId ?? null,
      email: link.email,
      data: JSON.stringify(link.data ?? {}),
      created_by: link.createdBy ?? null,
      expires_at: new Date(Date.now() + link.hours * 3600_000)
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, shown }
}

const columns = ['id', 'kind', 'email', 'user_id', 'company_id', 'data', 'expires_at', 'token_hash'] as const

const opens = (token: string) => sql<boolean>`(token_hash = ${hash(token)} or shown_hash = ${hash(token)})`

/** The link of a token that is still valid, without using it. */
export async function findLink(trx: Trx, kind: LinkKind, token: string): Promise<Link | undefined> {
  const row = await trx
    .selectFrom('account_links')
    .select(columns)
    .where(opens(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row && toLink(row, token)
}

/** Uses a link up. Undefined where it is unknown, used or expired: of concurrent calls one succeeds. */
export async function takeLink(trx: Trx, kind: LinkKind, token: string): Promise<Link | undefined> {
  const row = await trx
    .updateTable('account_links')
    .set({ used_at: sql`now()` })
    .where(opens(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(columns)
    .executeTakeFirst()
  return row && toLink(row, token)
}

/** Invalidates unused links of a kind: all of a user, or one by id. */
export async function revokeLinks(
  trx: Trx,
  kind: LinkKind,
  which: { userId: string } | { id: string }
): Promise<number> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['user_id', which.userId] as const)
  const { numUpdatedRows } = await trx
    .updateTable('account_links')
    .set({ used_at: sql`now()` })
    .where(column, '=', value)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

type Row = {
  id: string
  kind: LinkKind
  email: string
  user_id: string | null
  company_id: string | null
  data: Record<string, unknown>
  expires_at: string
  token_hash: Buffer
}

const toLink = ({ user_id, company_id, expires_at, token_hash, ...same }: Row, token: string): Link => ({
  ...same,
  userId: user_id,
  companyId: company_id,
  expiresAt: expires_at,
  fromMail: token_hash.equals(hash(token))
})
