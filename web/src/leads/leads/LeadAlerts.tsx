import Alert from '@mui/material/Alert'
import { markLabels } from '../../../../services/leads/leads/marks/rules.ts'
import type { LeadMark } from '../../../../services/leads/leads/rules.ts'

/** Why the lead deserves a second look, in so many words. */
export const LeadAlerts = ({ marks }: { marks: LeadMark[] }) =>
  marks.length > 0 && (
    <Alert severity="warning" sx={{ mb: 2.5 }}>
      {marks.map(mark => (
        <div key={mark}>{markLabels[mark]}</div>
      ))}
    </Alert>
  )
