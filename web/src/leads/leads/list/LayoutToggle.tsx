import TableIcon from '@mui/icons-material/TableRowsOutlined'
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined'
import { styled } from '@mui/material/styles'
import type { Layout } from '../address.ts'

const Frame = styled('div')(({ theme }) => ({
  display: 'inline-flex',
  padding: 2,
  borderRadius: 10,
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.tokens.sunken,
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    height: 30,
    padding: '0 10px',
    border: 0,
    borderRadius: 8,
    background: 'none',
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: theme.palette.text.secondary,
    cursor: 'pointer',
    '& svg': { fontSize: 18 },
    '@media (pointer: coarse)': { height: 40 },
    '&[aria-pressed=true]': {
      backgroundColor: theme.tokens.tones.brand.soft,
      color: theme.tokens.tones.brand.onSoft,
      boxShadow: `inset 0 0 0 1px ${theme.tokens.tones.brand.main}`
    },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 }
  }
}))

type Props = {
  /** Without words. */
  small: boolean
  layout: Layout
  onChange: (layout: Layout) => void
  onIntent: () => void
}

/** The same leads as a table or as a board. */
export const LayoutToggle = ({ small, layout, onChange, onIntent }: Props) => (
  <Frame role="group" aria-label="Ver como">
    <button type="button" aria-label="Tabela" aria-pressed={layout === 'table'} onClick={() => onChange('table')}>
      <TableIcon />
      {!small && 'Tabela'}
    </button>
    <button
      type="button"
      aria-label="Quadro"
      aria-pressed={layout === 'board'}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={() => onChange('board')}
    >
      <BoardIcon />
      {!small && 'Quadro'}
    </button>
  </Frame>
)
