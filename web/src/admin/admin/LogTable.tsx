import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { type LogFilter, useLog } from './api.ts'

type Props<Row> = {
  path: string
  filter: LogFilter
  label: string
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** Shown when nothing was found. */
  empty: { title: string; text: string }
}

/** The rows of a log, and the next ones on demand. */
export function LogTable<Row>({ path, filter, label, columns, keyOf, empty }: Props<Row>) {
  const { rows, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLog<Row>(path, filter)
  return (
    <Loaded of={{ data: rows, error, isPending, refetch }} what="os registros">
      {found =>
        found.length === 0 ? (
          <Notice {...empty} />
        ) : (
          <>
            <Rows label={label} columns={columns} rows={found} keyOf={keyOf} />
            {hasNextPage && (
              <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
                <Button variant="outlined" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Mostrar mais
                </Button>
              </Box>
            )}
          </>
        )
      }
    </Loaded>
  )
}
