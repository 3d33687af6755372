import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { TagColor } from '../../../../services/leads/tags/rules.ts'
import { tagColorLabels } from './colors.ts'
import { TagDot } from './TagChip.tsx'

type Props = {
  /** The tag's name. */
  name: string
  color: TagColor
  colors: readonly TagColor[]
  disabled: boolean
  onChange: (color: TagColor) => void
}

/** Shows the colour of a tag and changes it. */
export function ColorButton({ name, color, colors, disabled, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        disabled={disabled}
        aria-haspopup="menu"
        aria-label={`Cor de ${name}: ${tagColorLabels[color]}`}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ width: 32, height: 32 }}
      >
        <TagDot tone={color} sx={{ width: 14, height: 14 }} />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true } }}
      >
        {colors.map(each => (
          <MenuItem
            key={each}
            selected={each === color}
            onClick={() => {
              setAnchor(null)
              if (each !== color) onChange(each)
            }}
            sx={{ gap: 1.25 }}
          >
            <TagDot tone={each} />
            {tagColorLabels[each]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
