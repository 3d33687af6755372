import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  type Address,
  type AddressKind,
  addressLabels,
  maxAddresses,
  maxAddressLabel
} from '../../../../../services/leads/leads/addresses/rules.ts'
import type { Lead, LeadChange } from '../../../../../services/leads/leads/schema.ts'
import { phoneText, usePhoneText } from '../../../core/phoneText.ts'
import { useSave } from './useSave.tsx'

/** A row of the form; `id` keeps its fields when another row goes. */
type Row = Address & { id: number }

const kinds = {
  phones: { title: 'Telefones', one: 'Telefone', add: 'Adicionar telefone', type: 'tel', longest: 40 },
  emails: { title: 'E-mails', one: 'E-mail', add: 'Adicionar e-mail', type: 'email', longest: 254 }
} as const

const sent = (rows: readonly Row[]): Address[] =>
  rows
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, label, main, canMessage }) => ({ value, label: label?.trim() || null, main, canMessage }))

/** The form of all telephones and e-mails of a lead. */
export function AddressesDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  usePhoneText()
  const id = useId()
  const next = useRef(0)
  const withIds = (list: readonly Address[], write: (value: string) => string): Row[] =>
    list.map(each => ({ ...each, value: write(each.value), id: next.current++ }))
  const [rows, setRows] = useState(() => ({
    phones: withIds(lead.phones, phoneText),
    emails: withIds(lead.emails, email => email)
  }))
  const [started] = useState(rows)
  const { save, saving, errors, dialog } = useSave(lead)

  /** Rows without a value are not sent, so that the errors name other places. */
  const faultOf = (kind: AddressKind, row: Row, part: 'value' | 'label' | 'main'): string | undefined =>
    errors[`${kind}.${rows[kind].filter(({ value }) => value.trim() !== '').indexOf(row)}.${part}`]
  const change = (kind: AddressKind, list: Row[]) => setRows({ ...rows, [kind]: list })
  const put = (kind: AddressKind, row: Row, more: Partial<Row>) =>
    change(
      kind,
      rows[kind].map(each => (each.id === row.id ? { ...each, ...more } : more.main ? { ...each, main: false } : each))
    )
  const drop = (kind: AddressKind, row: Row) => {
    const left = rows[kind].filter(each => each.id !== row.id)
    change(kind, row.main ? left.map((each, at) => ({ ...each, main: at === 0 })) : left)
  }
  const add = (kind: AddressKind) =>
    change(kind, [
      ...rows[kind],
      { id: next.current++, value: '', label: null, main: rows[kind].length === 0, canMessage: true }
    ])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (saving) return
    const changed = (['phones', 'emails'] as const).filter(
      kind => JSON.stringify(sent(rows[kind])) !== JSON.stringify(sent(started[kind]))
    )
    if (changed.length === 0) onClose()
    else void save(Object.fromEntries(changed.map(kind => [kind, sent(rows[kind])])) as LeadChange, onClose)
  }
  const shownElsewhere = Object.entries(errors).filter(
    ([field]) => !/^(?:phones|emails)\.\d+\.(?:value|label|main)$/.test(field)
  )

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>Telefones e e-mails</DialogTitle>
        <DialogContent>
          {shownElsewhere.map(([field, text]) => (
            <Alert key={field} severity="error" sx={{ mb: 1.5 }}>
              {text}
            </Alert>
          ))}
          <datalist id={`${id}-labels`}>
            {addressLabels.map(label => (
              <option key={label} value={label} />
            ))}
          </datalist>
          {(['phones', 'emails'] as const).map(kind => {
            const { title, one, add: addText, type, longest } = kinds[kind]
            return (
              <Box key={kind} component="fieldset" sx={{ border: 0, m: 0, p: 0, mb: 2, minWidth: 0 }}>
                <Box component="legend" sx={{ fontWeight: 600, p: 0, mb: 1 }}>
                  {title}
                </Box>
                {rows[kind].map((row, at) => (
                  <Box
                    key={row.id}
                    sx={{
                      display: 'grid',
                      columnGap: 1,
                      rowGap: 0.5,
                      gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 3fr) minmax(0, 2fr) auto' },
                      alignItems: 'start',
                      py: 1
                    }}
                  >
                    <TextField
                      label={`${one} ${at + 1}`}
                      type={type}
                      size="small"
                      value={row.value}
                      onChange={event => put(kind, row, { value: event.target.value })}
                      error={faultOf(kind, row, 'value') !== undefined}
                      helperText={faultOf(kind, row, 'value')}
                      slotProps={{ htmlInput: { maxLength: longest }, formHelperText: { role: 'alert' } }}
                    />
                    <TextField
                      label={`Tipo do ${one.toLowerCase()} ${at + 1}`}
                      size="small"
                      value={row.label ?? ''}
                      onChange={event => put(kind, row, { label: event.target.value })}
                      error={faultOf(kind, row, 'label') !== undefined}
                      helperText={faultOf(kind, row, 'label')}
                      sx={{ gridRow: { xs: 2, sm: 'auto' } }}
                      slotProps={{
                        htmlInput: { maxLength: maxAddressLabel, list: `${id}-labels` },
                        formHelperText: { role: 'alert' }
                      }}
                    />
                    <IconButton aria-label={`Remover ${one.toLowerCase()} ${at + 1}`} onClick={() => drop(kind, row)}>
                      <DeleteIcon fontSize="small" />
                    </IconButton>
                    <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
                      <FormControlLabel
                        control={
                          <Radio
                            size="small"
                            name={`${id}-${kind}`}
                            checked={row.main}
                            onChange={() => put(kind, row, { main: true })}
                          />
                        }
                        label="Principal"
                      />
                      <FormControlLabel
                        control={
                          <Checkbox
                            size="small"
                            checked={row.canMessage}
                            onChange={event => put(kind, row, { canMessage: event.target.checked })}
                          />
                        }
                        label="Pode receber mensagens"
                      />
                    </Box>
                  </Box>
                ))}
                {rows[kind].length < maxAddresses && (
                  <Button size="small" onClick={() => add(kind)}>
                    {addText}
                  </Button>
                )}
              </Box>
            )
          })}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={saving}>
            Salvar
          </Button>
        </DialogActions>
      </form>
      {dialog}
    </Dialog>
  )
}
