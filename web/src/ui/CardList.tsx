import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'
import { Failure } from './Failure.tsx'
import { LoadingRows } from './LoadingRows.tsx'

type Props<Item> = {
  query: { data: Item[] | undefined; error: Error | null; refetch: () => unknown }
  /** Names the list. */
  label: string
  /** Said while it loads. */
  loading: string
  /** Said where it does not come. */
  failure: string
  /** How many there are, in words. */
  count: (length: number) => string
  /** Stands in place of an empty list. */
  empty: ReactNode
  /** A row. */
  children: (item: Item) => ReactNode
}

/** A list on a card with its count above, or what stands in its place. */
export function CardList<Item>({ query, label, loading, failure, count, empty, children }: Props<Item>) {
  const { data: items, error, refetch } = query
  if (error && !items)
    return (
      <Card>
        <Failure title={failure} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!items)
    return (
      <Card sx={{ p: 2.5 }}>
        <LoadingRows label={loading} />
      </Card>
    )
  if (items.length === 0) return empty
  return (
    <>
      <Box sx={{ mb: 1.5, fontSize: '0.8125rem', color: 'text.secondary' }}>{count(items.length)}</Box>
      <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label={label}>
        {items.map(children)}
      </Card>
    </>
  )
}
