import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useDensity } from './density.ts'

const rows = Array.from({ length: 12 }, (_, row) => row)

/** The shape of the list before its leads arrive. */
export function LeadsLoading({ phone }: { phone: boolean }) {
  const [density] = useDensity()
  if (phone)
    return (
      <Box role="status" aria-label="Carregando leads" sx={{ display: 'grid', gap: 1.25 }}>
        {rows.slice(0, 5).map(row => (
          <Card key={row} sx={{ p: 1.5, height: 121 }}>
            <Skeleton width="55%" height={26} />
            <Skeleton width="40%" />
            <Skeleton width="70%" sx={{ mt: 1.5 }} />
          </Card>
        ))}
      </Box>
    )
  return (
    <Card role="status" aria-label="Carregando leads">
      <Box sx={{ height: 36, bgcolor: theme => theme.tokens.sunken }} />
      {rows.map(row => (
        <Box
          key={row}
          sx={{
            display: 'grid',
            gridTemplateColumns: '16px 2fr 2fr 1fr 1.5fr 1.5fr 1fr',
            alignItems: 'center',
            gap: 3,
            height: density === 'small' ? 40 : 52,
            px: 1.5,
            borderTop: 1,
            borderColor: 'divider'
          }}
        >
          <Skeleton variant="rounded" width={16} height={16} />
          <Skeleton width={`${60 + ((row * 17) % 35)}%`} />
          <Skeleton width="80%" />
          <Skeleton variant="rounded" height={22} sx={{ borderRadius: 11 }} />
          <Skeleton width={`${45 + ((row * 23) % 40)}%`} />
          <Skeleton width="60%" />
          <Skeleton />
        </Box>
      ))}
    </Card>
  )
}
