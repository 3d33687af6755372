import { passwordMatches } from '../account/auth/passwords.ts'
import { findByEmail } from '../account/auth/queries.ts'
import { listPlans } from '../account/plans/queries.ts'
import type { Settings } from '../account/settings/schema.ts'
import type { DemoAccount } from '../core/features.ts'
import type { App } from '../core/http.ts'
import { mailsPerDay } from '../platform/email/rules.ts'
import type { Channels, DemoSignIn, PageData } from './schema.ts'

type InstallationData = Pick<PageData, 'notice' | 'trialDays' | 'alphanumericCnpj' | 'channels'>

/** The public settings as last read: no page waits for them. */
export function keptSettings(app: App): () => InstallationData {
  let kept: InstallationData = {}
  const read = () =>
    app.settings().then(
      settings => {
        const { maintenanceNotice, trialDays, alphanumericCnpj } = settings
        kept = {
          ...(maintenanceNotice && { notice: maintenanceNotice }),
          trialDays,
          alphanumericCnpj,
          channels: channelsOf(settings)
        }
      },
      error => app.log.warn({ err: error }, 'settings not read')
    )
  app.addHook('onReady', read)
  return () => {
    void read()
    return kept
  }
}

function channelsOf(settings: Settings): Channels {
  const { contactWhatsapp, contactEmail, contactAddress, contactHours, privacyName, privacyEmail } = settings
  const channels = {
    whatsapp: contactWhatsapp,
    email: contactEmail,
    address: contactAddress,
    hours: contactHours,
    privacyName,
    privacyEmail
  }
  return Object.fromEntries(Object.entries(channels).filter(([, value]) => value !== ''))
}

/** The plans, read once a minute; the previous ones, or none, while the database is away. */
export function keptPlans(app: App): () => Promise<Pick<PageData, 'plans'>> {
  let kept: Pick<PageData, 'plans'> = {}
  let until = 0
  return async () => {
    if (until > Date.now()) return kept
    try {
      const plans = await app.db.everyCompany(listPlans)
      kept = { plans: plans.map(plan => ({ ...plan, mailsPerDay: mailsPerDay[plan.key] })) }
      until = Date.now() + 60_000
    } catch (error) {
      app.log.warn({ err: error }, 'plans not read')
    }
    return kept
  }
}

/**
 * The people as whom a demonstration is tried: those who are there as they were made, or signing in as them would fail.
 * Nothing while the database is away. Their passwords are in every copy of this program: they guard nothing.
 */
export function keptDemonstration(
  app: App,
  accounts: readonly DemoAccount[]
): () => Promise<Pick<PageData, 'demonstration'>> {
  // A hash takes its time, and these hardly ever change; most of them are the same.
  const matching = new Map<string, boolean>()
  const isKnown = async (password: string, hash: string): Promise<boolean> => {
    const cached = matching.get(hash)
    if (cached !== undefined) return cached
    if (matching.size >= 2 * accounts.length) matching.clear()
    const matches = await passwordMatches(password, hash)
    matching.set(hash, matches)
    return matches
  }
  return async () => {
    if (accounts.length === 0) return {}
    try {
      const people: DemoSignIn[] = []
      let ofCompany = 0
      for (const { about, email, password, staff } of accounts) {
        const account = await findByEmail(app.db, email)
        if (!account?.active || !(await isKnown(password, account.password_hash))) continue
        people.push({ about, email, password, name: account.name })
        if (!staff) ofCompany++
      }
      return ofCompany > 0 ? { demonstration: people } : {}
    } catch (error) {
      app.log.warn({ err: error }, 'demonstration not read')
      return {}
    }
  }
}
