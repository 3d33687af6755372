import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { markLabels } from '../../../../services/leads/leads/marks/rules.ts'
import type { LeadMark } from '../../../../services/leads/leads/rules.ts'

/** Possível duplicado; Sem consentimento */
export const marksText = (marks: readonly LeadMark[]): string => marks.map(mark => markLabels[mark]).join('; ')

type Props = {
  marks: LeadMark[]
  /** -1 where the keyboard stops at the whole card, and what is said here is said with its link. */
  tabIndex?: number
}

/** A small warning that says why a lead deserves a second look; nothing for the others. */
export function MarksIcon({ marks, tabIndex = 0 }: Props) {
  if (marks.length === 0) return null
  const reasons = marksText(marks)
  return (
    <Tooltip title={reasons}>
      <Box
        component="span"
        role="img"
        tabIndex={tabIndex}
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
