import RoomyIcon from '@mui/icons-material/DensityMediumOutlined'
import CompactIcon from '@mui/icons-material/DensitySmallOutlined'
import Button from '@mui/material/Button'
import { useStore } from 'react-admin'
import { ColumnsMenu } from './ColumnsMenu.tsx'

/** Which columns the table shows, and how close its rows are. */
export function LeadTableOptions() {
  const [density, setDensity] = useStore<'small' | 'medium'>('leads.density', 'small')
  const dense = density === 'small'
  return (
    <>
      <ColumnsMenu />
      <Button
        size="small"
        aria-pressed={dense}
        startIcon={dense ? <CompactIcon /> : <RoomyIcon />}
        onClick={() => setDensity(dense ? 'medium' : 'small')}
      >
        Linhas compactas
      </Button>
    </>
  )
}
