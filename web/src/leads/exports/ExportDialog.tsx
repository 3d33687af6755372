import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { type ExportFormat, exportColumns, usualColumns } from '../../../../services/leads/exports/rules.ts'
import type { Export } from '../../../../services/leads/exports/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useExport, useExportFields } from './api.ts'

type Which = { ids: string[] } | { filter: object }
type Props = {
  /** The leads: those that are named, or all that a filter finds. */
  which: Which
  /** How many they are, where it is known. */
  count?: number | undefined
  onClose: () => void
}

const formats: Record<ExportFormat, [string, string]> = {
  xlsx: ['Excel (.xlsx)', 'Telefones e CNPJs ficam como texto.'],
  csv: ['CSV', 'Abre certo no Excel em português e em outros sistemas.']
}

/** Chooses columns and format of an export, and hands over the file. */
export function ExportDialog({ which, count, onClose }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [chosen, setChosen] = useState<string[]>([...usualColumns])
  const [progress, setProgress] = useState<Export | null>(null)
  const { data: own = [] } = useExportFields()
  const all = [
    ...Object.entries(exportColumns).map(([name, label]) => ({ name: name as string, label: label as string })),
    ...own.map(({ name, label }) => ({ name: `custom:${name}`, label }))
  ]
  const columns = all.map(({ name }) => name).filter(name => chosen.includes(name))
  const work = useExport(setProgress, onClose)
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter(other => other !== name) : [...chosen, name])

  return (
    <Dialog open fullWidth maxWidth="sm" fullScreen={phone} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>
        {count === undefined ? 'Exportar leads' : `Exportar ${formatNumber(count)} ${count === 1 ? 'lead' : 'leads'}`}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
        {work.error && <Alert severity="error">{work.error.message}</Alert>}
        <Box
          role="radiogroup"
          aria-label="Formato"
          sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, pt: 0.5 }}
        >
          {(['xlsx', 'csv'] as const).map(each => (
            <Choice
              key={each}
              name="format"
              value={each}
              checked={format === each}
              onChange={() => setFormat(each)}
              title={formats[each][0]}
            >
              {formats[each][1]}
            </Choice>
          ))}
        </Box>
        <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
            <Typography component="legend" sx={{ fontWeight: 600 }}>
              Colunas
            </Typography>
            <Button
              size="small"
              onClick={() => setChosen(columns.length === all.length ? [...usualColumns] : all.map(({ name }) => name))}
            >
              {columns.length === all.length ? 'Só as principais' : 'Todas'}
            </Button>
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
            {all.map(({ name, label }) => (
              <FormControlLabel
                key={name}
                control={<Checkbox checked={chosen.includes(name)} onChange={() => toggle(name)} />}
                label={label}
              />
            ))}
          </Box>
        </Box>
        {work.isPending && (
          <div>
            <LinearProgress
              aria-label="Exportação"
              variant={progress && progress.done > 0 ? 'determinate' : 'indeterminate'}
              value={progress?.total ? (progress.done / progress.total) * 100 : 0}
            />
            <Typography role="status" sx={{ mt: 1, fontSize: '0.875rem', color: 'text.secondary' }}>
              Preparando o arquivo
            </Typography>
          </div>
        )}
        <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          Fica registrado quem exportou e o quê.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          variant="contained"
          disabled={columns.length === 0 || work.isPending}
          onClick={() => work.mutate({ format, columns, ...which })}
        >
          Exportar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
