import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider, Identifier, RaRecord } from 'react-admin'
import { request } from '../core/http.ts'
import type { FeatureResource } from './features.ts'

type Ask = NonNullable<Parameters<typeof simpleRestProvider>[1]>

/** ra-data-simple-rest writes the body as text, and our own module wants to write it itself. */
export const ask: Ask = async (url, { method, body, headers, signal } = {}) => {
  const answer = await request(url, {
    method,
    headers,
    signal: signal ?? undefined,
    body: typeof body === 'string' ? JSON.parse(body) : undefined
  })
  return { ...answer, body: '' }
}

const rest = simpleRestProvider('/api', ask)

/**
 * Lists, reads and changes records through the API, as the features of an area declare them. A list whose total is only
 * a lower bound says so in `meta.capped`. Errors are HttpErrors, whose `body.errors` react-admin's forms show at their
 * fields.
 */
export function dataProviderOf(resources: readonly FeatureResource[]): DataProvider {
  const byName = new Map(resources.map(resource => [resource.name, resource]))

  function read<R extends RaRecord>(resource: string, raw: R & { _id?: Identifier }): R {
    const record = { ...raw, id: raw.id ?? raw._id }
    return (byName.get(resource)?.read?.(record) ?? record) as R
  }

  function toSend(resource: string, data: Partial<RaRecord>): Partial<RaRecord> {
    const fields = byName.get(resource)?.editable
    return fields ? Object.fromEntries(Object.entries(data).filter(([name]) => fields.includes(name))) : data
  }

  return {
    ...rest,
    supportAbortSignal: true,

    getList: async (resource, params) => {
      let capped = false
      const listing = simpleRestProvider('/api', async (url, options) => {
        const answer = await ask(url, options)
        capped = answer.headers.get('X-Total-Capped') === 'true'
        return answer
      })
      const { data, total } = await listing.getList(resource, params)
      return { data: data.map(record => read(resource, record)), total, meta: { capped } }
    },

    getOne: async (resource, params) => {
      const { data } = await rest.getOne(resource, params)
      return { data: read(resource, data) }
    },

    getMany: async (resource, params) => {
      const { data } = await rest.getMany(resource, params)
      return { data: data.map(record => read(resource, record)) }
    },

    getManyReference: async (resource, params) => {
      const { data, total } = await rest.getManyReference(resource, params)
      return { data: data.map(record => read(resource, record)), total }
    },

    update: async (resource, params) => {
      const { data } = await rest.update(resource, { ...params, data: toSend(resource, params.data) })
      return { data: read(resource, data) }
    }
  }
}
