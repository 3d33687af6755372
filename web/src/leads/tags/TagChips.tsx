import { styled } from '@mui/material/styles'
import { useTags } from './api.ts'
import { TagChip } from './TagChip.tsx'

const Row = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0, maxWidth: '100%' })
const More = styled('span')(({ theme }) => ({
  flexShrink: 0,
  color: theme.palette.text.secondary,
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums'
}))

type Props = {
  ids: readonly string[]
  maxShown?: number
  /** Over several lines, rather than cut. */
  wrap?: boolean
}

/** The tags of a lead, as many as there is room for; the others are counted, and named on hover. */
export function TagChips({ ids, maxShown = 2, wrap = false }: Props) {
  const { data: tags = [] } = useTags({ enabled: ids.length > 0 })
  const ofLead = tags.filter(({ id }) => ids.includes(id))
  if (ofLead.length === 0) return null
  const rest = ofLead.slice(maxShown)
  return (
    <Row style={wrap ? { flexWrap: 'wrap' } : undefined}>
      {ofLead.slice(0, maxShown).map(({ id, name, color }) => (
        <TagChip key={id} name={name} color={color} />
      ))}
      {rest.length > 0 && <More title={rest.map(({ name }) => name).join(', ')}>+{rest.length}</More>}
    </Row>
  )
}
