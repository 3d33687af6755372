import { sql } from 'kysely'
import type { App } from '../core/http.ts'
import { withoutAddresses } from '../core/text.ts'

/** Failures of one kind share a row, so what tells them apart (ids, numbers, quoted values) is left out. */
export const kindOf = (message: string): string =>
  withoutAddresses(message)
    .replace(/[0-9a-f]{24}/g, '…')
    .replace(/\d{2,}/g, '…')
    .replace(/"[^"]{30,}"/g, '"…"')
    .slice(0, 300)

/** Written at once; more than these are many of the same. */
const mostAtOnce = 5
const keptRequests = 20

/** Keeps a record of requests that failed on our side, after they were answered and as well as it can. */
export function recordFailures(app: App): void {
  let writing = 0
  app.addHook('onResponse', async (request, reply) => {
    const { failure } = request
    if (!failure || reply.statusCode < 500 || writing >= mostAtOnce) return
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
