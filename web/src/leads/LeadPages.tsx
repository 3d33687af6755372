import type { TablePaginationProps } from '@mui/material/TablePagination'
import type { FC } from 'react'
import { Pagination, type PaginationProps, useListContext } from 'react-admin'
import { formatNumber } from '../core/format.ts'
import { totalText } from './labels.ts'

/** react-admin passes on every property of the table's pagination, but declares only some. */
const Pages: FC<PaginationProps & Pick<TablePaginationProps, 'labelDisplayedRows'>> = Pagination

/** Moves through the list. A total that is only a lower bound is shown as one. */
export function LeadPages() {
  const { meta } = useListContext()
  return (
    <Pages
      rowsPerPageOptions={[25, 50, 100]}
      labelDisplayedRows={({ from, to, count }) =>
        `${formatNumber(from)}–${formatNumber(to)} de ${totalText(count, meta?.capped)}`
      }
    />
  )
}
