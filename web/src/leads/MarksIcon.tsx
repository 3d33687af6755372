import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { markLabels } from '../../../services/leads/marks/rules.ts'
import type { LeadMark } from '../../../services/leads/rules.ts'

/** A small warning that says why a lead deserves a second look; nothing for the others. */
export function MarksIcon({ marks }: { marks: LeadMark[] }) {
  if (marks.length === 0) return null
  const reasons = marks.map(mark => markLabels[mark]).join('; ')
  return (
    <Tooltip title={reasons}>
      <Box
        component="span"
        role="img"
        tabIndex={0}
        sx={{
          display: 'inline-flex',
          borderRadius: 1,
          color: 'warning.main',
          verticalAlign: 'middle',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 }
        }}
      >
        <WarningIcon fontSize="small" />
      </Box>
    </Tooltip>
  )
}
