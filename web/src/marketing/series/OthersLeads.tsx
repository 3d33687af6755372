import Alert from '@mui/material/Alert'
import { seriesTexts } from '../../../../services/marketing/series/rules.ts'

/** In place of what changes a series, for somebody who sees some leads only: a series goes to those of everybody. */
export const OthersLeads = () => (
  <Alert severity="info" sx={{ maxWidth: 760 }}>
    {seriesTexts.notAll}
  </Alert>
)
