import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { fonts, type Tone } from '../core/tokens.ts'
import { Tag } from './Tag.tsx'

const Tile = styled(Link)(({ theme }) => ({
  display: 'grid',
  gap: 6,
  alignContent: 'start',
  padding: 14,
  borderRadius: 10,
  backgroundColor: theme.tokens.sunken,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.tokens.tones.neutral.soft }
}))

const Amount = styled('span')({
  fontFamily: fonts.display,
  fontSize: '1.625rem',
  lineHeight: 1.1,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums'
})

export const Small = styled('span')(({ theme }) => ({ color: theme.palette.text.secondary, fontSize: '0.8125rem' }))

type TileProps = { to: string; label: string; amount: string; note?: string; tone?: Tone; mark?: string }

/** A number that opens what it counts. */
export const NumberTile = ({ to, label, amount, note, tone, mark }: TileProps) => (
  <Tile to={to}>
    <Small>{label}</Small>
    <Amount>{amount}</Amount>
    {mark && tone && (
      <span>
        <Tag tone={tone}>{mark}</Tag>
      </span>
    )}
    {note && <Small>{note}</Small>}
  </Tile>
)

export const Tiles = styled(Box)({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))'
})
