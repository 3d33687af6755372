import { activities } from './account/activities/feature.ts'
import { company } from './account/companies/feature.tsx'
import { employees } from './account/employees/feature.tsx'
import { notifications } from './account/notifications/feature.ts'
import { automations } from './calendar/automations/feature.ts'
import { calendar } from './calendar/calendar/feature.tsx'
import { phone } from './demo/phone/feature.tsx'
import { dashboard } from './leads/dashboard/feature.tsx'
import { forms } from './leads/forms/feature.tsx'
import { funnels } from './leads/funnels/feature.tsx'
import { imports } from './leads/imports/feature.ts'
import { leads } from './leads/leads/feature.tsx'
import { sales } from './leads/sales/feature.tsx'
import { tags } from './leads/tags/feature.ts'
import { tasks } from './leads/tasks/feature.tsx'
import { campaigns } from './marketing/campaigns/feature.tsx'
import { mailTemplates } from './marketing/mailTemplates/feature.tsx'
import { marketing } from './marketing/marketing/feature.tsx'
import { series } from './marketing/series/feature.tsx'
import { inbox } from './messaging/conversations/feature.tsx'
import { templates } from './messaging/templates/feature.ts'
import { email } from './platform/email/feature.tsx'
import { profile } from './privacy/person/feature.tsx'
import { privacy } from './privacy/privacy/feature.tsx'
import type { Feature } from './shell/features.ts'
import { tickets } from './support/tickets/feature.tsx'

/**
 * The features of the area of a company's people, in the order of its menu and its palette. One is taken out with its
 * folder, its import and its name here; what refers to it then no longer compiles.
 */
export const companyFeatures: readonly Feature[] = [
  dashboard,
  profile,
  company,
  leads,
  inbox,
  templates,
  calendar,
  automations,
  tasks,
  sales,
  marketing,
  campaigns,
  series,
  mailTemplates,
  activities,
  tags,
  notifications,
  imports,
  employees,
  forms,
  funnels,
  privacy,
  tickets,
  phone,
  email
]
