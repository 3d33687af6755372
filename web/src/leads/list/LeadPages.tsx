import TablePagination from '@mui/material/TablePagination'
import { formatNumber } from '../../core/format.ts'
import { type ListState, pageSizes } from '../address.ts'
import type { LeadPage } from '../api.ts'
import { totalText } from '../labels.ts'

type Props = { state: ListState; data: LeadPage; onChange: (change: Partial<ListState>) => void }

/** Moves through the list. A total that is only a lower bound is shown as one. */
export const LeadPages = ({ state: { page, perPage }, data: { total, capped }, onChange }: Props) => (
  <TablePagination
    component="div"
    // To the left: the button of the assistant floats at the right.
    sx={{ '& .MuiTablePagination-spacer': { display: 'none' }, '& .MuiTablePagination-toolbar': { pl: 1.5 } }}
    count={total}
    // A page beyond the end, as an old address may name, is no page for MUI.
    page={Math.min(page - 1, Math.max(0, Math.ceil(total / perPage) - 1))}
    rowsPerPage={perPage}
    rowsPerPageOptions={pageSizes}
    onPageChange={(_event, next) => onChange({ page: next + 1 })}
    onRowsPerPageChange={event => onChange({ perPage: Number(event.target.value) })}
    labelDisplayedRows={({ from, to, count }) =>
      `${formatNumber(from)}–${formatNumber(to)} de ${totalText(count, capped)}`
    }
  />
)
