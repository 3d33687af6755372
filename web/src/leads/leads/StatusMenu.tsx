import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type LeadStatus, leadStatuses } from '../../../../services/leads/leads/rules.ts'
import { StatusTag } from './StatusTag.tsx'

type Props = {
  anchor: HTMLElement | null
  label: string
  current: LeadStatus | undefined
  onClose: () => void
  onChoose: (status: LeadStatus) => void
}

/** The statuses a lead can be given. */
export const StatusMenu = ({ anchor, label, current, onClose, onChoose }: Props) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': label, dense: true } }}
  >
    {leadStatuses.map(status => (
      <MenuItem
        key={status}
        selected={status === current}
        onClick={() => {
          onClose()
          onChoose(status)
        }}
      >
        <ListItemText disableTypography>
          <StatusTag status={status} />
        </ListItemText>
      </MenuItem>
    ))}
  </Menu>
)
