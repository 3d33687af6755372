import TeamIcon from '@mui/icons-material/GroupsOutlined'
import InviteIcon from '@mui/icons-material/PersonAddAltOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

export const employees: Feature = {
  name: 'employees',
  resources: [{ name: 'employees', list: pageOnDemand(() => import('./TeamPage.tsx')), recordRepresentation: 'name' }],
  menu: [{ under: 'Empresa', to: '/employees', label: 'Equipe', letter: 'e', icon: <TeamIcon /> }],
  commands: ({ may, navigate }) => ({
    actions: may('manage_team')
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
  }),
  refreshes: [{ key: 'employees', on: ['team-changed'] }]
}
