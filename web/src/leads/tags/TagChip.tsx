import { styled } from '@mui/material/styles'
import type { TagColor } from '../../../../services/leads/tags/rules.ts'
import { tagDots } from './colors.ts'

/** The colour of a tag. */
export const TagDot = styled('span', { shouldForwardProp: name => name !== 'tone' })<{ tone: TagColor }>(
  ({ theme, tone }) => ({
    flexShrink: 0,
    width: 8,
    height: 8,
    borderRadius: '50%',
    backgroundColor: tagDots[tone][theme.palette.mode]
  })
)

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minWidth: 0,
  maxWidth: 132,
  padding: '0 7px',
  height: 20,
  borderRadius: 6,
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.background.paper,
  color: theme.palette.text.primary,
  fontSize: '0.75rem',
  lineHeight: '18px',
  whiteSpace: 'nowrap',
  '& > .text': { overflow: 'hidden', textOverflow: 'ellipsis' }
}))

/** A tag as it stands on a lead. */
export const TagChip = ({ name, color }: { name: string; color: TagColor }) => (
  <Chip title={name}>
    <TagDot tone={color} />
    <span className="text">{name}</span>
  </Chip>
)
