import { startTransition } from 'react'
import { useTheme } from 'react-admin'

/**
 * The scheme of the screen, and how to change to the other one. A page of rows takes a quarter of a second to
 * render again on a slow device, and responds until then.
 */
export function useScheme(): { dark: boolean; change: () => void } {
  const [theme, setTheme] = useTheme()
  const dark = theme === 'dark'
  return { dark, change: () => startTransition(() => setTheme(dark ? 'light' : 'dark')) }
}
