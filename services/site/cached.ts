import { passwordMatches } from '../account/auth/passwords.ts'
import { findByEmail } from '../account/auth/queries.ts'
import { listPlans } from '../account/plans/queries.ts'
import type { Settings } from '../account/settings/schema.ts'
import type { App } from '../core/http.ts'
import { demoAccount, demoAdmin, demoPeople } from '../demo/accounts.ts'
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
      kept = { plans: await app.db.everyCompany(listPlans) }
      until = Date.now() + 60_000
    } catch (error) {
      app.log.warn({ err: error }, 'plans not read')
    }
    return kept
  }
}

/** Whom a demonstration may be tried as: the people of its company, and the first member of the staff. */
const demoSignIns: readonly Omit<DemoSignIn, 'name'>[] = [
  ...demoPeople.map(({ about, email }) => ({ about, email, password: demoAccount.password })),
  { about: 'Equipe do Prosa: cuida de todas as empresas', ...demoAdmin }
]

/**
 * The people as whom a demonstration is tried: those who are there as they were made, or signing in as them would fail.
 * Nothing while the database is away. Their passwords are in every copy of this program: they guard nothing.
 */
export function keptDemonstration(app: App): () => Promise<Pick<PageData, 'demonstration'>> {
  // A hash takes its time, and these hardly ever change; most of them are the same.
  const matching = new Map<string, boolean>()
  const isKnown = async (password: string, hash: string): Promise<boolean> => {
    const known = matching.get(hash)
    if (known !== undefined) return known
    if (matching.size >= 2 * demoSignIns.length) matching.clear()
    const matches = await passwordMatches(password, hash)
    matching.set(hash, matches)
    return matches
  }
  return async () => {
    if (app.config.demoProviderUrl === undefined) return {}
    try {
      const people: DemoSignIn[] = []
      for (const each of demoSignIns) {
        const account = await findByEmail(app.db, each.email)
        if (account?.active && (await isKnown(each.password, account.password_hash)))
          people.push({ ...each, name: account.name })
      }
      return people.some(({ email }) => email !== demoAdmin.email) ? { demonstration: people } : {}
    } catch (error) {
      app.log.warn({ err: error }, 'demonstration not read')
      return {}
    }
  }
}
