import TablePagination from '@mui/material/TablePagination'
import { useEffect } from 'react'
import { deepestRow } from '../../../../../services/core/rules.ts'
import { formatNumber } from '../../../core/format.ts'
import { type ListState, pageSizes } from '../address.ts'
import type { LeadPage } from '../api.ts'
import { totalText } from '../labels.ts'

type Props = {
  state: ListState
  data: LeadPage
  /** Whether `data` is what `state` asks for, and not what was shown before. */
  current: boolean
  onChange: (change: Partial<ListState>, options?: { replace?: boolean }) => void
}

const narrow = '@media (max-width: 600px)'

/** Moves through the list. A total that is only a lower bound is shown as one, and can be gone past. */
export function LeadPages({ state: { page, perPage }, data, current, onChange }: Props) {
  const { leads, total, capped } = data
  const reachable = Math.min(total, deepestRow)
  const last = Math.max(1, Math.ceil(reachable / perPage))
  const beyond = leads.length === 0 && page > last

  // An old address may name a page that is no more, and so does the last page once its leads were moved elsewhere.
  useEffect(() => {
    if (current && beyond) onChange({ page: last }, { replace: true })
  }, [current, beyond, last, onChange])

  const open = capped && leads.length === perPage
  return (
    <TablePagination
      component="div"
      // To the left: the button of the assistant floats at the right.
      sx={{
        '& .MuiTablePagination-spacer': { display: 'none' },
        '& .MuiTablePagination-toolbar': { pl: 1.5 },
        // On a phone the arrows need the room.
        [narrow]: {
          '& .MuiTablePagination-selectLabel, & .MuiTablePagination-input': { display: 'none' },
          '& .MuiTablePagination-toolbar': { pl: 0.5 },
          '& .MuiTablePagination-actions': { ml: 1 },
          '& .MuiTablePagination-actions button': { width: 44, height: 44 }
        }
      }}
      count={open ? -1 : beyond ? reachable : Math.max(reachable, (page - 1) * perPage + leads.length)}
      page={(beyond ? last : page) - 1}
      rowsPerPage={perPage}
      rowsPerPageOptions={pageSizes}
      onPageChange={(_event, next) => onChange({ page: next + 1 })}
      onRowsPerPageChange={event => onChange({ perPage: Number(event.target.value) })}
      labelDisplayedRows={({ from }) =>
        `${formatNumber(from)}–${formatNumber(from + Math.max(1, leads.length) - 1)} de ${totalText(total, capped)}`
      }
    />
  )
}
