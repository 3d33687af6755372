import DoneIcon from '@mui/icons-material/CheckCircleOutlined'
import OpenIcon from '@mui/icons-material/RadioButtonUncheckedOutlined'
import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { usePermitted } from '../../shell/access.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useNeeds } from './api.ts'
import { needTexts } from './words.ts'

/** The steps that a company still needs for its first campaign; renders nothing once all are done. */
export function FirstCampaign() {
  const { data: needs } = useNeeds(true)
  const may = usePermitted()
  if (!needs || needs.every(({ done }) => done)) return null
  return (
    <Box sx={{ mb: 2.5 }}>
      <Panel title="O que falta para a primeira campanha">
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.25 }}>
          {needs.map(({ key, done }) => {
            const { label, hint, to, permission } = needTexts[key]
            const Icon = done ? DoneIcon : OpenIcon
            return (
              <Box component="li" key={key} sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
                <Icon
                  fontSize="small"
                  titleAccess={done ? 'Pronto' : 'Falta'}
                  sx={{ mt: '2px', color: done ? 'success.main' : 'text.secondary' }}
                />
                <div>
                  {done || !may(permission) ? label : <Link to={to}>{label}</Link>}
                  {!done && <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{hint}</Box>}
                </div>
              </Box>
            )
          })}
        </Box>
      </Panel>
    </Box>
  )
}
