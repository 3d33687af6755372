import BackIcon from '@mui/icons-material/ArrowBack'
import SendIcon from '@mui/icons-material/Send'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { priceText } from '../../../../services/messaging/prices/rules.ts'
import {
  categoryLabels,
  fillText,
  templateLimits,
  variablesOf
} from '../../../../services/messaging/templates/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { type Addressee, useApproved, usePreview } from './api.ts'
import { PhoneBubble } from './PhoneBubble.tsx'

export type ChosenTemplate = { templateId: string; values: Record<string, string>; text: string }

type Props = {
  to: Addressee
  busy?: boolean
  /** Where templates are written, for those who may. */
  settings: string | null
  onSend: (chosen: ChosenTemplate) => void
}

/** An approved template is chosen, filled and sent. */
export function TemplatePicker({ to, busy = false, settings, onSend }: Props) {
  const [chosen, setChosen] = useState<Template | null>(null)
  return chosen ? (
    <Filling key={chosen.id} template={chosen} to={to} busy={busy} onBack={() => setChosen(null)} onSend={onSend} />
  ) : (
    <Choosing settings={settings} onChoose={setChosen} />
  )
}

const Choices = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  maxHeight: '38vh',
  margin: '8px 0 0',
  padding: 2,
  overflowY: 'auto',
  listStyle: 'none',
  '& button': {
    display: 'block',
    width: '100%',
    padding: '8px 12px',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 10,
    font: 'inherit',
    textAlign: 'start',
    color: 'inherit',
    backgroundColor: theme.palette.background.paper,
    cursor: 'pointer'
  },
  '& button:hover': { borderColor: theme.palette.primary.main },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 0 },
  '& .name': { fontWeight: 650, fontSize: '0.875rem', overflowWrap: 'anywhere' },
  '& .facts': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& .body': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    fontSize: '0.8125rem',
    color: theme.palette.text.secondary
  }
}))

/** A name as people read it. */
export const shownName = (name: string): string => name.replaceAll('_', ' ')

function Choosing({ settings, onChoose }: { settings: string | null; onChoose: (template: Template) => void }) {
  const [q, setQ] = useState('')
  const templates = useApproved(q.trim())
  return (
    <div>
      <SearchField
        fullWidth
        size="small"
        label="Buscar um modelo"
        placeholder="Buscar um modelo"
        value={q}
        onChange={setQ}
        input={{ maxLength: 100 }}
      />
      <Loaded of={templates} what="os modelos">
        {rows =>
          rows.length === 0 ? (
            <Alert severity="info" sx={{ mt: 1 }}>
              {q.trim()
                ? 'Nenhum modelo aprovado tem essas palavras.'
                : settings
                  ? 'Não há modelo aprovado. Escreva um e mande para análise.'
                  : 'Não há modelo aprovado. Fale com quem administra a empresa.'}
              {settings && !q.trim() && (
                <Box sx={{ mt: 0.5 }}>
                  <a href={settings}>Abrir os modelos</a>
                </Box>
              )}
            </Alert>
          ) : (
            <Choices aria-label="Modelos aprovados">
              {rows.map(template => (
                <li key={template.id}>
                  <button type="button" onClick={() => onChoose(template)}>
                    <span className="name">{shownName(template.name)}</span>{' '}
                    <span className="facts">
                      · {categoryLabels[template.category]}
                      {template.language !== 'pt_BR' && ` · ${template.language}`}
                    </span>
                    <span className="body">{template.body}</span>
                  </button>
                </li>
              ))}
            </Choices>
          )
        }
      </Loaded>
    </div>
  )
}

type FillingProps = {
  template: Template
  to: Addressee
  busy: boolean
  onBack: () => void
  onSend: (chosen: ChosenTemplate) => void
}

function Filling({ template, to, busy, onBack, onSend }: FillingProps) {
  const preview = usePreview(template.id, to)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const names = variablesOf(template)
  const values = Object.fromEntries(names.map(name => [name, typed[name] ?? preview.data?.values[name] ?? '']))
  const missing = names.filter(name => !values[name]?.trim())
  const header = template.header && {
    ...template.header,
    ...(template.header.text && { text: fillText(template.header.text, values) })
  }
  const text = fillText(template.body, values)
  const words = [header?.text, text, template.footer].filter(Boolean).join('\n\n')
  return (
    <Box
      component="form"
      aria-label={`Modelo ${shownName(template.name)}`}
      onSubmit={event => {
        event.preventDefault()
        if (missing.length === 0 && !busy && preview.data && !preview.data.refused)
          onSend({ templateId: template.id, values, text: words })
      }}
      sx={{ maxHeight: '58vh', overflowY: 'auto', pb: 0.5 }}
    >
      <Button size="small" startIcon={<BackIcon />} onClick={onBack} sx={{ ml: -0.5, mb: 0.5 }}>
        Outro modelo
      </Button>
      <Loaded of={preview} what="a prévia">
        {({ basis, refused, price }) => (
          <Box
            sx={{
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }
            }}
          >
            <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', pt: 0.75 }}>
              {names.map(name => (
                <TextField
                  key={name}
                  size="small"
                  fullWidth
                  label={shownName(name)}
                  value={values[name]}
                  onChange={event => setTyped(before => ({ ...before, [name]: event.target.value }))}
                  helperText={values[name]?.trim() ? undefined : 'Falta preencher.'}
                  slotProps={{ htmlInput: { maxLength: templateLimits.value } }}
                />
              ))}
              {refused ? (
                <Alert severity="warning">{refused}</Alert>
              ) : (
                <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                  <div>{price ? `Preço estimado: ${priceText(price)}` : 'Preço não informado'}.</div>
                  {basis && <div>Base: {basis.text}.</div>}
                  {missing.length > 0 && <div role="status">Falta: {missing.map(shownName).join(', ')}.</div>}
                </Box>
              )}
            </Box>
            <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
              <PhoneBubble header={header} text={text} footer={template.footer} buttons={template.buttons} />
              <Button
                type="submit"
                variant="contained"
                endIcon={<SendIcon />}
                aria-busy={busy}
                disabled={missing.length > 0 || refused !== null}
              >
                Enviar
              </Button>
            </Box>
          </Box>
        )}
      </Loaded>
    </Box>
  )
}
