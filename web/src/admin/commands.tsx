import AddIcon from '@mui/icons-material/Add'
import CompanyIcon from '@mui/icons-material/BusinessOutlined'
import ProfileIcon from '@mui/icons-material/PersonOutlined'
import type { CompanyRow } from '../../../services/admin/schema.ts'
import { request } from '../core/http.ts'
import { type Command, type CommandSource, lettersOf, pagesOf } from '../shell/command/commands.ts'
import type { MenuGroup } from '../shell/menu.tsx'
import { planLabels, situationLabels } from './labels.ts'
import type { May } from './permissions.ts'

async function findCompanies(q: string, most: number, signal: AbortSignal): Promise<Command[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ q }), range: JSON.stringify([0, most - 1]) })
  const { json } = await request<CompanyRow[]>(`/api/admin/companies?${query}`, { signal })
  return json.map(({ id, name, plan, situation }) => ({
    key: id,
    to: `/admin/companies/${id}`,
    label: name,
    detail: `${planLabels[plan]} · ${situationLabels[situation]}`
  }))
}

/** What the palette of the staff's area offers: what the person may open and do. */
export function staffCommands(groups: MenuGroup[], may: May): CommandSource {
  const actions: Command[] = []
  if (may('manage_companies'))
    actions.push({ key: 'new company', to: '/admin/companies/new', label: 'Nova empresa', icon: <AddIcon /> })
  if (may('edit_system_settings'))
    actions.push({ key: 'new article', to: '/admin/articles/new', label: 'Novo artigo', icon: <AddIcon /> })
  return {
    pages: [
      ...pagesOf(groups),
      {
        key: '/profile',
        to: '/profile',
        label: 'Perfil',
        icon: <ProfileIcon />,
        words: 'conta senha sessões segurança'
      }
    ],
    actions,
    records: { heading: 'Empresas', icon: <CompanyIcon />, find: findCompanies },
    letters: lettersOf(groups)
  }
}
