import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'

export type Column<Row> = {
  label: string
  show: (row: Row) => ReactNode
  align?: 'right'
  /** Stands alone at the top of a card, without its label. */
  title?: boolean
  width?: string
}

type Props<Row> = { label: string; columns: Column<Row>[]; rows: readonly Row[]; keyOf: (row: Row) => string }

/** Rows as a table, and on phones as cards with the same parts. */
export function Rows<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  const phone = useMediaQuery('(max-width: 760px)', { noSsr: true })
  if (phone) return <Cards label={label} columns={columns} rows={rows} keyOf={keyOf} />
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map(column => (
              <TableCell key={column.label} align={column.align} sx={{ width: column.width }}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(row => (
            <TableRow key={keyOf(row)} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              {columns.map(column => (
                <TableCell
                  key={column.label}
                  align={column.align}
                  sx={{
                    fontSize: '0.8125rem',
                    verticalAlign: 'top',
                    py: 1.25,
                    overflowWrap: 'break-word',
                    minWidth: column.title || column.width ? 160 : undefined
                  }}
                >
                  {column.show(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

const Cards = <Row,>({ label, columns, rows, keyOf }: Props<Row>) => (
  <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {rows.map(row => (
      <Box
        component="li"
        key={keyOf(row)}
        sx={{ p: 2, display: 'grid', gap: 0.75, 'li + &': { borderTop: 1, borderColor: 'divider' } }}
      >
        {columns.map(column => {
          const shown = column.show(row)
          if (shown === null || shown === undefined || shown === '' || shown === false) return null
          if (column.title)
            return (
              <Box key={column.label} sx={{ fontSize: '0.9375rem' }}>
                {shown}
              </Box>
            )
          return (
            <Box key={column.label} sx={{ display: 'flex', gap: 1.5, justifyContent: 'space-between' }}>
              <Box component="span" sx={{ color: 'text.secondary', flexShrink: 0 }}>
                {column.label}
              </Box>
              <Box sx={{ minWidth: 0, textAlign: 'right' }}>{shown}</Box>
            </Box>
          )
        })}
      </Box>
    ))}
  </Box>
)
