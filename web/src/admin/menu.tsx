import EmployeesIcon from '@mui/icons-material/BadgeOutlined'
import CompaniesIcon from '@mui/icons-material/BusinessOutlined'
import IntegrationsIcon from '@mui/icons-material/ExtensionOutlined'
import ConversationsIcon from '@mui/icons-material/ForumOutlined'
import MailsIcon from '@mui/icons-material/ForwardToInboxOutlined'
import ArticlesIcon from '@mui/icons-material/MenuBookOutlined'
import LogsIcon from '@mui/icons-material/ReceiptLongOutlined'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import type { Permission } from '../../../services/auth/rules.ts'
import type { MenuEntry, MenuGroup } from '../shell/menu.tsx'
import type { May } from './permissions.ts'

const groups: { heading: string; entries: (MenuEntry & { needs?: Permission })[] }[] = [
  { heading: 'Início', entries: [{ to: '/admin', end: true, label: 'Painel', letter: 'p', icon: <DashboardIcon /> }] },
  {
    heading: 'Clientes',
    entries: [
      { to: '/admin/companies', label: 'Empresas', letter: 'e', icon: <CompaniesIcon /> },
      { to: '/admin/conversations', label: 'Conversas', letter: 'v', icon: <ConversationsIcon /> }
    ]
  },
  {
    heading: 'Equipe',
    entries: [
      {
        to: '/admin/employees',
        label: 'Funcionários',
        shortLabel: 'Equipe',
        letter: 'f',
        icon: <EmployeesIcon />,
        needs: 'manage_employees'
      }
    ]
  },
  {
    heading: 'Sistema',
    entries: [
      {
        to: '/admin/settings',
        label: 'Configurações',
        shortLabel: 'Ajustes',
        letter: 'c',
        icon: <SettingsIcon />,
        needs: 'edit_system_settings'
      },
      {
        to: '/admin/integrations',
        label: 'Integrações',
        letter: 'i',
        icon: <IntegrationsIcon />,
        needs: 'manage_integrations'
      },
      {
        to: '/admin/articles',
        label: 'Base de conhecimento',
        shortLabel: 'Artigos',
        letter: 'b',
        icon: <ArticlesIcon />,
        needs: 'edit_system_settings'
      },
      { to: '/admin/logs', label: 'Registros', letter: 'r', icon: <LogsIcon />, needs: 'view_logs' }
    ]
  },
  {
    heading: 'Testes',
    entries: [
      {
        to: '/admin/account-mails',
        label: 'Caixa de saída de teste',
        shortLabel: 'E-mails',
        icon: <MailsIcon />,
        needs: 'read_account_mails'
      }
    ]
  }
]

/** What the signed-in person may open. */
export const staffMenu = (may: May): MenuGroup[] =>
  groups
    .map(({ heading, entries }) => ({ heading, entries: entries.filter(({ needs }) => !needs || may(needs)) }))
    .filter(({ entries }) => entries.length > 0)
