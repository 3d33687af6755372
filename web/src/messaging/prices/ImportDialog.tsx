import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useRef, useState } from 'react'
import { PriceImport, type PricesImported } from '../../../../services/messaging/prices/schema.ts'
import { counted } from '../../core/format.ts'
import { Field, useField } from '../../ui/Field.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { usePriceImport } from './api.ts'
import { rulesOf } from './cardValues.ts'
import { RuleFields } from './RuleFields.tsx'

const initial = { csv: '', from: '', source: '', currency: '', freeService: '', utilityCharged: false }

/** The list that Meta publishes is read, and what of it was not read is shown. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [imported, setImported] = useState<PricesImported | null>(null)
  const save = usePriceImport(answer => (answer.unread.length > 0 ? setImported(answer) : onClose()))
  const form = useForm(PriceImport, initial, save, {
    toBody: ({ csv, from, source, currency, ...rules }): PriceImport => ({
      csv,
      from,
      source: source.trim(),
      ...(currency.trim() && { currency: currency.trim().toUpperCase() }),
      rules: rulesOf(rules)
    })
  })
  if (imported) return <Unread imported={imported} onClose={onClose} />
  return (
    <FormDialog form={form} title="Importar tabela da Meta" label="Importar" onClose={onClose} full>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Field name="from" kind="date" label="Vale desde" />
        <Field name="currency" label="Moeda" help="Só se a tabela não a tiver, como BRL." longest={3} />
      </Box>
      <Csv />
      <RuleFields />
      <Field name="source" label="Fonte" help="De onde vêm os preços, como o endereço da página." longest={300} />
    </FormDialog>
  )
}

function Csv() {
  const input = useRef<HTMLInputElement>(null)
  const { change } = useField<string>('csv')
  return (
    <Box>
      <FileInput
        input={input}
        single
        accept=".csv,text/csv,text/plain"
        onFiles={([file]) => void file?.text().then(change)}
      />
      <Button variant="outlined" onClick={() => input.current?.click()} sx={{ mb: 1.5 }}>
        Escolher arquivo
      </Button>
      <Field
        name="csv"
        label="Tabela em CSV"
        help="Com títulos: Market, Currency, Marketing, Utility, Authentication, Service."
        multiline
        minRows={5}
        maxRows={12}
        fullWidth
        longest={500_000}
      />
    </Box>
  )
}

const Unread = ({ imported: { cards, unread }, onClose }: { imported: PricesImported; onClose: () => void }) => (
  <Dialog open fullWidth onClose={onClose} aria-labelledby="prices-unread">
    <DialogTitle id="prices-unread">O que não foi lido</DialogTitle>
    <DialogContent>
      <Alert severity={cards > 0 ? 'info' : 'warning'}>
        {counted(cards, 'mercado foi lido', 'mercados foram lidos')}.
      </Alert>
      <Box component="ul" sx={{ pl: 2.5, display: 'grid', gap: 0.75 }}>
        {unread.map(({ line, text, reason }) => (
          <li key={`${line} ${reason}`}>
            Linha {line}: {reason}{' '}
            <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {text}
            </Box>
          </li>
        ))}
      </Box>
    </DialogContent>
    <DialogActions>
      <Button variant="contained" onClick={onClose}>
        Fechar
      </Button>
    </DialogActions>
  </Dialog>
)
