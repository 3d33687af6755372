import AddIcon from '@mui/icons-material/Add'
import FilterIcon from '@mui/icons-material/FilterListOutlined'
import LeadsIcon from '@mui/icons-material/PeopleAltOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import { leadStatuses, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { filteredList } from '../../shell/addresses.ts'
import type { Command, Feature } from '../../shell/features.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { stepsNow } from '../funnels/steps.ts'
import { ScorePanel } from '../scores/ScorePanel.tsx'
import { searchLeads } from './api.ts'
import { LeadPage } from './LeadPage.tsx'
import { LeadList } from './list/LeadList.tsx'
import { NewLeadHost } from './new/NewLeadHost.tsx'
import { NewLeadToast } from './new/NewLeadToast.tsx'
import { askNewLead } from './new/newLead.ts'
import { readLead } from './record.ts'

async function findLeads(q: string, limit: number, signal: AbortSignal): Promise<Command[]> {
  return (await searchLeads(q, limit, signal)).map(({ id, name, email, phone, status, statusName }) => ({
    key: id,
    to: `/leads/${id}`,
    label: name,
    detail: [stepsNow().of(status, statusName).name, email ?? phone].filter(Boolean).join(' · ')
  }))
}

const lists: Command[] = leadStatuses.map(status => ({
  key: `leads ${status}`,
  to: filteredList({ status }),
  label: `Leads: ${statusLabels[status]}`,
  icon: <FilterIcon />,
  words: 'status filtro',
  typedOnly: true
}))

const newLead: Command = {
  key: 'new lead',
  label: 'Novo lead',
  icon: <AddIcon />,
  words: 'criar cadastrar digitar',
  letter: 'c',
  run: askNewLead
}

const Companion = () => (
  <>
    <NewLeadToast />
    <NewLeadHost />
  </>
)

export const leads: Feature = {
  name: 'leads',
  resources: [
    {
      name: 'leads',
      list: LeadList,
      edit: LeadPage,
      recordRepresentation: 'name',
      read: record => readLead({ ...record, id: String(record.id) }),
      editable: ['status', 'ownerId']
    }
  ],
  menu: [{ under: 'Atendimento', to: '/leads', label: 'Leads', frequent: true, letter: 'l', icon: <LeadsIcon /> }],
  commands: ({ may }) => ({
    pages: lists,
    actions: may('edit_leads') ? [newLead] : [],
    records: { heading: 'Leads', icon: <PersonIcon />, find: findLeads }
  }),
  refreshes: [
    {
      key: 'leads',
      on: [
        'newLeadAdded',
        'lead-returned',
        'lead-changed',
        'leads-changed',
        'funnels-changed',
        'leads-released',
        'tags-changed',
        'team-changed'
      ]
    },
    { key: 'operations', on: ['operation'] }
  ],
  announces: [{ of: 'lead-created', as: 'newLeadAdded' }],
  TeamPanel: onDemand(async () => (await import('./distribution/DistributionPanel.tsx')).default),
  CompanyPanel: ScorePanel,
  Companion
}
