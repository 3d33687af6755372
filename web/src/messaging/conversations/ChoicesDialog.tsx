import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { unfilledText } from '../../../../services/messaging/conversations/replies/rules.ts'
import { choiceLimits } from '../../../../services/messaging/conversations/rules.ts'
import type { Choices } from './sending/api.ts'

type Row = { key: string; title: string; description: string }

const emptyRow = (): Row => ({ key: crypto.randomUUID(), title: '', description: '' })

type Props = { text: string; onSend: (text: string, choices: Choices) => void; onClose: () => void }

/** A text with up to three buttons, or with a list, from which the person chooses an answer. */
export function ChoicesDialog({ text: initial, onSend, onClose }: Props) {
  const [kind, setKind] = useState<'buttons' | 'list'>('buttons')
  const [text, setText] = useState(initial)
  const [button, setButton] = useState('Ver opções')
  const [rows, setRows] = useState<Row[]>(() => [emptyRow(), emptyRow()])
  const maxChoices = kind === 'buttons' ? choiceLimits.buttons : choiceLimits.rows
  const longest = kind === 'buttons' ? choiceLimits.button : choiceLimits.row
  const filled = rows.slice(0, maxChoices).filter(({ title }) => title.trim() !== '')
  const titles = filled.map(({ title }) => title.trim())
  const twice = new Set(titles).size < titles.length
  const tooLong = titles.some(title => [...title].length > longest)
  const missing = unfilledText(text)
  const missingChoice = unfilledText(
    [button, ...filled.flatMap(({ title, description }) => [title, description])].join(' ')
  )
  const ready =
    !missing &&
    !missingChoice &&
    text.trim() !== '' &&
    titles.length > 0 &&
    !twice &&
    !tooLong &&
    (kind === 'buttons' || button.trim())

  const change = (key: string, part: Partial<Row>) =>
    setRows(all => all.map(row => (row.key === key ? { ...row, ...part } : row)))

  function submit(): void {
    const list = {
      button: button.trim(),
      rows: filled.map(({ title, description }) => ({
        title: title.trim(),
        ...(description.trim() && { description: description.trim() })
      }))
    }
    onSend(text.trim(), kind === 'buttons' ? { buttons: titles } : { list })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="choices-title">
      <DialogTitle id="choices-title">Botões ou lista</DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={kind}
            aria-label="Como a pessoa escolhe"
            onChange={(_event, value) => value && setKind(value)}
          >
            <ToggleButton value="buttons">Até 3 botões</ToggleButton>
            <ToggleButton value="list">Lista de até 10</ToggleButton>
          </ToggleButtonGroup>
          <TextField
            multiline
            required
            label="Texto da mensagem"
            value={text}
            onChange={event => setText(event.target.value)}
            error={missing !== null}
            helperText={missing}
            slotProps={{ htmlInput: { maxLength: choiceLimits.text } }}
          />
          {kind === 'list' && (
            <TextField
              required
              label="Texto do botão que abre a lista"
              value={button}
              onChange={event => setButton(event.target.value)}
              slotProps={{ htmlInput: { maxLength: choiceLimits.button } }}
            />
          )}
          {rows.slice(0, maxChoices).map((row, n) => (
            <Stack key={row.key} direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
              <Stack spacing={1} sx={{ flexGrow: 1 }}>
                <TextField
                  size="small"
                  label={`Opção ${n + 1}`}
                  value={row.title}
                  error={[...row.title.trim()].length > longest || unfilledText(row.title) !== null}
                  onChange={event => change(row.key, { title: event.target.value })}
                  slotProps={{ htmlInput: { maxLength: longest } }}
                />
                {kind === 'list' && (
                  <TextField
                    size="small"
                    label={`Detalhe da opção ${n + 1} (se quiser)`}
                    value={row.description}
                    onChange={event => change(row.key, { description: event.target.value })}
                    slotProps={{ htmlInput: { maxLength: choiceLimits.description } }}
                  />
                )}
              </Stack>
              {rows.length > 1 && (
                <IconButton
                  aria-label={`Tirar a opção ${n + 1}`}
                  onClick={() => setRows(all => all.filter(({ key }) => key !== row.key))}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              )}
            </Stack>
          ))}
          {(twice || tooLong || missingChoice) && (
            <div role="alert">
              {twice
                ? 'Cada opção precisa de um texto diferente.'
                : tooLong
                  ? `Cada opção tem até ${longest} caracteres.`
                  : missingChoice}
            </div>
          )}
          {rows.length < maxChoices && (
            <Button startIcon={<AddIcon />} onClick={() => setRows(all => [...all, emptyRow()])}>
              Mais uma opção
            </Button>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="contained" disabled={!ready} onClick={submit}>
          Enviar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
