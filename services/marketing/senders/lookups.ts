import { Resolver } from 'node:dns/promises'
import type { Config } from '../../core/config.ts'
import { cut } from '../../core/rules.ts'

/** The answer of DNS for a name: its texts, that there are none, or silence, which is neither. */
export type Answer = { kind: 'texts'; texts: string[] } | { kind: 'missing' } | { kind: 'silent' }

export type Lookups = { texts(name: string): Promise<Answer> }

/** Milliseconds until a question is asked again, and in which all questions of one check must be answered. */
const [patience, whole] = [1500, 15_000]
/** Times that a question is asked; records of a name that are read, and characters of each. */
const [tries, maxRecords, longestRecord] = [2, 100, 4096]

/** A resolver's codes for a name, or a record of it, that does not exist. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the configured servers, else those of this machine, for as long as one check may take. */
export function openLookups({ dnsServers }: Pick<Config, 'dnsServers'>): Lookups {
  const resolver = new Resolver({ timeout: patience, tries })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  const end = Date.now() + whole
  return {
    async texts(name) {
      const left = end - Date.now()
      if (left <= 0) return { kind: 'silent' }
      const timer = setTimeout(() => resolver.cancel(), left)
      try {
        const records = await resolver.resolveTxt(name)
        const texts = records.slice(0, maxRecords).map(strings => cut(strings.join(''), longestRecord))
        return texts.length > 0 ? { kind: 'texts', texts } : { kind: 'missing' }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        return { kind: absent.has(code) ? 'missing' : 'silent' }
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
