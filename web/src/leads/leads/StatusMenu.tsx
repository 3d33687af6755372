import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useSteps } from '../funnels/steps.ts'
import { StatusTag } from './StatusTag.tsx'

type Props = {
  anchor: HTMLElement | null
  label: string
  /** The key of the step that the lead is in, whose funnel comes first. */
  current: string | undefined
  onClose: () => void
  onChoose: (status: string) => void
}

/** The steps that a lead can be given, funnel by funnel. */
export function StatusMenu({ anchor, label, current, onClose, onChoose }: Props) {
  const { funnels } = useSteps()
  const isHere = (funnel: (typeof funnels)[number]) => funnel.steps.some(({ key }) => key === current)
  const sorted = funnels.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': label, dense: true } }}
    >
      {sorted.flatMap(({ id, name, steps }) => [
        ...(funnels.length > 1
          ? [
              <ListSubheader key={id} role="presentation" disableSticky sx={{ lineHeight: '32px' }}>
                {name}
              </ListSubheader>
            ]
          : []),
        ...steps.map(({ key }) => (
          <MenuItem
            key={key}
            selected={key === current}
            onClick={() => {
              onClose()
              onChoose(key)
            }}
          >
            <ListItemText disableTypography>
              <StatusTag status={key} />
            </ListItemText>
          </MenuItem>
        ))
      ])}
    </Menu>
  )
}
