import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type Block, blockLabels } from '../../../../services/marketing/mailTemplates/rules.ts'
import { still } from '../../ui/still.ts'
import { BlockFields } from './BlockFields.tsx'
import { type BlockChange, headId, summaryOf } from './blocks.ts'
import { blockIcons } from './blockTypes.tsx'
import { useVariableLabels } from './variables.ts'

const Frame = styled('li')(({ theme }) => ({
  borderRadius: 10,
  border: `1px solid ${theme.tokens.border}`,
  backgroundColor: theme.palette.background.paper,
  '&[data-open]': { borderColor: theme.palette.primary.main }
}))

const Head = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  flexGrow: 1,
  minWidth: 0,
  minHeight: 44,
  padding: '0 4px 0 12px',
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  borderRadius: 10,
  '& svg': { flexShrink: 0, color: theme.palette.text.secondary },
  '& b': { flexShrink: 0, fontWeight: 600 },
  '& .summary': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: theme.palette.text.secondary
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 }
}))

type Props = {
  block: Block
  open: boolean
  /** It was just added. */
  fresh: boolean
  first: boolean
  last: boolean
  onOpen: () => void
  onMove: (by: number) => void
  onRemove: () => void
  onChange: (change: BlockChange) => void
}

/** A block in a line, with its fields below while it stands open. Alt and an arrow move it, as the buttons do. */
export function BlockCard({ block, open, fresh, first, last, onOpen, onMove, onRemove, onChange }: Props) {
  const fields = useId()
  const frame = useRef<HTMLLIElement>(null)
  const labels = useVariableLabels()
  const label = blockLabels[block.type]
  const summary = summaryOf(block, labels)

  useEffect(() => {
    if (open) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [open])

  function keys(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <Frame ref={frame} data-open={open || undefined}>
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 0.5 }}>
        <Head
          id={headId(block.id)}
          type="button"
          aria-expanded={open}
          aria-controls={open ? fields : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={onOpen}
          onKeyDown={keys}
        >
          {blockIcons[block.type]}
          <b>{label}</b>
          <span className="summary">{summary}</span>
        </Head>
        <Action label={`Subir ${label}`} disabled={first} onClick={() => onMove(-1)}>
          <UpIcon sx={{ fontSize: 18 }} />
        </Action>
        <Action label={`Descer ${label}`} disabled={last} onClick={() => onMove(1)}>
          <DownIcon sx={{ fontSize: 18 }} />
        </Action>
        <Action label={`Remover ${label}`} disabled={false} onClick={onRemove}>
          <DeleteIcon sx={{ fontSize: 18 }} />
        </Action>
      </Box>
      {open && (
        <Box id={fields} sx={{ p: 1.5, pt: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
          <BlockFields block={block} autoFocus={fresh} onChange={onChange} />
        </Box>
      )}
    </Frame>
  )
}

type ActionProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

const Action = ({ label, disabled, onClick, children }: ActionProps) => (
  <IconButton aria-label={label} {...still(disabled, onClick)} sx={{ p: 0.5, minWidth: 32, minHeight: 36 }}>
    {children}
  </IconButton>
)
