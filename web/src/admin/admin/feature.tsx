import AddIcon from '@mui/icons-material/Add'
import EmployeesIcon from '@mui/icons-material/BadgeOutlined'
import CompaniesIcon from '@mui/icons-material/BusinessOutlined'
import MailsIcon from '@mui/icons-material/ForwardToInboxOutlined'
import ProfileIcon from '@mui/icons-material/PersonOutlined'
import LogsIcon from '@mui/icons-material/ReceiptLongOutlined'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import type { Command, Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { AccountMailList } from './AccountMailList.tsx'
import { AccountMailPage } from './AccountMailPage.tsx'
import { AdminDashboard } from './AdminDashboard.tsx'
import { searchCompanies } from './api.ts'
import { CompanyList } from './CompanyList.tsx'
import { situationLabels } from './labels.ts'

async function findCompanies(q: string, limit: number, signal: AbortSignal): Promise<Command[]> {
  return (await searchCompanies(q, limit, signal)).map(({ id, name, plan, situation }) => ({
    key: id,
    to: `/admin/companies/${id}`,
    label: name,
    detail: `${planLabels[plan]} · ${situationLabels[situation]}`
  }))
}

export const home: Feature = {
  name: 'home',
  pages: [{ path: '/', Page: AdminDashboard }],
  menu: [{ under: 'Início', to: '/admin', end: true, label: 'Painel', letter: 'p', icon: <DashboardIcon /> }],
  // The page is the company's area's, where everybody has theirs.
  commands: () => ({
    pages: [
      {
        key: '/profile',
        to: '/profile',
        label: 'Perfil',
        icon: <ProfileIcon />,
        words: 'conta senha sessões segurança'
      }
    ]
  })
}

export const companies: Feature = {
  name: 'companies',
  pages: [
    { path: '/companies/new', Page: pageOnDemand(() => import('./CompanyCreate.tsx')), needs: 'manage_companies' }
  ],
  resources: [{ name: 'companies', list: CompanyList, edit: pageOnDemand(() => import('./CompanyPage.tsx')) }],
  menu: [{ under: 'Clientes', to: '/admin/companies', label: 'Empresas', letter: 'e', icon: <CompaniesIcon /> }],
  commands: ({ may }) => ({
    actions: may('manage_companies')
      ? [{ key: 'new company', to: '/admin/companies/new', label: 'Nova empresa', icon: <AddIcon /> }]
      : [],
    records: { heading: 'Empresas', icon: <CompaniesIcon />, find: findCompanies }
  })
}

export const staff: Feature = {
  name: 'staff',
  pages: [{ path: '/employees', Page: pageOnDemand(() => import('./EmployeesPage.tsx')), needs: 'manage_employees' }],
  menu: [
    {
      under: 'Equipe',
      to: '/admin/employees',
      label: 'Funcionários',
      shortLabel: 'Equipe',
      letter: 'f',
      icon: <EmployeesIcon />,
      needs: 'manage_employees'
    }
  ]
}

export const settings: Feature = {
  name: 'settings',
  pages: [{ path: '/settings', Page: pageOnDemand(() => import('./SettingsPage.tsx')), needs: 'edit_system_settings' }],
  menu: [
    {
      under: 'Sistema',
      to: '/admin/settings',
      label: 'Configurações',
      shortLabel: 'Ajustes',
      letter: 'c',
      icon: <SettingsIcon />,
      needs: 'edit_system_settings'
    }
  ]
}

export const logs: Feature = {
  name: 'logs',
  pages: [{ path: '/logs', Page: pageOnDemand(() => import('./LogsPage.tsx')), needs: 'view_logs' }],
  menu: [
    { under: 'Sistema', to: '/admin/logs', label: 'Registros', letter: 'r', icon: <LogsIcon />, needs: 'view_logs' }
  ]
}

export const accountMails: Feature = {
  name: 'accountMails',
  resources: [{ name: 'account-mails', list: AccountMailList, edit: AccountMailPage, needs: 'read_account_mails' }],
  menu: [
    {
      under: 'Testes',
      to: '/admin/account-mails',
      label: 'Caixa de saída de teste',
      shortLabel: 'E-mails',
      icon: <MailsIcon />,
      needs: 'read_account_mails'
    }
  ]
}
