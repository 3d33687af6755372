import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import {
  asNewField,
  dateStyleLabels,
  importFieldLabels,
  importFields
} from '../../../../services/leads/imports/rules.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { Import, ImportSettings } from './api.ts'
import { leftOut } from './choices.ts'
import { previewOf, writtenAs } from './preview.ts'

const encodingNames: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (BE)',
  cp850: 'DOS (CP850)',
  macintosh: 'Mac Roman'
}
const delimiterNames: Record<string, string> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra'
}

type Props = {
  found: Import
  settings: ImportSettings
  error: string | undefined
  busy: boolean
  onChange: (change: Partial<ImportSettings>) => void
  /** The file is to be read in another way. */
  onRead: (reading: { sheet: number } | { headerRow: number } | { encoding: string; headerRow: number }) => void
}

/** How the file is read, and what each of its columns holds. */
export function ColumnsPanel({ found, settings, error, busy, onChange, onRead }: Props) {
  const { reading } = found
  const { mapping, writing = [] } = settings
  const timeZone = useTimeZone()
  /** The key to the ways of reading a column: the type of an own field, else the name of the field. */
  const kindOf = (at: number) =>
    found.custom.find(({ name }) => mapping[at] === `custom:${name}`)?.type ?? mapping[at] ?? ''
  const previews = (column: Column, at: number) =>
    column.examples.map((_, n) => previewOf({ ...column, ...writing[at] }, n, kindOf(at), settings, timeZone))
  const setWriting = (at: number, change: Writing) =>
    onChange({ writing: reading.columns.map((_, n) => (n === at ? { ...writing[n], ...change } : (writing[n] ?? {}))) })
  const assigns = useMay('assign_leads')
  return (
    <Panel title={found.name} aside={<HowItIsRead reading={reading} />}>
      {reading.sheets.length > 1 && (
        <TextField
          select
          label="Aba da planilha"
          value={reading.sheet}
          disabled={busy}
          onChange={event => onRead({ sheet: Number(event.target.value) })}
          helperText={`Só esta é importada. ${leftOutSheets(reading)}.`}
          sx={{ width: { xs: '100%', sm: 360 }, mb: 2, display: 'flex' }}
        >
          {reading.sheets.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is where it stands
            <MenuItem key={at} value={at}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {reading.format !== 'vcard' && (
        <TextField
          select
          label="Linha dos títulos"
          value={reading.headerRow}
          disabled={busy}
          onChange={event => onRead({ headerRow: Number(event.target.value) })}
          sx={{ width: { xs: '100%', sm: 360 }, mb: 2 }}
        >
          <MenuItem value={0}>O arquivo não tem títulos</MenuItem>
          {[...new Set([...reading.firstRows.keys()].map(at => at + 1).concat(reading.headerRow || 1))].map(n => (
            <MenuItem key={n} value={n}>
              Linha {n}: {(reading.firstRows[n - 1] ?? []).filter(Boolean).join(', ').slice(0, 40)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {reading.accented !== null && (
        <TextField
          select
          label="Codificação das letras"
          value={reading.encoding ?? ''}
          disabled={busy}
          // The row of the headings stays where it is, whatever its letters are.
          onChange={event => onRead({ encoding: event.target.value, headerRow: reading.headerRow })}
          helperText={`Os acentos estão certos? “${reading.accented}”`}
          sx={{ width: { xs: '100%', sm: 360 }, mb: 2, ml: { sm: 2 }, '& p': { overflowWrap: 'anywhere' } }}
        >
          {Object.entries(encodingNames).map(([encoding, name]) => (
            <MenuItem key={encoding} value={encoding}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {reading.columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands
          <ColumnRow key={at} column={column} previews={previews(column, at)}>
            <TextField
              select
              fullWidth
              hiddenLabel
              value={mapping[at] ?? leftOut}
              onChange={({ target: { value } }) =>
                onChange({ mapping: mapping.map((old, n) => (n === at ? (value === leftOut ? null : value) : old)) })
              }
              slotProps={{ htmlInput: { 'aria-label': `A coluna ${column.heading} é` } }}
            >
              <MenuItem value={leftOut}>Não importar</MenuItem>
              {column.examples.length > 0 && <MenuItem value={asNewField}>Campo novo: {column.heading}</MenuItem>}
              {importFields
                .filter(field => field !== 'owner' || assigns)
                .map(field => (
                  <MenuItem key={field} value={field}>
                    {importFieldLabels[field]}
                  </MenuItem>
                ))}
              {found.custom.map(({ name, label }) => (
                <MenuItem key={name} value={`custom:${name}`}>
                  {label} (campo próprio)
                </MenuItem>
              ))}
            </TextField>
            <WritingSelect
              column={{ ...column, dateStyle: column.dateStyle ?? settings.dateStyle, ...writing[at] }}
              kind={kindOf(at)}
              onChange={change => setWriting(at, change)}
            />
          </ColumnRow>
        ))}
      </Box>
    </Panel>
  )
}

/** The sheets that are not read, as far as there is room to name them. */
function leftOutSheets({ sheets, sheet }: Import['reading']): string {
  const others = sheets.filter((_, at) => at !== sheet)
  const more = others.length > 5 ? ` e mais ${others.length - 5}` : ''
  return `${others.length === 1 ? 'Fica' : 'Ficam'} de fora: ${others.slice(0, 5).join(', ')}${more}`
}

function HowItIsRead({ reading: { format, encoding, delimiter, totals } }: { reading: Import['reading'] }) {
  const how =
    format === 'xlsx'
      ? 'Planilha do Excel'
      : format === 'vcard'
        ? 'Contatos (vCard)'
        : `CSV, ${encodingNames[encoding ?? ''] ?? encoding}, ${delimiterNames[delimiter ?? ''] ?? ''}`
  return (
    <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {how}
      {totals && ' · a linha de totais fica de fora'}
    </Typography>
  )
}

type Column = Import['reading']['columns'][number]
type Writing = NonNullable<ImportSettings['writing']>[number]

const decimalLabels = { ',': 'vírgula decimal (1.500,00)', '.': 'ponto decimal (1,500.00)' }

type WritingProps = { column: Column; kind: string; onChange: (change: Writing) => void }

/** How the numbers or dates of a column are written, where there are several ways. */
function WritingSelect({ column, kind, onChange }: WritingProps) {
  const written = writtenAs(column, kind)
  if (written === null) return null
  const labels: Record<string, string> = written === 'decimal' ? decimalLabels : dateStyleLabels
  return (
    <TextField
      select
      fullWidth
      hiddenLabel
      value={column[written] ?? ''}
      onChange={({ target }) => onChange({ [written]: target.value })}
      slotProps={{
        htmlInput: { 'aria-label': `${written === 'decimal' ? 'Números' : 'Datas'} da coluna ${column.heading}` }
      }}
      sx={{ mt: 0.75 }}
    >
      {Object.entries(labels).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}

type RowProps = { column: Column; previews: (string | undefined)[]; children: ReactNode }

const ColumnRow = ({ column, previews, children }: RowProps) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 260px' },
      alignItems: 'center',
      gap: { xs: 0.75, sm: 2 },
      py: 1.25,
      borderTop: 1,
      borderColor: 'divider'
    }}
  >
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{column.heading}</Box>
      <Box
        sx={{
          fontSize: '0.8125rem',
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: previews.some(preview => preview !== undefined) ? 'normal' : 'nowrap'
        }}
      >
        {column.examples.map((example, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an example is where it stands
          <Fragment key={at}>
            {at > 0 && ' · '}
            {example}
            {previews[at] !== undefined && previews[at] !== example && <strong> → {previews[at]}</strong>}
          </Fragment>
        ))}
        {column.examples.length === 0 && 'vazia'}
      </Box>
    </Box>
    <div>{children}</div>
  </Box>
)
