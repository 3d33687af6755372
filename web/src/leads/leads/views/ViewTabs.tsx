import DownIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { ListState } from '../address.ts'
import { ViewsMenu } from '../lazily.ts'
import { useLeadViews, useViewChange } from './api.ts'
import { builtinViews } from './builtin.ts'
import { openedState, savedState, shows } from './state.ts'

const Tab = styled('button')(({ theme }) => ({
  flexShrink: 0,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  height: 32,
  padding: '0 10px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  color: theme.palette.text.secondary,
  cursor: 'pointer',
  '& svg': { fontSize: 18 },
  '@media (pointer: coarse)': { height: 44 },
  '&:hover': { backgroundColor: theme.tokens.sunken, color: theme.palette.text.primary },
  '&[aria-pressed=true]': {
    backgroundColor: theme.tokens.tones.brand.soft,
    color: theme.tokens.tones.brand.onSoft
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

type Props = { state: ListState; onChange: (change: Partial<ListState>) => void }

/** The views: those of everybody one press away, one's own and the shared ones in a menu. */
export function ViewTabs({ state, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data: views = [] } = useLeadViews({ enabled: state.view !== null })
  const { mutate, isPending } = useViewChange()
  const opened = views.find(({ id }) => id === state.view)
  const changed = opened !== undefined && !shows(state, opened)

  return (
    <Box
      role="group"
      aria-label="Visões"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.25,
        minWidth: 0,
        overflowX: 'auto',
        scrollbarWidth: 'none',
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 0.25 },
        py: 0.5
      }}
    >
      {builtinViews.map(view => (
        <Tab
          key={view.id}
          type="button"
          aria-pressed={!opened && shows(state, view)}
          onClick={() => onChange(openedState(view))}
        >
          {view.name}
        </Tab>
      ))}
      <Tab
        type="button"
        aria-pressed={opened !== undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {opened?.name ?? 'Visões'}
        <DownIcon />
      </Tab>
      {changed && opened.own && (
        <Button
          size="small"
          disabled={isPending}
          onClick={() => mutate({ id: opened.id, body: { view: savedState(state) } })}
        >
          Salvar alterações
        </Button>
      )}
      {changed && (
        <Button size="small" color="secondary" onClick={() => onChange(openedState(opened))}>
          Desfazer alterações
        </Button>
      )}
      {anchor && <ViewsMenu anchor={anchor} state={state} onChange={onChange} onClose={() => setAnchor(null)} />}
    </Box>
  )
}
