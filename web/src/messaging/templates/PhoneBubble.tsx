import { styled } from '@mui/material/styles'
import type { TemplateButton, TemplateHeader } from '../../../../services/messaging/templates/rules.ts'

const Paper = styled('div')(({ theme }) => ({
  padding: 12,
  borderRadius: 12,
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.tokens.sunken,
  '& .bubble': {
    maxWidth: 340,
    padding: '8px 12px',
    borderRadius: '4px 14px 14px 14px',
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper,
    fontSize: '0.9375rem',
    lineHeight: 1.45,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere'
  },
  '& .header': { fontWeight: 700, marginBottom: 4 },
  '& .footer': { marginTop: 4, fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& mark': {
    padding: '0 3px',
    borderRadius: 4,
    fontWeight: 600,
    color: theme.tokens.tones.warning.onSoft,
    backgroundColor: theme.tokens.tones.warning.soft
  },
  '& ul': { display: 'grid', gap: 4, maxWidth: 340, margin: '4px 0 0', padding: 0, listStyle: 'none' },
  '& li': {
    padding: '6px 10px',
    borderRadius: 10,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper,
    fontSize: '0.875rem',
    fontWeight: 600,
    textAlign: 'center',
    overflowWrap: 'anywhere'
  }
}))

const files: Record<Exclude<TemplateHeader['type'], 'text'>, string> = {
  image: 'Foto',
  video: 'Vídeo',
  document: 'Documento',
  location: 'Localização'
}

type Props = { header: TemplateHeader | null; text: string; footer: string | null; buttons: readonly TemplateButton[] }

/** A message as the person's telephone shows it; what is not filled in yet is marked. */
export const PhoneBubble = ({ header, text, footer, buttons }: Props) => (
  <Paper role="group" aria-label="Como aparece no celular">
    <div className="bubble" dir="auto">
      {header && (
        <div className="header">
          {header.type === 'text' ? <Marked text={header.text ?? ''} /> : files[header.type]}
        </div>
      )}
      <Marked text={text || 'Escreva o texto do modelo.'} />
      {footer && <div className="footer">{footer}</div>}
    </div>
    {buttons.length > 0 && (
      <ul aria-label="Botões">
        {buttons.map(({ text: title }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name while they are written
          <li key={n}>{title || 'Botão'}</li>
        ))}
      </ul>
    )}
  </Paper>
)

/** Every second part is a variable. */
const Marked = ({ text }: { text: string }) => (
  <>
    {text.split(/(\{\{[^{}]{0,80}\}\})/).map((part, n) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have their places
      n % 2 === 1 ? <mark key={n}>{part}</mark> : part
    )}
  </>
)
