import Box from '@mui/material/Box'
import { formatDateTime } from '../../../core/format.ts'
import { dueText, isLate } from '../due.ts'

type Props = { at: string | null; timeZone?: string | undefined }

/** When the next task is due; red once that is over. */
export function NextTask({ at, timeZone }: Props) {
  if (!at) return null
  const late = isLate(at)
  return (
    <Box
      component="time"
      dateTime={at}
      title={formatDateTime(at, timeZone)}
      sx={{ whiteSpace: 'nowrap', ...(late && { color: 'error.main', fontWeight: 600 }) }}
    >
      {dueText(at, timeZone)}
    </Box>
  )
}
