import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'
import {
  categoryLabels,
  checkTemplate,
  fillText,
  readyMessageTemplates,
  type TemplateButton,
  type TemplateContent,
  templateLanguages,
  templateLimits,
  templateStatusLabels,
  variablesOf
} from '../../../../services/messaging/templates/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { HttpError } from '../../core/http.ts'
import { useTemplateSave } from './api.ts'
import { PhoneBubble } from './PhoneBubble.tsx'
import { shownName } from './TemplatePicker.tsx'

type Written = TemplateContent & { name: string; language: string }

const empty: Written = {
  name: '',
  language: 'pt_BR',
  category: 'utility',
  header: null,
  body: '',
  footer: null,
  buttons: [],
  examples: {}
}

const writtenOf = ({ name, language, draft, ...template }: Template): Written => {
  const { category, header, body, footer, buttons, examples } = draft ?? template
  return { name, language, category, header, body, footer, buttons, examples }
}

const buttonLabels: Record<Exclude<TemplateButton['type'], 'other'>, string> = {
  reply: 'Resposta',
  url: 'Endereço',
  phone: 'Telefone',
  copy: 'Copiar código'
}

/** The variables that are filled from a lead. */
const offered = ['nome', 'primeiro_nome', 'empresa']

/** Letters, digits and underscores of what is typed as a name. */
const asName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')

type Props = { template: Template | null; onClose: () => void }

