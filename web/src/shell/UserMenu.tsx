import CompanyIcon from '@mui/icons-material/BusinessOutlined'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import ProfileIcon from '@mui/icons-material/PersonOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useGetIdentity, useLogout } from 'react-admin'
import { Link } from 'react-router-dom'
import { internalStaff } from '../../../services/account/auth/rules.ts'
import { initialsOf } from '../ui/Initials.tsx'
import { useUser } from './access.ts'
import { useScheme } from './useScheme.ts'

/** Drawn, not said: the button around it has a name of its own. */
const Initials = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  fontFamily: theme.typography.fontFamily,
  fontSize: '0.8125rem',
  fontWeight: 700,
  color: theme.tokens.tones.brand.onSoft,
  backgroundColor: theme.tokens.tones.brand.soft,
  '&::before': { content: 'attr(data-initials)' }
}))

/** The signed-in person, and the way out. */
export function UserMenu() {
  const { identity } = useGetIdentity()
  const logout = useLogout()
  const { dark, change } = useScheme()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const kept = useUser()
  const name = identity?.fullName ?? kept?.name ?? ''
  const email = identity?.email ?? kept?.email ?? ''
  const open = anchor !== null

  return (
    <>
      <Tooltip title="Sua conta">
        <IconButton
          aria-haspopup="menu"
          aria-expanded={open}
          edge="end"
          onClick={event => setAnchor(event.currentTarget)}
          sx={{ p: 0.75 }}
        >
          <Initials data-initials={initialsOf(name)} />
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={open}
        onClose={() => setAnchor(null)}
        disablePortal
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 220, maxWidth: 320 } } }}
      >
        <Box role="presentation" sx={{ px: 2, py: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {email}
          </Typography>
        </Box>
        <Divider component="li" sx={{ my: 0.5 }} />
        <MenuItem component={Link} to="/profile" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <ProfileIcon fontSize="small" />
          </ListItemIcon>
          Perfil
        </MenuItem>
        {kept && !internalStaff(kept) && (
          <MenuItem component={Link} to="/company" onClick={() => setAnchor(null)}>
            <ListItemIcon>
              <CompanyIcon fontSize="small" />
            </ListItemIcon>
            Empresa
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            setAnchor(null)
            change()
          }}
          sx={{ display: { sm: 'none' } }}
        >
          <ListItemIcon>{dark ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}</ListItemIcon>
          {dark ? 'Usar tema claro' : 'Usar tema escuro'}
        </MenuItem>
        <MenuItem onClick={() => void logout()}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          Sair
        </MenuItem>
      </Menu>
    </>
  )
}
