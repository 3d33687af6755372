import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

const Entry = styled(Link)(({ theme }) => ({
  flexShrink: 0,
  padding: '10px 14px',
  color: theme.palette.text.secondary,
  fontWeight: 600,
  textDecoration: 'none',
  borderBottom: '2px solid transparent',
  '&:hover': { color: theme.palette.text.primary },
  '&[aria-current]': { color: theme.palette.primary.main, borderColor: theme.palette.primary.main },
  '&:focus-visible': { outlineOffset: -2 }
}))

export type Tab = { key: string; label: string }

const parameter = 'aba'

/** The address of a section of the page that is open. */
export const tabAddress = (key: string) => ({ search: `?${parameter}=${key}` })

/** The section that the address names, else the first one. */
export function useTab(tabs: readonly Tab[]): string {
  const [search] = useSearchParams()
  const wanted = search.get(parameter)
  return tabs.find(({ key }) => key === wanted)?.key ?? tabs[0]?.key ?? ''
}

type Props = {
  tabs: readonly Tab[]
  label: string
  /** Keeps the rest of the address, as a filter that all sections share. */
  keepsSearch?: boolean
}

/** Sections of a page. Each has an address, so that it can be opened, kept and gone back from. */
export function Tabs({ tabs, label, keepsSearch = false }: Props) {
  const current = useTab(tabs)
  const [search] = useSearchParams()
  const addressOf = (key: string) => {
    if (!keepsSearch) return tabAddress(key)
    const kept = new URLSearchParams(search)
    kept.set(parameter, key)
    return { search: `?${kept}` }
  }
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the window. The page itself stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is chosen
  useEffect(() => {
    const box = nav.current
    const entry = box?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!box || !entry) return
    const { left, right } = box.getBoundingClientRect()
    box.scrollLeft += Math.max(0, entry.right - right) + Math.min(0, entry.left - left)
  }, [current])
  return (
    <Box
      ref={nav}
      component="nav"
      aria-label={label}
      sx={{
        display: 'flex',
        overflowX: 'auto',
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 0 },
        mb: 2.5,
        borderBottom: 1,
        borderColor: 'divider'
      }}
    >
      {tabs.map(({ key, label: name }) => (
        <Entry key={key} to={addressOf(key)} aria-current={key === current ? 'page' : undefined}>
          {name}
        </Entry>
      ))}
    </Box>
  )
}
