import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEffect } from 'react'
import { useTheme } from 'react-admin'

/** Changes between light and dark. Until it is used, the device decides. */
export function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'

  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])

  return (
    <Tooltip title={other === 'dark' ? 'Usar tema escuro' : 'Usar tema claro'}>
      <IconButton onClick={() => setTheme(other)} color="inherit">
        {other === 'dark' ? <DarkIcon /> : <LightIcon />}
      </IconButton>
    </Tooltip>
  )
}
