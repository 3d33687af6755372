import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Failure } from './Failure.tsx'

type Reading<T> = { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown }

type Props<T> = {
  of: Reading<T>
  what: string
  /** It is all that the page shows. */
  page?: boolean
  children: (data: T) => ReactNode
}

/** The loaded data, a loading state, or the failure with a way to retry. */
export function Loaded<T>({ of: { data, error, isPending, refetch }, what, page = false, children }: Props<T>) {
  if (data !== undefined) return <>{children(data)}</>
  if (isPending)
    return (
      <Box role="status" aria-label={`Carregando ${what}`} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
        {[70, 45, 60, 40].map(width => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </Box>
    )
  return (
    <Failure
      heading={page ? 'h1' : 'h2'}
      title={`Falha ao carregar ${what}`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
