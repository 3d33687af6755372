import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'

const rows = Array.from({ length: 10 }, (_, row) => row)

/** The shape of the list before its leads arrive. */
export const LeadsLoading = ({ phone }: { phone: boolean }) =>
  phone ? (
    <Box role="status" aria-label="Carregando leads" sx={{ display: 'grid', gap: 1.25 }}>
      {rows.slice(0, 5).map(row => (
        <Card key={row} sx={{ p: 2 }}>
          <Skeleton width="55%" height={26} />
          <Skeleton width="40%" />
          <Skeleton width="70%" />
          <Skeleton width="30%" sx={{ mt: 1 }} />
        </Card>
      ))}
    </Box>
  ) : (
    <Card role="status" aria-label="Carregando leads">
      <Box sx={{ height: 40, bgcolor: theme => theme.tokens.sunken }} />
      {rows.map(row => (
        <Box
          key={row}
          sx={{
            display: 'grid',
            gridTemplateColumns: '2fr 2fr 2fr 1fr 1fr 1fr',
            alignItems: 'center',
            gap: 3,
            height: 41,
            px: 1.5,
            borderTop: 1,
            borderColor: 'divider'
          }}
        >
          <Skeleton width="80%" />
          <Skeleton width="70%" />
          <Skeleton width="90%" />
          <Skeleton />
          <Skeleton width="60%" />
          <Skeleton />
        </Box>
      ))}
    </Card>
  )
