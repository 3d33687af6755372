import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { createTheme, ThemeProvider, useTheme } from '@mui/material/styles'
import { type ReactNode, useSyncExternalStore } from 'react'
import { lightTheme } from './theme.ts'

const styles = {
  '@media print': {
    'header, nav, .MuiSnackbar-root, .screen-only': { display: 'none !important' },
    body: { background: '#fff !important' },
    '.MuiCard-root': { breakInside: 'avoid' },
    // Bars say something by their colour.
    '*': { printColorAdjust: 'exact' }
  },
  '@media screen': { '.paper-only': { display: 'none !important' } }
}

const paper = matchMedia('print')
const onChange = (listener: () => void) => {
  paper.addEventListener('change', listener)
  return () => paper.removeEventListener('change', listener)
}

const paperTheme = createTheme(lightTheme)

/**
 * A printable page: paper is white, and shows neither the frame of the application nor what is marked `screen-only`.
 */
export function OnPaper({ children }: { children: ReactNode }) {
  const printing = useSyncExternalStore(onChange, () => paper.matches)
  const onScreen = useTheme()
  return (
    <ThemeProvider theme={printing ? paperTheme : onScreen}>
      <GlobalStyles styles={styles} />
      <Box sx={{ color: 'text.primary' }}>{children}</Box>
    </ThemeProvider>
  )
}
