import FormIcon from '@mui/icons-material/DynamicFormOutlined'
import MailsIcon from '@mui/icons-material/ForwardToInboxOutlined'
import PrivacyIcon from '@mui/icons-material/GppGoodOutlined'
import TeamIcon from '@mui/icons-material/GroupsOutlined'
import LeadsIcon from '@mui/icons-material/PeopleAltOutlined'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import { type ReactNode, useMemo } from 'react'
import { useMayOpen } from './access.ts'

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
      { to: '/employees', label: 'Equipe', letter: 'e', icon: <TeamIcon /> },
      { to: '/privacy-requests', label: 'Privacidade', icon: <PrivacyIcon /> }
    ]
  },
  {
    heading: 'Testes',
    entries: [{ to: '/mails', label: 'Caixa de saída de teste', shortLabel: 'Saída', icon: <MailsIcon /> }]
  }
]

/** The menu without what the signed-in person may not open. */
export function useAllowed(groups: MenuGroup[]): MenuGroup[] {
  const may = useMayOpen()
  return useMemo(
    () => groups.map(group => ({ ...group, entries: group.entries.filter(({ to }) => may(to)) })),
    [groups, may]
  )
}
