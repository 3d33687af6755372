import SearchIcon from '@mui/icons-material/Search'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { type ComponentType, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import type { CommandSource } from '../features.ts'
import type { CommandDialogProps } from './CommandDialog.tsx'
import { Key } from './Key.tsx'
import type { ShortcutsDialogProps } from './ShortcutsDialog.tsx'
import { commandKey, useShortcuts } from './shortcuts.ts'

const Field = styled(ButtonBase)(({ theme }) => ({
  flexShrink: 0,
  gap: 8,
  width: 240,
  height: 36,
  padding: '0 8px 0 10px',
  borderRadius: 8,
  border: `1px solid ${theme.tokens.edge}`,
  font: 'inherit',
  color: theme.tokens.textFaint,
  '& svg': { fontSize: 20 },
  '& .text': { flexGrow: 1, textAlign: 'left' },
  '&:hover': { borderColor: theme.palette.text.primary },
  [theme.breakpoints.down('md')]: {
    justifyContent: 'center',
    width: 40,
    height: 40,
    padding: 0,
    border: 0,
    borderRadius: '50%',
    color: theme.palette.text.primary,
    '& svg': { fontSize: 24 },
    '& .text': visuallyHidden,
    '& kbd': { display: 'none' }
  }
}))

type Parts = { Commands: ComponentType<CommandDialogProps>; Shortcuts: ComponentType<ShortcutsDialogProps> }

/** Opens the palette, as Ctrl or ⌘ with K does, and listens to the other shortcuts. The dialogs are fetched then. */
export function CommandButton({ source }: { source: CommandSource }) {
  const navigate = useNavigate()
  const notify = useNotify()
  const [parts, setParts] = useState<Parts | null>(null)
  const [open, setOpen] = useState<'commands' | 'shortcuts' | null>(null)
  const close = () => setOpen(null)

  async function show(what: 'commands' | 'shortcuts'): Promise<void> {
    try {
      const [{ CommandDialog }, { ShortcutsDialog }] = await Promise.all([
        import('./CommandDialog.tsx'),
        import('./ShortcutsDialog.tsx')
      ])
      setParts({ Commands: CommandDialog, Shortcuts: ShortcutsDialog })
      setOpen(what)
    } catch {
      notify('Não foi possível abrir a busca. Verifique sua conexão.', { type: 'error' })
    }
  }

  useShortcuts({
    onPalette: () => void show('commands'),
    onHelp: () => void show('shortcuts'),
    onLetter: letter => {
      const page = source.letters[letter]
      if (page) void navigate(page.to)
    },
    actionOf: letter => source.actions.find(action => action.letter === letter)?.run
  })

  return (
    <>
      <Field aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={() => void show('commands')}>
        <SearchIcon aria-hidden />
        <span className="text">Buscar</span>
        <Key aria-hidden>{commandKey()} K</Key>
      </Field>
      {parts && open === 'commands' && (
        <parts.Commands source={source} onClose={close} onShortcuts={() => setOpen('shortcuts')} />
      )}
      {parts && <parts.Shortcuts open={open === 'shortcuts'} source={source} onClose={close} />}
    </>
  )
}
