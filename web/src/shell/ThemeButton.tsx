import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEffect } from 'react'
import { useScheme } from './useScheme.ts'

/** Changes between light and dark. Until it is used, the device decides. */
export function ThemeButton() {
  const { dark, change } = useScheme()

  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])

  return (
    <Tooltip title={dark ? 'Usar tema claro' : 'Usar tema escuro'}>
      <IconButton onClick={change} color="inherit">
        {dark ? <LightIcon /> : <DarkIcon />}
      </IconButton>
    </Tooltip>
  )
}
