import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import {
  dateStyleLabels,
  dateStyles,
  duplicatePolicies,
  importFieldLabels,
  importFields,
  listOrigins,
  originLabels,
  policyTexts
} from '../../../services/imports/rules.ts'
import { useEmployeeOptions } from '../employees/api.ts'
import { useMay } from '../shell/access.ts'
import { Choice } from '../ui/Choice.tsx'
import { useKept } from '../ui/kept.ts'
import { Panel } from '../ui/Panel.tsx'
import { type Import, type ImportSettings, useImportStep } from './api.ts'

const leftOut = '-'
const inPlace = { select: { MenuProps: { disablePortal: true } } }
const encodingNames: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16'
}
const delimiterNames: Record<string, string> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra'
}

const begin = ({ reading, settings }: Import, assigns: boolean): ImportSettings =>
  settings && settings.mapping.length === reading.columns.length
    ? settings
    : {
        mapping: reading.columns.map(({ suggestion }) => (suggestion === 'owner' && !assigns ? null : suggestion)),
        policy: 'fill',
        dateStyle: reading.dateStyle,
        decimal: reading.decimal,
        source: 'importação',
        ownerId: null,
        tags: [],
        newTags: true,
        origin: 'customers',
        originNote: '',
        consentEvidence: '',
        notify: false
      }

/** What each column holds, and what becomes of those whom the company has. */
export function MappingStep({ found, onChecked }: { found: Import; onChecked: () => void }) {
  const { sheet, headerRow, columns } = found.reading
  // Another sheet or row of headings is another table.
  return <Mapping key={JSON.stringify([sheet, headerRow, columns])} found={found} onChecked={onChecked} />
}

