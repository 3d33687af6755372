import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DragIcon from '@mui/icons-material/DragIndicator'
import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { FormField } from '../../../../services/leads/forms/rules.ts'
import { still } from '../../ui/still.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { isLocked, typeIcons, typeLabels } from './types.tsx'

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 44,
  paddingRight: 4,
  borderRadius: 10,
  border: `1px solid ${theme.tokens.border}`,
  backgroundColor: theme.palette.background.paper,
  '&[data-selected]': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.palette.primary.main}`
  },
  '&[data-lifted]': { boxShadow: theme.shadows[8], borderColor: theme.palette.primary.main, zIndex: 1 },
  '&[data-wrong]': { borderColor: theme.palette.error.main }
}))

const Handle = styled('button')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  alignSelf: 'stretch',
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.tokens.textFaint,
  cursor: 'grab',
  touchAction: 'none',
  borderRadius: 8,
  '&:active': { cursor: 'grabbing' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 }
}))

const Name = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flexGrow: 1,
  minWidth: 0,
  minHeight: 42,
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  borderRadius: 8,
  '& > svg': { fontSize: 18, color: theme.palette.text.secondary, flexShrink: 0 },
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 500 },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 }
}))

type Props = {
  fields: readonly FormField[]
  selected: string | null
  /** Ids of fields that keep the form from being published. */
  wrong: ReadonlySet<string>
  onSelect: (id: string) => void
  onOrder: (fields: FormField[]) => void
}

const moved = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.filter((_, place) => place !== from)
  return [...rest.slice(0, to), items[from] as T, ...rest.slice(to)]
}

/** The fields in their order, which is changed by dragging, by the keyboard on the handle, or by the arrows. */
export function FieldList({ fields, selected, wrong, onSelect, onOrder }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [lifted, setLifted] = useState<{ id: string; order: FormField[] } | null>(null)
  const [said, setSaid] = useState('')
  const shown = lifted?.order ?? fields

  function move(id: string, by: number) {
    const from = shown.findIndex(field => field.id === id)
    const to = Math.max(0, Math.min(shown.length - 1, from + by))
    if (to === from) return
    const order = moved(shown, from, to)
    if (lifted) setLifted({ id, order })
    else onOrder(order)
    setSaid(`${shown[from]?.label}: posição ${to + 1} de ${shown.length}.`)
  }

  function drop() {
    if (lifted?.order.some((field, place) => field !== fields[place])) onOrder(lifted.order)
    setLifted(null)
  }

  function press(event: KeyboardEvent, field: FormField) {
    const { key } = event
    const place = shown.indexOf(field) + 1
    if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      if (lifted) {
        drop()
        setSaid(`${field.label} solto na posição ${place} de ${shown.length}.`)
      } else {
        setLifted({ id: field.id, order: [...fields] })
        setSaid(`${field.label} levantado. Use as setas para mover, espaço para soltar e Esc para cancelar.`)
      }
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault()
      move(field.id, key === 'ArrowUp' ? -1 : 1)
    } else if (key === 'Escape' && lifted) {
      setLifted(null)
      setSaid(`Movimento de ${field.label} cancelado.`)
    }
  }

  function drag(event: PointerEvent<HTMLButtonElement>) {
    if (!lifted || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const rows = [...(list.current?.children ?? [])]
    const from = lifted.order.findIndex(({ id }) => id === lifted.id)
    const to = rows.findIndex((row, place) => {
      const { top, height } = row.getBoundingClientRect()
      return place < from ? event.clientY < top + height / 2 : place > from && event.clientY < top + height
    })
    const after = rows.findLastIndex((row, place) => {
      const { top, height } = row.getBoundingClientRect()
      return place > from && event.clientY > top + height / 2
    })
    const next = after > from ? after : to >= 0 && to < from ? to : from
    if (next !== from) setLifted({ id: lifted.id, order: moved(lifted.order, from, next) })
  }

  return (
    <>
      <Box component="p" id="order-help" sx={visuallyHidden}>
        Para mudar a ordem pelo teclado: espaço levanta o campo, as setas movem, espaço solta e Esc cancela.
      </Box>
      <Box
        component="ul"
        ref={list}
        aria-label="Campos do formulário"
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75, m: 0, p: 0, listStyle: 'none' }}
      >
        {shown.map((field, place) => (
          <Row
            key={field.id}
            data-selected={field.id === selected || undefined}
            data-lifted={field.id === lifted?.id || undefined}
            data-wrong={wrong.has(field.id) || undefined}
          >
            <Handle
              type="button"
              aria-label={`Mover ${field.label}`}
              aria-describedby="order-help"
              aria-pressed={field.id === lifted?.id}
              onKeyDown={event => press(event, field)}
              onBlur={drop}
              onPointerDown={event => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setLifted({ id: field.id, order: [...fields] })
              }}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={() => setLifted(null)}
            >
              <DragIcon fontSize="small" />
            </Handle>
            <Name
              type="button"
              data-row={field.id}
              aria-pressed={field.id === selected}
              onClick={() => onSelect(field.id)}
            >
              {typeIcons[field.type]}
              <span>{field.label || 'Sem rótulo'}</span>
              <Box component="span" sx={visuallyHidden}>
                {`, ${typeLabels[field.type]}${field.required ? ', obrigatório' : ''}`}
              </Box>
              {field.required && (
                <Box component="span" aria-hidden sx={{ color: 'error.main', ml: -0.5 }}>
                  *
                </Box>
              )}
              {isLocked(field, fields) && <LockIcon titleAccess="Obrigatório em todo formulário" />}
            </Name>
            <Arrow label={`Subir ${field.label}`} disabled={place === 0} onClick={() => move(field.id, -1)}>
              <UpIcon sx={{ fontSize: 18 }} />
            </Arrow>
            <Arrow
              label={`Descer ${field.label}`}
              disabled={place === shown.length - 1}
              onClick={() => move(field.id, 1)}
            >
              <DownIcon sx={{ fontSize: 18 }} />
            </Arrow>
          </Row>
        ))}
      </Box>
      <Box role="status" aria-live="assertive" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  )
}

type ArrowProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode }

const Arrow = ({ label, disabled, onClick, children }: ArrowProps) => (
  <IconButton aria-label={label} {...still(disabled, onClick)} sx={{ p: 0.5, minWidth: 28, minHeight: 32 }}>
    {children}
  </IconButton>
)
