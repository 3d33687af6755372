import type { ProviderWords } from '../channelRules.ts'

export const meta: ProviderWords = { The: 'A Meta', the: 'a Meta', of: 'da Meta', at: 'na Meta', by: 'pela Meta' }
