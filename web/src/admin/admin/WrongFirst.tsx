import Box from '@mui/material/Box'
import { Details } from '../../ui/Details.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'

type Props<Row> = {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isWrong: (row: Row) => boolean
  /** The label of the rows without a fault, with their number. */
  well: (count: number) => string
}

/** The rows that need somebody; all others behind a line that counts them. */
export function WrongFirst<Row>({ label, columns, rows, keyOf, isWrong, well }: Props<Row>) {
  const [wrong, fine] = [rows.filter(isWrong), rows.filter(row => !isWrong(row))]
  return (
    <>
      {wrong.length > 0 && <Rows label={label} columns={columns} rows={wrong} keyOf={keyOf} />}
      {fine.length > 0 && (
        <Box sx={{ '& > details': { mt: wrong.length > 0 ? 1 : -1 } }}>
          <Details summary={well(fine.length)}>
            <Rows label={wrong.length > 0 ? `${label} em dia` : label} columns={columns} rows={fine} keyOf={keyOf} />
          </Details>
        </Box>
      )}
    </>
  )
}
