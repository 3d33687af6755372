import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { cut } from '../../../../services/core/rules.ts'
import { nameFor } from '../../../../services/leads/forms/drafts/rules.ts'
import type { FormField } from '../../../../services/leads/forms/rules.ts'
import { isLocked, typeLabels } from './types.tsx'

type Props = {
  field: FormField
  fields: readonly FormField[]
  /** Leads have answers to it. */
  answered: boolean
  /** Visitors see it, so its name stays as it is unless somebody changes it on purpose. */
  published: boolean
  onChange: (change: Partial<FormField>) => void
  onCopy: () => void
  onRemove: () => void
  /** Back to the list. */
  onLeave: () => void
}

const optional = (text: string) => text || undefined
const numberOf = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text))

/** The properties of the chosen field. */
export function FieldProperties(props: Props) {
  const { field, fields, answered, published, onChange, onCopy, onRemove, onLeave } = props
  const { type } = field
  const locked = isLocked(field, fields)
  const texts = !['checkbox', 'radio', 'hidden'].includes(type)
  const earlier = fields.slice(0, fields.indexOf(field)).filter(other => other.type !== 'hidden')

  function label(text: string) {
    const others = fields.filter(other => other !== field)
    const follows = !published && !answered && !locked
    onChange({ label: text, ...(follows && { name: nameFor(text, others) }) })
  }

  return (
    <Box
      sx={{ display: 'grid', gap: 2 }}
      onKeyDown={event => event.key === 'Escape' && !event.defaultPrevented && onLeave()}
    >
      <Box>
        <Typography variant="h3" component="h2" id="field-heading" tabIndex={-1}>
          {field.label || 'Sem rótulo'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {typeLabels[type]}
          {locked && ' · sempre obrigatório'}
        </Typography>
      </Box>
      <TextField
        id="field-label"
        label="Rótulo"
        value={field.label}
        error={field.label.trim() === ''}
        helperText={type === 'hidden' ? 'Só a sua equipe vê este nome.' : undefined}
        onChange={event => label(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      {texts && (
        <TextField
          label="Texto de exemplo"
          value={field.placeholder ?? ''}
          onChange={event => onChange({ placeholder: optional(event.target.value) })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
      {type !== 'hidden' && (
        <TextField
          label="Ajuda"
          helperText="Aparece abaixo do campo."
          value={field.help ?? ''}
          onChange={event => onChange({ help: optional(event.target.value) })}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
      )}
      {type === 'hidden' && (
        <TextField
          label="Valor enviado"
          helperText={`Um endereço com ?${field.name}=... troca este valor.`}
          value={field.value ?? ''}
          onChange={event => onChange({ value: optional(event.target.value) })}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      {(type === 'select' || type === 'radio') && <Options key={field.id} field={field} onChange={onChange} />}
      {['text', 'textarea', 'number'].includes(type) && !locked && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
          {(['min', 'max'] as const).map(end => (
            <TextField
              key={end}
              type="number"
              label={`${end === 'min' ? 'Mínimo' : 'Máximo'}${type === 'number' ? '' : ' de letras'}`}
              value={field[end] ?? ''}
              onChange={event => onChange({ [end]: numberOf(event.target.value) })}
              // Above its line there is room for the whole label.
              slotProps={{ inputLabel: { shrink: true } }}
            />
          ))}
        </Box>
      )}
      {type !== 'hidden' && (
        <FormControlLabel
          control={
            <Switch
              checked={locked || field.required}
              disabled={locked}
              onChange={event => onChange({ required: event.target.checked })}
            />
          }
          label="Obrigatório"
        />
      )}
      {!locked && type !== 'hidden' && <Condition field={field} earlier={earlier} onChange={onChange} />}
      {!locked && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <TextField
            label="Nome interno"
            helperText="Sob este nome as respostas são guardadas e exportadas."
            value={field.name}
            onChange={event => onChange({ name: event.target.value.replace(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 60) })}
          />
          {answered && (
            <Alert severity="warning" variant="outlined">
              Leads já responderam a este campo. Com outro nome, as respostas novas ficam separadas das antigas.
            </Alert>
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<CopyIcon />} onClick={onCopy}>
          Duplicar
        </Button>
        {!locked && (
          <Button color="error" startIcon={<DeleteIcon />} onClick={onRemove}>
            Remover
          </Button>
        )}
      </Box>
      {answered && !locked && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Ao remover o campo, as respostas já recebidas continuam nos leads.
        </Typography>
      )}
    </Box>
  )
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map(line => cut(line.trim(), 200))
      .filter(Boolean)
  )
]

function Options({ field, onChange }: Pick<Props, 'field' | 'onChange'>) {
  const kept = field.options?.join('\n') ?? ''
  const [text, setText] = useState(kept)
  const optionsOf = (typed: string) => linesOf(typed).slice(0, 200)
  return (
    <TextField
      label="Opções"
      helperText="Uma por linha. Você pode colar uma lista."
      multiline
      minRows={3}
      maxRows={10}
      // As it is typed, until something else, such as undo, changes the options.
      value={optionsOf(text).join('\n') === kept ? text : kept}
      error={!field.options?.length}
      onChange={event => {
        setText(event.target.value)
        onChange({ options: optionsOf(event.target.value) })
      }}
    />
  )
}

type ConditionProps = { field: FormField; earlier: readonly FormField[]; onChange: Props['onChange'] }

/** One field and the answer that it must have. */
function Condition({ field, earlier, onChange }: ConditionProps) {
  const { showIf } = field
  const controlling = earlier.find(({ name }) => name === showIf?.field)
  const answers = controlling?.type === 'checkbox' ? ['true', 'false'] : controlling?.options
  const said = (answer: string) =>
    controlling?.type === 'checkbox' ? (answer === 'true' ? 'Marcado' : 'Desmarcado') : answer

  function ask(name: string) {
    const other = earlier.find(each => each.name === name)
    const is = other?.type === 'checkbox' ? 'true' : (other?.options?.[0] ?? '')
    onChange({ showIf: other && { field: name, is } })
  }

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        select
        label="Mostrar"
        value={controlling?.name ?? ''}
        onChange={event => ask(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">Sempre</MenuItem>
        {earlier.map(({ id, name, label }) => (
          <MenuItem key={id} value={name}>
            {`Só conforme “${label}”`}
          </MenuItem>
        ))}
      </TextField>
      {controlling && showIf && (
        <TextField
          select={answers !== undefined}
          label="Quando a resposta for"
          value={showIf.is}
          onChange={event => onChange({ showIf: { field: controlling.name, is: event.target.value } })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        >
          {answers?.map(answer => (
            <MenuItem key={answer} value={answer}>
              {said(answer)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}
