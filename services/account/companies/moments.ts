import type { Trx } from '../../core/db.ts'
import type { Feature, Moments } from '../../core/features.ts'
import type { Usage } from './schema.ts'

declare module '../../core/features.ts' {
  interface Moments {
    /** A company was created, now or at a moment of the past. */
    companyCreated(trx: Trx, companyId: string, at?: string | null): Promise<void>
    /** An employee leaves: gives their leads to the heir, or to nobody. Returns how many. */
    employeeLeaves(trx: Trx, companyId: string, employeeId: string, heirId: string | null): Promise<number>
    /** The usage of the plan is counted; the leads are part of it. */
    usageCounted(trx: Trx, companyId: string): Promise<Usage['leads']>
  }
}

let handlers: Feature['moments']

/**
 * Takes the moments that the features handle. Each process calls it with all features at its start: leads come after
 * accounts, so what happens to leads then cannot be imported here.
 */
export function declareMoments(features: readonly Feature[]): void {
  const names = features.flatMap(({ moments = {} }) => Object.keys(moments))
  const twice = names.find((name, n) => names.indexOf(name) < n)
  if (twice) throw new Error(`two features handle the moment ${twice}`)
  handlers = Object.assign({}, ...features.map(({ moments }) => moments))
}

async function handlerOf<Name extends keyof Moments>(name: Name): Promise<Moments[Name]> {
  const load: (() => Promise<Moments[Name]>) | undefined = handlers?.[name]
  if (!load) throw new Error(`no feature handles the moment ${name}: call declareMoments with all features first`)
  return load()
}

export const companyCreated: Moments['companyCreated'] = async (...moment) =>
  (await handlerOf('companyCreated'))(...moment)
export const employeeLeaves: Moments['employeeLeaves'] = async (...moment) =>
  (await handlerOf('employeeLeaves'))(...moment)
export const usageCounted: Moments['usageCounted'] = async (...moment) => (await handlerOf('usageCounted'))(...moment)
