import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { counted, formatNumber } from '../../core/format.ts'

type Props = { label: string; done: number; total: number; note?: string }

/** After this the work is not slow any more, it stands still: a portion takes a second or two. */
const stillAfter = 15_000

/** How far a background work has come; its end is not known while the file is still being read. */
export function Progress({ label, done, total, note }: Props) {
  const stands = useStandsStill(done, total)
  return (
    <div>
      <LinearProgress
        aria-label={label}
        variant={total > 0 ? 'determinate' : 'indeterminate'}
        value={total > 0 ? Math.min(100, (done / total) * 100) : undefined}
      />
      <Typography role="status" sx={{ mt: 1.25, fontVariantNumeric: 'tabular-nums' }}>
        {label}:{' '}
        {total > 0 ? `${formatNumber(done)} de ${counted(total, 'linha', 'linhas')}` : counted(done, 'linha', 'linhas')}
        {stands &&
          '. Parou por um momento: o servidor está ocupado ou sendo reiniciado. O trabalho continua sozinho de onde parou, e nada se perde.'}
      </Typography>
      {note && <Typography sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{note}</Typography>}
    </div>
  )
}

/** Whether nothing has moved for a while. */
function useStandsStill(done: number, total: number): boolean {
  const at = `${done} of ${total}`
  const [still, setStill] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setStill(at), stillAfter)
    return () => clearTimeout(timer)
  }, [at])
  return still === at
}
