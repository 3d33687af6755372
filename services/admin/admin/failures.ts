import { sql } from 'kysely'
import type { App } from '../../core/http.ts'
import { withoutAddresses } from '../../core/text.ts'

/** Groups failures of one kind: ids, numbers and quoted values are left out. */
export const kindOf = (message: string): string =>
  withoutAddresses(message)
    .replace(/[0-9a-f]{24}/g, '…')
    .replace(/\d{2,}/g, '…')
    .replace(/"[^"]{30,}"/g, '"…"')
    .slice(0, 300)

/** Records written at the same time; the rest is dropped, since most are the same. */
const maxAtOnce = 5
const keptRequests = 20

/** Records requests that failed with a server error, after the answer; a failure to do so is ignored. */
export function recordFailures(app: App): void {
  let writing = 0
  app.addHook('onResponse', async (request, reply) => {
    const { failure } = request
    if (!failure || reply.statusCode < 500 || writing >= maxAtOnce) return
    writing++
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const message = kindOf(failure.message || failure.name)
    app.db
      .everyCompany(trx =>
        sql`
          insert into error_log as e (route, message, status, request_ids)
          values (${route}, ${message}, ${reply.statusCode}, array[${request.id}])
          on conflict (route, message) do update set count = e.count + 1, last_at = now(), status = excluded.status,
            request_ids = (array[${request.id}] || e.request_ids)[1:${sql.lit(keptRequests)}]`.execute(trx)
      )
      .catch(error => app.log.warn({ err: error }, 'failure not recorded'))
      .finally(() => writing--)
  })
}
