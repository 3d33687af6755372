import AddIcon from '@mui/icons-material/Add'
import CompanyIcon from '@mui/icons-material/BusinessOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import FilterIcon from '@mui/icons-material/FilterListOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import InviteIcon from '@mui/icons-material/PersonAddAltOutlined'
import ProfileIcon from '@mui/icons-material/PersonOutlined'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { leadStatuses, statusLabels } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { request } from '../core/http.ts'
import { user } from '../core/session.ts'
import { publicFormLink } from '../leads/contact.ts'
import { filteredList } from '../leads/filter.ts'
import { askNewLead } from '../leads/new/newLead.ts'
import { readLead } from '../leads/record.ts'
import { useMay } from './access.ts'
import { type Command, type CommandSource, lettersOf, pagesOf } from './command/commands.ts'
import { menu, useAllowed } from './menu.tsx'

async function findLeads(q: string, most: number, signal: AbortSignal): Promise<Command[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ q }), range: JSON.stringify([0, most - 1]) })
  const { json } = await request<Lead[]>(`/api/leads?${query}`, { signal })
  return json.map(readLead).map(({ id, name, email, phone, status }) => ({
    key: id,
    to: `/leads/${id}`,
    label: name,
    detail: [statusLabels[status], email ?? phone].filter(Boolean).join(' · ')
  }))
}

const otherPages: Command[] = [
  { key: '/profile', to: '/profile', label: 'Perfil', icon: <ProfileIcon />, words: 'conta senha sessões segurança' },
  { key: '/company', to: '/company', label: 'Empresa', icon: <CompanyIcon />, words: 'plano uso dados cnpj' },
  ...leadStatuses.map(status => ({
    key: `leads ${status}`,
    to: filteredList({ status }),
    label: `Leads: ${statusLabels[status]}`,
    icon: <FilterIcon />,
    words: 'status filtro',
    typedOnly: true
  }))
]

/** What the palette of a company's people offers. */
export function useClientCommands(): CommandSource {
  const notify = useNotify()
  const navigate = useNavigate()
  const mayInvite = useMay('manage', 'employees')
  const mayType = useMay('change', 'leads')
  const allowed = useAllowed(menu)
  const companyId = user()?.companyId
  const link = companyId ? publicFormLink(companyId) : null

  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify('Link copiado', { type: 'success' }),
      () => notify('Não foi possível copiar. Abra o formulário e copie o endereço.', { type: 'warning' })
    )

  const forForm: Command[] = link
    ? [
        {
          key: 'copy form',
          label: 'Copiar link do formulário',
          icon: <CopyIcon />,
          words: 'compartilhar público',
          run: () => copy(link)
        },
        {
          key: 'open form',
          label: 'Abrir formulário público',
          icon: <OpenIcon />,
          words: 'link ver',
          run: () => open(link, '_blank', 'noopener')
        }
      ]
    : []
  const forLeads: Command[] = mayType
    ? [
        {
          key: 'new lead',
          label: 'Novo lead',
          icon: <AddIcon />,
          words: 'criar cadastrar digitar',
          letter: 'c',
          run: askNewLead
        }
      ]
    : []
  const forTeam: Command[] = mayInvite
    ? [
        {
          key: 'invite',
          label: 'Convidar pessoa',
          icon: <InviteIcon />,
          words: 'equipe convite usuário novo',
          run: () => navigate('/employees', { state: { invite: true } })
        }
      ]
    : []

  return {
    pages: [...pagesOf(allowed), ...otherPages],
    actions: [...forLeads, ...forTeam, ...forForm],
    records: { heading: 'Leads', icon: <ProfileIcon />, find: findLeads },
    letters: lettersOf(allowed)
  }
}
