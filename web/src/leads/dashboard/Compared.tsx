import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '6px 0 6px 12px', textAlign: 'right', verticalAlign: 'baseline', fontWeight: 'inherit' },
  '& th:first-of-type': { paddingLeft: 0, textAlign: 'left', overflowWrap: 'anywhere' },
  '& thead th': { color: theme.palette.text.secondary, fontSize: '0.8125rem', fontWeight: 600 },
  '& tbody tr': { borderTop: `1px solid ${theme.palette.divider}` }
}))

const Name = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

type Row = { key: string; label: string; to: string; cells: readonly ReactNode[] }

/** Several figures of each of a few: in columns, where they can be compared. Each name opens what its row counts. */
export const Compared = ({ of, columns, rows }: { of: string; columns: readonly string[]; rows: readonly Row[] }) => (
  <Table>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        {columns.map(column => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, to, cells }) => (
        <tr key={key}>
          <th scope="row">
            <Name to={to}>{label}</Name>
          </th>
          {columns.map((column, n) => (
            <td key={column}>{cells[n]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
)
