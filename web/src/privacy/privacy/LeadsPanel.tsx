import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { formatDate } from '../../core/format.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { PrivacyRequestDetail } from './api.ts'

type Leads = PrivacyRequestDetail['leads']

/** The leads that the request may be about. */
export const LeadsPanel = ({ leads }: { leads: Leads }) => (
  <Panel title="Leads desta pessoa">
    <LeadChoice leads={leads} />
  </Panel>
)

type Props = { leads: Leads; chosen?: string[]; onChoose?: (ids: string[]) => void }

/** The same, with a choice of those that are meant. */
export function LeadChoice({ leads, chosen, onChoose }: Props) {
  const phoneText = usePhoneText()
  const timeZone = useTimeZone()
  if (leads.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>Nenhum lead tem estes contatos.</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {leads.map(({ id, name, email, phone, receivedAt, proven, same }) => (
        <Box
          component="li"
          key={id}
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'flex-start',
            gap: 1,
            py: 1.25,
            '& + &': { borderTop: 1, borderColor: 'divider' }
          }}
        >
          {onChoose && (
            <Checkbox
              checked={chosen?.includes(id) ?? false}
              onChange={(_event, on) =>
                onChoose(on ? [...(chosen ?? []), id] : (chosen ?? []).filter(each => each !== id))
              }
              slotProps={{ input: { 'aria-label': `Incluir ${name}` } }}
              sx={{ mt: -0.75, ml: -1 }}
            />
          )}
          <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
            <Box component={Link} to={`/leads/${id}`} sx={{ fontWeight: 600, color: 'primary.main' }}>
              {name}
            </Box>
            <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {[email, phone && phoneText(phone), `desde ${formatDate(receivedAt, timeZone)}`]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          <Tag tone={proven ? 'success' : same ? 'info' : 'warning'}>
            {proven ? 'E-mail confirmado' : same ? 'Mesma pessoa' : 'Talvez outra pessoa'}
          </Tag>
        </Box>
      ))}
    </Box>
  )
}
