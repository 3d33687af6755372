import { passwordMatches } from '../auth/passwords.ts'
import { findByEmail } from '../auth/queries.ts'
import type { App } from '../core/http.ts'
import { demoAccount } from '../demoAccounts.ts'
import { listPlans } from '../plans/queries.ts'
import type { Settings } from '../settings/schema.ts'
import type { Channels, PageData } from './schema.ts'

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
      kept = { plans: await app.db.everyCompany(listPlans) }
      until = Date.now() + 60_000
    } catch (error) {
      app.log.warn({ err: error }, 'plans not read')
    }
    return kept
  }
}

/**
 * The account with which a demonstration is tried: only where it is there as it was made, or signing in with it would fail.
 * Nothing, too, while the database is away. Its password is in every copy of this program: it guards nothing.
 */
export function keptDemonstration(app: App): () => Promise<Pick<PageData, 'demonstration'>> {
  const { email, password } = demoAccount
  // A hash takes its time, and this one hardly ever changes.
  let last = { hash: '', same: false }
  return async () => {
    if (app.config.demoProviderUrl === undefined) return {}
    try {
      const account = await findByEmail(app.db, email)
      if (!account?.active) return {}
      const hash = account.password_hash
      if (hash !== last.hash) last = { hash, same: await passwordMatches(password, hash) }
      return last.same ? { demonstration: { email, password } } : {}
    } catch (error) {
      app.log.warn({ err: error }, 'demonstration not read')
      return {}
    }
  }
}
