import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'

export const TeamLoading = () => (
  <Card role="status" aria-label="Carregando a equipe" sx={{ p: 2 }}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      {[0, 1, 2].map(row => (
        <div key={row}>
          <Skeleton width="40%" />
          <Skeleton width="25%" />
        </div>
      ))}
    </Box>
  </Card>
)
