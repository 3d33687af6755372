import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { channelConnected } from '../channels/jobs.ts'
import { connectedChannels, syncConnected } from './sync.ts'

export const handlers = [
  on(channelConnected, ({ companyId }, { db, config }) => syncConnected({ db, config }, companyId), { concurrency: 4 })
]

export const schedules: readonly Schedule[] = [
  {
    name: 'templates-sync',
    label: 'Ler os modelos de mensagem dos canais',
    every: 86_400_000,
    run: async ({ db }) => {
      const connected = await connectedChannels({ db })
      await db.everyCompany(async trx => {
        for (const channel of connected) await publish(trx, channelConnected, channel)
      })
    }
  }
]
