import type { ChannelAdapter, Connection } from '../adapter.ts'
import { openAddress } from '../meta/files.ts'
import { GraphError, GraphUnreachableError } from '../meta/graph.ts'
import { tokenOf } from '../queries.ts'
import { ask } from './graph.ts'

/** Milliseconds for the largest file. */
const uploadTimeout = 5 * 60_000

/** Files have an id, and for a few minutes an address (Meta, "WhatsApp Cloud API: media"). */
export const media: ChannelAdapter['media'] = {
  async fetch(connection, { id, url }) {
    const { config, channel } = connection
    const token = tokenOf(config, channel)
    if (id && token === null) return undefined
    const address = id ? await addressOf(connection, id) : url
    return openAddress(address, config.meta.graphUrl, token === null ? {} : { authorization: `Bearer ${token}` })
  },

  async upload(connection, file) {
    const { id } = await ask(connection, {
      method: 'POST',
      path: `${connection.channel.account}/media`,
      file: { ...file, fields: { messaging_product: 'whatsapp', type: file.type } },
      timeout: uploadTimeout
    })
    if (typeof id !== 'string') throw new GraphUnreachableError('The Graph API took a file without an id', true)
    return id
  }
}

async function addressOf(connection: Connection, id: string): Promise<string | undefined> {
  try {
    const { url } = await ask(connection, { path: encodeURIComponent(id) })
    return typeof url === 'string' ? url : undefined
  } catch (error) {
    if (error instanceof GraphError && error.failure.status < 500) return undefined
    throw error
  }
}