/** Writes a template, beside the message that comes of it. */
export function TemplateEditor({ template, onClose }: Props) {
  const phone = useMediaQuery('(max-width: 760px)', { noSsr: true })
  const [id, setId] = useState(template?.id ?? null)
  const [written, setWritten] = useState<Written>(template ? writtenOf(template) : empty)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const save = useTemplateSave({
    onDone: saved => setId(saved.id),
    onFailure: error => {
      setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {})
      setProblem(error.message)
      return true
    }
  })
  const isAtProvider = template !== null && template.status !== 'draft' && template.status !== 'archived'
  const locked = template?.status === 'pending' || template?.status === 'disabled'
  const change = (more: Partial<Written>) => {
    setWritten(before => ({ ...before, ...more }))
    setErrors({})
    setProblem(null)
  }

  async function submit(submit: boolean): Promise<void> {
    if (save.isPending) return
    const wrong = checkTemplate({ ...written, body: written.body.trim() })
    setErrors(wrong)
    const [first] = Object.values(wrong)
    setProblem(first ?? null)
    if (first !== undefined) return
    try {
      await save.mutateAsync({ id, template: written, submit })
      onClose()
    } catch {
      // shown above the buttons
    }
  }

  const { header, body, footer, buttons, examples } = written
  const names = variablesOf(written)
  const field = (name: string) => ({
    fullWidth: true,
    disabled: locked,
    error: errors[name] !== undefined,
    helperText: errors[name]
  })
  const counted = (text: string, longest: number): string => `${[...text].length} de ${longest}`
  return (
    <Dialog open fullScreen={phone} fullWidth maxWidth="md" onClose={onClose} aria-labelledby="template-title">
      <DialogTitle id="template-title">{template ? shownName(template.name) : 'Novo modelo'}</DialogTitle>
      <DialogContent>
        {locked && template && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {templateStatusLabels[template.status]}: este modelo não pode ser mudado agora.
          </Alert>
        )}
        {template?.rejectedReason && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {template.rejectedReason}
          </Alert>
        )}
        {!template && (
          <Line label="Começar por um pronto">
            {readyMessageTemplates.map(({ label, about, ...ready }) => (
              <Button
                key={label}
                size="small"
                variant="outlined"
                title={about}
                onClick={() => change({ ...ready, language: 'pt_BR' })}
              >
                {label}
              </Button>
            ))}
          </Line>
        )}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            pt: 1,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 0.8fr)' }
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
            <TextField
              {...field('name')}
              label="Nome"
              value={written.name}
              disabled={locked || isAtProvider}
              helperText={errors.name ?? 'Só a equipe e a Meta veem.'}
              onChange={event => change({ name: asName(event.target.value) })}
              slotProps={{ htmlInput: { maxLength: templateLimits.name } }}
            />
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <TextField
                {...field('category')}
                select
                label="Categoria"
                value={written.category}
                onChange={event => change({ category: event.target.value as Written['category'] })}
              >
                {(['utility', 'marketing'] as const).map(category => (
                  <MenuItem key={category} value={category}>
                    {categoryLabels[category]}
                  </MenuItem>
                ))}
                {written.category === 'authentication' && (
                  <MenuItem value="authentication">{categoryLabels.authentication}</MenuItem>
                )}
              </TextField>
              <TextField
                {...field('language')}
                select
                label="Idioma"
                value={written.language}
                disabled={locked || isAtProvider}
                onChange={event => change({ language: event.target.value })}
              >
                {templateLanguages.map(([language, label]) => (
                  <MenuItem key={language} value={language}>
                    {label}
                  </MenuItem>
                ))}
                {!templateLanguages.some(([language]) => language === written.language) && (
                  <MenuItem value={written.language}>{written.language}</MenuItem>
                )}
              </TextField>
            </Box>
            <TextField
              {...field('header')}
              label="Cabeçalho (opcional)"
              value={header?.text ?? ''}
              helperText={errors.header ?? counted(header?.text ?? '', templateLimits.header)}
              onChange={event =>
                change({ header: event.target.value ? { type: 'text', text: event.target.value } : null })
              }
            />
            <TextField
              {...field('body')}
              multiline
              minRows={4}
              label="Texto"
              value={body}
              helperText={errors.body ?? counted(body, templateLimits.body)}
              onChange={event => change({ body: event.target.value })}
            />
            <Line label="Pôr no texto">
              {offered.map(name => (
                <Button
                  key={name}
                  size="small"
                  disabled={locked}
                  onClick={() => change({ body: `${body}{{${name}}}` })}
                >
                  {shownName(name)}
                </Button>
              ))}
            </Line>
            <TextField
              {...field('footer')}
              label="Rodapé (opcional)"
              value={footer ?? ''}
              helperText={errors.footer ?? counted(footer ?? '', templateLimits.footer)}
              onChange={event => change({ footer: event.target.value || null })}
            />
            {buttons.map((button, n) => (
              <ButtonFields
                // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name while they are written
                key={n}
                place={n + 1}
                button={button}
                disabled={locked}
                problem={errors[`buttons.${n}`]}
                onChange={changed => change({ buttons: buttons.with(n, changed) })}
                onRemove={() => change({ buttons: buttons.toSpliced(n, 1) })}
              />
            ))}
            <Line label="Acrescentar botão">
              {Object.entries(buttonLabels).map(([type, label]) => (
                <Button
                  key={type}
                  size="small"
                  disabled={locked || buttons.length >= templateLimits.buttons}
                  onClick={() =>
                    change({
                      buttons: [
                        ...buttons,
                        { type: type as TemplateButton['type'], text: type === 'copy' ? 'Copiar código' : '' }
                      ]
                    })
                  }
                >
                  {label}
                </Button>
              ))}
            </Line>
            {errors.buttons && (
              <Box role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
                {errors.buttons}
              </Box>
            )}
            {names.map(name => (
              <TextField
                key={name}
                {...field(`examples.${name}`)}
                size="small"
                label={`Exemplo de ${shownName(name)}`}
                value={examples[name] ?? ''}
                onChange={event => change({ examples: { ...examples, [name]: event.target.value } })}
              />
            ))}
          </Box>
          <Box sx={{ alignSelf: 'start', position: { md: 'sticky' }, top: 8 }}>
            <PhoneBubble
              header={header && { ...header, ...(header.text && { text: fillText(header.text, examples) }) }}
              text={fillText(body, examples)}
              footer={footer}
              buttons={buttons}
            />
          </Box>
        </Box>
        {problem && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onClose}>Fechar</Button>
        {!locked && (
          <>
            <Button variant="outlined" aria-busy={save.isPending} onClick={() => void submit(false)}>
              Salvar rascunho
            </Button>
            <Button variant="contained" aria-busy={save.isPending} onClick={() => void submit(true)}>
              Mandar para análise
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
    <Box component="span" aria-hidden sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {label}:
    </Box>
    {children}
  </Box>
)

type ButtonProps = {
  place: number
  button: TemplateButton
  disabled: boolean
  problem: string | undefined
  onChange: (button: TemplateButton) => void
  onRemove: () => void
}

function ButtonFields({ place, button, disabled, problem, onChange, onRemove }: ButtonProps) {
  const { type, text, url = '', phone = '' } = button
  const kind = type === 'other' ? 'Outro' : buttonLabels[type]
  return (
    <Box role="group" aria-label={`Botão ${place}: ${kind}`}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <TextField
          size="small"
          fullWidth
          disabled={disabled || type === 'other'}
          label={`Botão ${place} (${kind.toLowerCase()})`}
          value={text}
          error={problem !== undefined}
          onChange={event => onChange({ ...button, text: event.target.value })}
        />
        <IconButton aria-label={`Tirar o botão ${place}`} disabled={disabled} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
      {(type === 'url' || type === 'phone') && (
        <TextField
          size="small"
          fullWidth
          disabled={disabled}
          sx={{ mt: 1.5 }}
          label={type === 'url' ? `Endereço do botão ${place}` : `Telefone do botão ${place}`}
          placeholder={type === 'url' ? 'https://padaria.com.br/pedido/{{link}}' : '+5511987654321'}
          value={type === 'url' ? url : phone}
          error={problem !== undefined}
          onChange={event => onChange({ ...button, [type]: event.target.value })}
        />
      )}
      {problem && <Box sx={{ color: 'error.main', fontSize: '0.75rem', mt: 0.5 }}>{problem}</Box>}
    </Box>
  )
}
