import type { App } from '../../services/core/http.ts'
import type { Import, ImportSettings } from '../../services/leads/imports/schema.ts'
import type { Tenant } from './app.ts'

type Who = Pick<Tenant, 'auth'>

export const upload = (app: App, who: Who, file: Buffer | string, name = 'clientes.csv') =>
  app.inject({
    method: 'POST',
    url: `/api/imports?name=${encodeURIComponent(name)}`,
    headers: { ...who.auth, 'content-type': 'application/octet-stream' },
    payload: typeof file === 'string' ? Buffer.from(file) : file
  })

export const readImport = async (app: App, who: Who, id: string): Promise<Import> =>
  (await app.inject({ url: `/api/imports/${id}`, headers: who.auth })).json()

/** The settings that the wizard sends if nothing is changed. */
export const usual = ({ reading }: Pick<Import, 'reading'>, more: Partial<ImportSettings> = {}): ImportSettings => ({
  mapping: reading.columns.map(({ suggestion }) => suggestion),
  policy: 'fill',
  dateStyle: reading.dateStyle,
  source: 'importação',
  ownerId: null,
  tags: [],
  newTags: true,
  origin: 'customers',
  originNote: '',
  consentEvidence: '',
  notify: false,
  ...more
})

/** Uploads a file, checks it, and waits for the end of the check. */
export async function check(
  app: App,
  who: Who,
  file: Buffer | string,
  more: Partial<ImportSettings> = {},
  name?: string
): Promise<Import> {
  const sent = await upload(app, who, file, name)
  if (sent.statusCode !== 201) throw new Error(sent.body)
  const { id } = sent.json<Import>()
  const payload = usual(sent.json(), more)
  const response = await app.inject({ method: 'POST', url: `/api/imports/${id}/check`, headers: who.auth, payload })
  if (response.statusCode !== 202) throw new Error(response.body)
  return until(app, who, id, ({ check }) => /done|failed/.test(check?.state ?? ''))
}

export const start = (app: App, who: Who, id: string) =>
  app.inject({ method: 'POST', url: `/api/imports/${id}/run`, headers: who.auth })

/** Uploads, checks and imports a file, and waits for the end. */
export async function importFile(
  app: App,
  who: Who,
  file: Buffer | string,
  more: Partial<ImportSettings> = {}
): Promise<Import> {
  const { id } = await check(app, who, file, more)
  const started = await start(app, who, id)
  if (started.statusCode !== 202) throw new Error(started.body)
  return ended(app, who, id, 'done')
}

export const ended = (app: App, who: Who, id: string, state: string): Promise<Import> =>
  until(app, who, id, ({ run }) => run?.state === state)

/** Polls until the worker has reached the state. Outside of tests too, where `expect.poll` is not available. */
export async function until(app: App, who: Who, id: string, reached: (found: Import) => boolean): Promise<Import> {
  for (const end = Date.now() + 30_000; ; ) {
    const found = await readImport(app, who, id)
    if (reached(found)) return found
    if (Date.now() > end) throw new Error(`The import came no further than ${JSON.stringify([found.check, found.run])}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
