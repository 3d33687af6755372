import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import {
  type Block,
  type BlockType,
  blockLabels,
  mailLimits
} from '../../../../services/marketing/mailTemplates/rules.ts'
import { Undo } from '../../ui/Undo.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { AddBlock } from './AddBlock.tsx'
import { BlockCard } from './BlockCard.tsx'
import { type BlockChange, moved, newBlock } from './blocks.ts'

type Props = {
  blocks: readonly Block[]
  /** The one that stands open. */
  selected: string | null
  onSelect: (id: string | null) => void
  onChange: (blocks: Block[]) => void
  onEdit: (id: string, change: BlockChange) => void
}

/** The blocks of a mail in their order. */
export function BlockList({ blocks, selected, onSelect, onChange, onEdit }: Props) {
  const [said, setSaid] = useState('')
  const notify = useNotify()
  const list = useRef<HTMLDivElement>(null)
  /** The one that was just added: its first field is where one goes on. */
  const [fresh, setFresh] = useState<string | null>(null)
  const latest = useRef(blocks)
  latest.current = blocks

  function add(type: BlockType) {
    const block = newBlock(type)
    const after = blocks.findIndex(({ id }) => id === selected)
    const place = after < 0 ? blocks.length : after + 1
    onChange([...blocks.slice(0, place), block, ...blocks.slice(place)])
    onSelect(block.id)
    setFresh(block.id)
    setSaid(`${blockLabels[type]}: bloco adicionado na posição ${place + 1}.`)
  }

  function move(from: number, by: number) {
    const to = from + by
    const block = blocks[from]
    if (!block || to < 0 || to >= blocks.length) return
    onChange(moved(blocks, from, to))
    setSaid(`${blockLabels[block.type]}: posição ${to + 1} de ${blocks.length}.`)
  }

  function remove(block: Block, place: number) {
    const restore = () => {
      const now = latest.current
      if (now.some(({ id }) => id === block.id)) return
      onChange([...now.slice(0, place), block, ...now.slice(place)])
    }
    onChange(blocks.filter(other => other !== block))
    if (selected === block.id) onSelect(null)
    const label = `${blockLabels[block.type]}: bloco removido`
    notify(<Undo label={label} onUndo={restore} />, { type: 'info' })
    list.current?.focus()
  }

  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none' }}>
      <Box role="status" aria-live="assertive" sx={visuallyHidden}>
        {said}
      </Box>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Conteúdo
      </Typography>
      <Box
        component="ol"
        aria-label="Blocos do e-mail"
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, m: 0, mb: 1.5, p: 0, listStyle: 'none' }}
      >
        {blocks.map((block, place) => (
          <BlockCard
            key={block.id}
            block={block}
            open={block.id === selected}
            fresh={block.id === fresh}
            first={place === 0}
            last={place === blocks.length - 1}
            onOpen={() => onSelect(block.id === selected ? null : block.id)}
            onMove={by => move(place, by)}
            onRemove={() => remove(block, place)}
            onChange={change => onEdit(block.id, change)}
          />
        ))}
      </Box>
      {blocks.length < mailLimits.blocks ? (
        <AddBlock onAdd={add} />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Um e-mail tem até {mailLimits.blocks} blocos.
        </Typography>
      )}
      <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
        Todo e-mail termina com os dados da empresa, o motivo do envio e o link para deixar de receber. A lei pede, e as
        pessoas confiam mais em quem mostra.
      </Typography>
    </Box>
  )
}
