import { activities } from './account/activities/feature.ts'
import { auth } from './account/auth/feature.ts'
import { companies } from './account/companies/feature.ts'
import { employees } from './account/employees/feature.ts'
import { notifications } from './account/notifications/feature.ts'
import { plans } from './account/plans/feature.ts'
import { recipients } from './account/recipients/feature.ts'
import { signup } from './account/signup/feature.ts'
import { admin } from './admin/admin/feature.ts'
import { backups } from './admin/backups/feature.ts'
import { chat } from './assistant/chat/feature.ts'
import { integrations } from './assistant/integrations/feature.ts'
import { appointments } from './calendar/appointments/feature.ts'
import { automations } from './calendar/automations/feature.ts'
import { booking } from './calendar/booking/feature.ts'
import { caldav } from './calendar/caldav/feature.ts'
import { waitlist } from './calendar/waitlist/feature.ts'
import type { Feature } from './core/features.ts'
import { scheduleQueue } from './core/jobs.ts'
import { phone } from './demo/phone/feature.ts'
import { consents } from './leads/consents/feature.ts'
import { dashboard } from './leads/dashboard/feature.ts'
import { distribution } from './leads/distribution/feature.ts'
import { erased } from './leads/erased/feature.ts'
import { exports } from './leads/exports/feature.ts'
import { forms } from './leads/forms/feature.ts'
import { funnels } from './leads/funnels/feature.ts'
import { imports } from './leads/imports/feature.ts'
import { leads } from './leads/leads/feature.ts'
import { merges } from './leads/merges/feature.ts'
import { notes } from './leads/notes/feature.ts'
import { operations } from './leads/operations/feature.ts'
import { sales } from './leads/sales/feature.ts'
import { scores } from './leads/scores/feature.ts'
import { tags } from './leads/tags/feature.ts'
import { tasks } from './leads/tasks/feature.ts'
import { timeline } from './leads/timeline/feature.ts'
import { views } from './leads/views/feature.ts'
import { campaigns } from './marketing/campaigns/feature.ts'
import { mailTemplates } from './marketing/mailTemplates/feature.ts'
import { senders } from './marketing/senders/feature.ts'
import { series } from './marketing/series/feature.ts'
import { suppressions } from './marketing/suppressions/feature.ts'
import { channels } from './messaging/channels/feature.ts'
import { conversations } from './messaging/conversations/feature.ts'
import { history } from './messaging/history/feature.ts'
import { prices } from './messaging/prices/feature.ts'
import { templates } from './messaging/templates/feature.ts'
import { audit } from './platform/audit/feature.ts'
import { email } from './platform/email/feature.ts'
import { files } from './platform/files/feature.ts'
import { health } from './platform/health/feature.ts'
import { inboundMail } from './platform/inboundMail/feature.ts'
import { person } from './privacy/person/feature.ts'
import { privacy } from './privacy/privacy/feature.ts'
import { pages } from './site/feature.ts'
import { contact } from './support/contact/feature.ts'
import { desk } from './support/desk/feature.ts'
import { receivedMails } from './support/receivedMails/feature.ts'
import { tickets } from './support/tickets/feature.ts'

/**
 * Every feature, dependencies first. To remove a feature, delete its folder and its import and name here; what still
 * refers to it no longer compiles.
 */
export const features: readonly Feature[] = [
  files,
  audit,
  auth,
  companies,
  plans,
  employees,
  forms,
  erased,
  signup,
  recipients,
  leads,
  timeline,
  notes,
  merges,
  consents,
  notifications,
  operations,
  exports,
  imports,
  mailTemplates,
  dashboard,
  funnels,
  sales,
  scores,
  distribution,
  tags,
  tasks,
  inboundMail,
  appointments,
  booking,
  automations,
  caldav,
  waitlist,
  views,
  channels,
  prices,
  senders,
  suppressions,
  campaigns,
  series,
  templates,
  conversations,
  history,
  tickets,
  desk,
  receivedMails,
  phone,
  contact,
  privacy,
  person,
  activities,
  email,
  integrations,
  chat,
  backups,
  health,
  admin,
  pages
]

/** Every queue that jobs may be in. */
export const queueNames: readonly string[] = [
  scheduleQueue,
  ...features.flatMap(({ queues = {} }) => Object.keys(queues))
]