function Mapping({ found, onChecked }: { found: Import; onChecked: () => void }) {
  const { reading } = found
  const assigns = useMay('assign', 'leads')
  const [start] = useState(() => {
    const settings = begin(found, assigns)
    return { settings, origin: String(found.settings?.origin ?? ''), tags: settings.tags.join('; ') }
  })
  // The mapping of many columns is work.
  const [{ settings, origin, tags }, write, forget] = useKept(
    `import ${found.id} ${reading.sheet} ${reading.headerRow}`,
    start
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { data: people = [] } = useEmployeeOptions()
  const step = useImportStep(found.id, setErrors)
  const set = (change: Partial<ImportSettings>) =>
    write(known => ({ ...known, settings: { ...known.settings, ...change } }))

  const check = () => {
    if (!origin) return setErrors({ origin: 'Diga de onde vem esta lista.' })
    setErrors({})
    const names = tags
      .split(/[;,]/)
      .map(name => name.trim())
      .filter(Boolean)
    const body = { ...settings, origin: origin as ImportSettings['origin'], tags: names }
    step.mutate(
      { path: 'check', body },
      {
        onSuccess: () => {
          forget()
          onChecked()
        }
      }
    )
  }

  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={found.name} aside={<HowItIsRead reading={reading} />}>
        {reading.sheets.length > 1 && (
          <TextField
            select
            label="Aba da planilha"
            value={reading.sheet}
            disabled={step.isPending}
            onChange={event =>
              step.mutate({ method: 'PUT', path: 'reading', body: { sheet: Number(event.target.value) } })
            }
            helperText={`Só esta é importada. ${leftOutSheets(reading)}.`}
            slotProps={inPlace}
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
        <TextField
          select
          label="Linha dos títulos"
          value={reading.headerRow}
          disabled={step.isPending}
          onChange={event =>
            step.mutate({ method: 'PUT', path: 'reading', body: { headerRow: Number(event.target.value) } })
          }
          slotProps={inPlace}
          sx={{ width: { xs: '100%', sm: 360 }, mb: 2 }}
        >
          <MenuItem value={0}>O arquivo não tem títulos</MenuItem>
          {[...new Set([...reading.firstRows.keys()].map(at => at + 1).concat(reading.headerRow || 1))].map(n => (
            <MenuItem key={n} value={n}>
              Linha {n}: {(reading.firstRows[n - 1] ?? []).filter(Boolean).join(', ').slice(0, 40)}
            </MenuItem>
          ))}
        </TextField>
        {errors.mapping && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {errors.mapping}
          </Alert>
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {reading.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands
            <ColumnRow key={at} column={column}>
              <TextField
                select
                fullWidth
                hiddenLabel
                value={settings.mapping[at] ?? leftOut}
                onChange={({ target: { value } }) =>
                  set({
                    mapping: settings.mapping.map((old, n) => (n === at ? (value === leftOut ? null : value) : old))
                  })
                }
                slotProps={{ ...inPlace, htmlInput: { 'aria-label': `A coluna ${column.heading} é` } }}
              >
                <MenuItem value={leftOut}>Não importar</MenuItem>
                {importFields
                  .filter(field => field !== 'owner' || assigns)
                  .map(field => (
                    <MenuItem key={field} value={field}>
                      {importFieldLabels[field]}
                    </MenuItem>
                  ))}
                {found.custom.map(({ name, label }) => (
                  <MenuItem key={name} value={`custom:${name}`}>
                    {label} (formulário)
                  </MenuItem>
                ))}
              </TextField>
            </ColumnRow>
          ))}
        </Box>
      </Panel>

      <Panel title="Quem já é lead">
        <Box role="radiogroup" aria-label="Quem já é lead" sx={twoColumns}>
          {duplicatePolicies.map(policy => (
            <Choice
              key={policy}
              name="policy"
              value={policy}
              checked={settings.policy === policy}
              onChange={() => set({ policy })}
              title={policyTexts[policy].title}
            >
              {policyTexts[policy].text}
            </Choice>
          ))}
        </Box>
      </Panel>

      <Panel title="Para todas as linhas">
        <Box sx={twoColumns}>
          <TextField
            select
            required
            label="De onde vem esta lista?"
            value={origin}
            error={Boolean(errors.origin)}
            helperText={errors.origin ?? 'Fica registrado: a LGPD pede uma razão para guardar dados de pessoas.'}
            onChange={event => write(known => ({ ...known, origin: event.target.value }))}
            slotProps={inPlace}
          >
            {listOrigins.map(each => (
              <MenuItem key={each} value={each}>
                {originLabels[each]}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Mais sobre a origem"
            value={settings.originNote}
            error={Boolean(errors.originNote)}
            helperText={errors.originNote ?? 'Por exemplo: feira de março, planilha do João.'}
            onChange={event => set({ originNote: event.target.value.slice(0, 500) })}
          />
          <TextField
            label="Origem dos leads"
            value={settings.source}
            helperText="Onde a planilha não diz outra."
            onChange={event => set({ source: event.target.value.slice(0, 100) })}
          />
          {assigns && (
            <TextField
              select
              label="Responsável"
              value={settings.ownerId ?? leftOut}
              error={Boolean(errors.ownerId)}
              helperText={errors.ownerId ?? 'Onde a planilha não diz outro.'}
              onChange={({ target: { value } }) => set({ ownerId: value === leftOut ? null : value })}
              slotProps={inPlace}
            >
              <MenuItem value={leftOut}>Sem responsável</MenuItem>
              {people
                .filter(({ active }) => active)
                .map(({ id, name }) => (
                  <MenuItem key={id} value={id}>
                    {name}
                  </MenuItem>
                ))}
            </TextField>
          )}
          <TextField
            label="Etiquetas"
            value={tags}
            error={Boolean(errors.tags)}
            helperText={errors.tags ?? 'Separe com ponto e vírgula.'}
            onChange={event => write(known => ({ ...known, tags: event.target.value }))}
          />
          <TextField
            select
            label="Como as datas estão escritas"
            value={settings.dateStyle}
            onChange={event => set({ dateStyle: event.target.value as ImportSettings['dateStyle'] })}
            slotProps={inPlace}
          >
            {dateStyles.map(style => (
              <MenuItem key={style} value={style}>
                {dateStyleLabels[style]}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        {settings.mapping.includes('consent') && (
          <TextField
            fullWidth
            required
            multiline
            label="Como e quando o consentimento foi dado"
            value={settings.consentEvidence}
            error={Boolean(errors.consentEvidence)}
            helperText={errors.consentEvidence ?? 'Vale como prova. Sem isto a coluna não é importada.'}
            onChange={event => set({ consentEvidence: event.target.value.slice(0, 1000) })}
            sx={{ mt: 2 }}
          />
        )}
        <Box sx={{ display: 'grid', justifyItems: 'start', mt: 1.5 }}>
          <FormControlLabel
            control={<Switch checked={settings.newTags} onChange={(_, newTags) => set({ newTags })} />}
            label="Criar as etiquetas que faltam"
          />
          <FormControlLabel
            control={<Switch checked={settings.notify} onChange={(_, notify) => set({ notify })} />}
            label="Avisar sobre cada lead novo"
          />
        </Box>
      </Panel>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button variant="contained" size="large" disabled={step.isPending} onClick={check}>
          Conferir antes de importar
        </Button>
      </Box>
    </Box>
  )
}

const twoColumns = { display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }

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
      : `CSV, ${encodingNames[encoding ?? ''] ?? encoding}, ${delimiterNames[delimiter ?? ''] ?? ''}`
  return (
    <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {how}
      {totals && ' · a linha de totais fica de fora'}
    </Typography>
  )
}

const ColumnRow = ({ column, children }: { column: Import['reading']['columns'][number]; children: ReactNode }) => (
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
          whiteSpace: 'nowrap'
        }}
      >
        {column.examples.join(' · ') || 'vazia'}
      </Box>
    </Box>
    {children}
  </Box>
)
