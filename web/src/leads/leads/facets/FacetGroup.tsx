import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { useStore } from 'react-admin'
import { formatNumber } from '../../../core/format.ts'

const Group = styled('details')(({ theme }) => ({
  borderTop: `1px solid ${theme.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '9px 0',
    fontSize: '0.8125rem',
    fontWeight: 600,
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': {
      content: '""',
      width: 6,
      height: 6,
      margin: '-3px 3px 0 auto',
      borderRight: '1.5px solid',
      borderBottom: '1.5px solid',
      transform: 'rotate(45deg)',
      color: theme.palette.text.secondary
    },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2, borderRadius: 4 }
  },
  '&[open] > summary::after': { transform: 'rotate(225deg)', marginTop: 3 },
  '& > .inside': { paddingBottom: 12 }
}))

const Badge = styled('span')(({ theme }) => ({
  minWidth: 18,
  padding: '0 5px',
  borderRadius: 9,
  fontSize: '0.75rem',
  lineHeight: '18px',
  textAlign: 'center',
  color: theme.tokens.tones.brand.on,
  backgroundColor: theme.tokens.tones.brand.main
}))

type GroupProps = { name: string; label: string; chosen?: number; open?: boolean; children: ReactNode }

/** One question of the filter panel. Whether it is open is remembered on this device. */
export function FacetGroup({ name, label, chosen = 0, open = false, children }: GroupProps) {
  const [kept, keep] = useStore(`leads.facet.${name}`, open)
  return (
    <Group open={kept} onToggle={event => keep(event.currentTarget.open)}>
      <summary>
        {label}
        {chosen > 0 && <Badge aria-label={`${chosen} em uso`}>{chosen}</Badge>}
      </summary>
      {kept && <div className="inside">{children}</div>}
    </Group>
  )
}

const Row = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 30,
  margin: '0 -6px',
  padding: '0 6px',
  borderRadius: 6,
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '& input': { width: 15, height: 15, margin: 0, flexShrink: 0, accentColor: theme.palette.primary.main },
  '& .text': { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .count': {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    color: theme.palette.text.secondary,
    fontSize: '0.75rem',
    fontVariantNumeric: 'tabular-nums'
  },
  '&:hover': { backgroundColor: theme.tokens.sunken }
}))

export type Option = { value: string; label: string; count?: number | undefined; mark?: ReactNode }

type OptionsProps = {
  options: readonly Option[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  /** The counts are lower bounds. */
  capped?: boolean
}

const maxShown = 7

/** Values to choose from, each with how many leads it would show. Long lists begin with the most frequent. */
export function Options({ options, chosen, onToggle, capped = false }: OptionsProps) {
  const [all, setAll] = useState(false)
  const shown = all ? options : options.filter(({ value }, n) => n < maxShown || chosen.includes(value))
  return (
    <>
      {shown.map(({ value, label, count, mark }) => (
        <Row key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
          {mark}
          <span className="text" title={label}>
            {label}
          </span>
          {count !== undefined && (
            <span className="count">
              {formatNumber(count)}
              {capped && count > 0 ? '+' : ''}
            </span>
          )}
        </Row>
      ))}
      {options.length > maxShown && (
        <More type="button" onClick={() => setAll(!all)}>
          {all ? 'Mostrar menos' : `Mostrar mais ${options.length - maxShown}`}
        </More>
      )}
    </>
  )
}

const More = styled('button')(({ theme }) => ({
  border: 0,
  background: 'none',
  padding: '4px 0',
  font: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 600,
  color: theme.palette.primary.main,
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))
