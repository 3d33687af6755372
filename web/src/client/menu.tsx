import FormIcon from '@mui/icons-material/DynamicFormOutlined'
import MailsIcon from '@mui/icons-material/ForwardToInboxOutlined'
import TeamIcon from '@mui/icons-material/GroupsOutlined'
import LeadsIcon from '@mui/icons-material/PeopleAltOutlined'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import type { ReactNode } from 'react'

export type MenuEntry = {
  to: string
  label: string
  /** Where there is little room, as under a thumb. */
  shortLabel?: string
  icon: ReactNode
  /** It stands for its own address alone, not for those below it. */
  end?: boolean
  /** Opens it after `g`. */
  letter?: string
}

export type MenuGroup = { heading: string; entries: MenuEntry[] }

export const menu: MenuGroup[] = [
  { heading: 'Início', entries: [{ to: '/dashboard', label: 'Painel', letter: 'p', icon: <DashboardIcon /> }] },
  { heading: 'Atendimento', entries: [{ to: '/leads', label: 'Leads', letter: 'l', icon: <LeadsIcon /> }] },
  {
    heading: 'Empresa',
    entries: [
      { to: '/form-editor', label: 'Formulário', letter: 'f', icon: <FormIcon /> },
      { to: '/employees', label: 'Equipe', letter: 'e', icon: <TeamIcon /> }
    ]
  },
  {
    heading: 'Testes',
    entries: [{ to: '/mails', label: 'Caixa de saída de teste', shortLabel: 'Saída', icon: <MailsIcon /> }]
  }
]
