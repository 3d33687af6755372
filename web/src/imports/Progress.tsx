import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { counted, formatNumber } from '../core/format.ts'

type Props = { label: string; done: number; total: number; note?: string }

/** How far a background work has come; its end is not known while the file is still being read. */
export const Progress = ({ label, done, total, note }: Props) => (
  <div>
    <LinearProgress
      aria-label={label}
      variant={total > 0 ? 'determinate' : 'indeterminate'}
      value={total > 0 ? Math.min(100, (done / total) * 100) : undefined}
    />
    <Typography role="status" sx={{ mt: 1.25, fontVariantNumeric: 'tabular-nums' }}>
      {label}:{' '}
      {total > 0 ? `${formatNumber(done)} de ${counted(total, 'linha', 'linhas')}` : counted(done, 'linha', 'linhas')}
    </Typography>
    {note && <Typography sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{note}</Typography>}
  </div>
)
