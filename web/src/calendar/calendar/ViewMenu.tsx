import OpenIcon from '@mui/icons-material/ArrowDropDown'
import EmptyIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined'
import ViewIcon from '@mui/icons-material/MoreVert'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { tabAddress } from '../../ui/Tabs.tsx'
import { viewLabels, views } from './range.ts'
import type { useCalendar } from './useCalendar.ts'

export const settingsTab = 'configuracao'

/** How the days are shown; on a phone the rest of the bar too. */
export function ViewMenu({ calendar }: { calendar: ReturnType<typeof useCalendar> }) {
  const { view, phone, withCancelled, show, showCancelled } = calendar
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const label = `Mostrar: ${viewLabels[view]}`
  return (
    <>
      {phone ? (
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          onClick={event => setAnchor(event.currentTarget)}
          sx={{ width: 44, height: 44 }}
        >
          <ViewIcon />
        </IconButton>
      ) : (
        <Button
          variant="outlined"
          aria-label={label}
          aria-haspopup="menu"
          endIcon={<OpenIcon />}
          onClick={event => setAnchor(event.currentTarget)}
        >
          {viewLabels[view]}
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {views.map(each => (
          <MenuItem
            key={each}
            role="menuitemradio"
            aria-checked={each === view}
            selected={each === view}
            onClick={() => {
              close()
              show({ view: each })
            }}
          >
            {viewLabels[each]}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={withCancelled}
          onClick={() => {
            close()
            showCancelled(!withCancelled)
          }}
        >
          <ListItemIcon>{withCancelled ? <CheckedIcon /> : <EmptyIcon />}</ListItemIcon>
          Mostrar cancelados
        </MenuItem>
        {!phone && (
          <MenuItem
            onClick={() => {
              close()
              // Once the menu is gone, which would be on paper too.
              setTimeout(() => print(), 300)
            }}
          >
            <ListItemIcon>
              <PrintIcon />
            </ListItemIcon>
            Imprimir
          </MenuItem>
        )}
        {phone && (
          <MenuItem component={Link} to={tabAddress(settingsTab)}>
            <ListItemIcon>
              <SettingsIcon />
            </ListItemIcon>
            Configurações
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
