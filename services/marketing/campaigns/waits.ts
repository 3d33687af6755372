import { tooLong, type Wait } from '../../core/waits.ts'
import { campaignToPrepare } from './jobs.ts'

export const waits: readonly Wait[] = [
  {
    name: 'campaigns',
    label: 'campanhas em preparação',
    states: { 'campaigns.state': ['preparing'] },
    overdue: `select jsonb_build_object('companyId', company_id, 'campaignId', id) as data from campaigns
      where state = 'preparing' and updated_at < now() - ${tooLong}`,
    job: campaignToPrepare
  }
]
