import { startTransition } from 'react'
import { useTheme } from 'react-admin'

/**
 * The scheme of the screen, and how to change to the other one. A page of rows takes a quarter of a second to be drawn
 * anew on a slow device, and until then still answers.
 */
export function useScheme(): { dark: boolean; change: () => void } {
  const [theme, setTheme] = useTheme()
  const dark = theme === 'dark'
  return { dark, change: () => startTransition(() => setTheme(dark ? 'light' : 'dark')) }
}
