import { accountMails, companies, home, logs, settings, staff } from './admin/admin/feature.tsx'
import { backups } from './admin/backups/feature.tsx'
import { articles } from './assistant/articles/feature.tsx'
import { integrations } from './assistant/integrations/feature.tsx'
import { prices } from './messaging/prices/feature.tsx'
import type { Feature } from './shell/features.ts'
import { desk } from './support/desk/feature.tsx'
import { receivedMails } from './support/receivedMails/feature.tsx'

/**
 * The features of the area of the provider's staff, in the order of its menu and its palette. One is taken out with its
 * folder, its import and its name here; what refers to it then no longer compiles.
 */
export const staffFeatures: readonly Feature[] = [
  home,
  companies,
  desk,
  receivedMails,
  staff,
  settings,
  integrations,
  prices,
  articles,
  logs,
  backups,
  accountMails
]
