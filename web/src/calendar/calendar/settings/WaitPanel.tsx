import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { formatDay } from '../../../core/day.ts'
import { formatDateTime } from '../../../core/format.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { useWaits } from '../api.ts'

/** The people who wait for a time to become free; nothing while nobody does. */
export function WaitPanel() {
  const { data: waits = [] } = useWaits()
  const phoneText = usePhoneText()
  const zone = useTimeZone()
  if (waits.length === 0) return null
  return (
    <Panel title="Lista de espera">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {waits.map(wait => (
          <Box component="li" key={wait.id} sx={{ overflowWrap: 'anywhere' }}>
            <Link component={RouterLink} to={`/leads/${wait.leadId}`}>
              {wait.leadName}
            </Link>
            {wait.leadPhone && ` · ${phoneText(wait.leadPhone)}`}
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              {[
                wait.serviceName,
                wait.employeeName && `com ${wait.employeeName}`,
                wait.from === wait.to ? formatDay(wait.from) : `${formatDay(wait.from)} a ${formatDay(wait.to)}`,
                wait.notifiedAt ? `avisada em ${formatDateTime(wait.notifiedAt, zone)}` : 'à espera'
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
