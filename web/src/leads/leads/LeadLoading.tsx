import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'

/** The shape of a lead's page before the lead arrives. */
export const LeadLoading = () => (
  <Box role="status" aria-label="Carregando lead">
    <Skeleton width="min(320px, 70%)" height={44} sx={{ mb: 2 }} />
    <LeadPartsLoading />
  </Box>
)

/** The skeleton below the head of the page. */
export const LeadPartsLoading = () => (
  <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { lg: '3fr 2fr' } }}>
    <Card sx={{ p: 2.5, height: 260 }}>
      <Skeleton width="30%" height={28} />
      <Skeleton width="60%" sx={{ mt: 2 }} />
      <Skeleton width="45%" />
      <Skeleton width="70%" sx={{ mt: 2 }} />
    </Card>
    <Card sx={{ p: 2.5, height: 260 }}>
      <Skeleton width="40%" height={28} />
      <Skeleton sx={{ mt: 2 }} />
      <Skeleton />
    </Card>
  </Box>
)
