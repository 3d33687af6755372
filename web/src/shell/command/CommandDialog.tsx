import CloseIcon from '@mui/icons-material/Close'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import RecentIcon from '@mui/icons-material/History'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import SearchIcon from '@mui/icons-material/Search'
import AssistantIcon from '@mui/icons-material/SmsOutlined'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLogout } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import type { Command, CommandSource } from '../features.ts'
import { useScheme } from '../useScheme.ts'
import { matches } from './commands.ts'
import { Key } from './Key.tsx'
import { useRecent } from './recent.ts'

export type CommandDialogProps = { source: CommandSource; onClose: () => void; onShortcuts: () => void }

const Input = styled('input')(({ theme }) => ({
  flexGrow: 1,
  minWidth: 0,
  height: 56,
  padding: 0,
  border: 0,
  outline: 'none',
  background: 'none',
  font: 'inherit',
  fontSize: '1rem',
  textOverflow: 'ellipsis',
  color: theme.palette.text.primary,
  '&::placeholder': { color: theme.tokens.textFaint, opacity: 1 },
  '&::-webkit-search-cancel-button': { display: 'none' }
}))

const Option = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  padding: '6px 12px',
  borderRadius: 8,
  cursor: 'pointer',
  scrollMarginBlock: 40,
  '& svg': { flexShrink: 0, fontSize: 20, color: theme.palette.text.secondary },
  '&[aria-selected=true]': {
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft,
    '& svg, & small': { color: 'inherit' }
  },
  '& b': { flexShrink: 0, maxWidth: '70%', fontWeight: 500 },
  '& b, & small': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { minWidth: 0, fontSize: '0.8125rem', color: theme.palette.text.secondary }
}))

const Hint = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 6 })

/** A search is worth asking from here on. */
const shortest = 2
/** Milliseconds without a key before the server is query. */
const pause = 150
const maxRecords = 6

/** One field over records, pages and actions, worked with the keyboard alone. */
export function CommandDialog({ source, onClose, onShortcuts }: CommandDialogProps) {
  const id = useId()
  const navigate = useNavigate()
  const [recent, remember] = useRecent()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const general = useGeneralActions(onShortcuts)
  const typed = search.trim()
  const query = usePaused(typed)
  const { records, pages, actions } = source
  const invitation = `Buscar ${records ? `${records.heading.toLowerCase()}, ` : ''}páginas e ações`

  const found = useQuery({
    queryKey: ['commands', records?.heading, query],
    queryFn: ({ signal }) => records?.find(query, maxRecords, signal) ?? [],
    enabled: records !== undefined && query.length >= shortest,
    placeholderData: keepPreviousData,
    staleTime: 30_000
  })
  const waiting = typed.length >= shortest && (typed !== query || found.isFetching)
  const fitting = (commands: Command[]) =>
    commands.filter(command => (typed === '' ? !command.typedOnly : matches(command, typed)))

  const groups: { heading: string; commands: Command[] }[] = [
    {
      heading: 'Recentes',
      commands: typed === '' ? recent.map(entry => ({ ...entry, key: `recent ${entry.to}`, icon: <RecentIcon /> })) : []
    },
    {
      heading: records?.heading ?? '',
      commands: typed.length >= shortest && found.data ? found.data.map(each => ({ icon: records?.icon, ...each })) : []
    },
    { heading: 'Páginas', commands: fitting(pages) },
    { heading: 'Ações', commands: fitting([...actions, ...general]) }
  ].filter(({ commands }) => commands.length > 0)
  const all = groups.flatMap(({ commands }) => commands)
  const current = all[Math.min(chosen, all.length - 1)]
  const optionId = (command: Command) => `${id}-${all.indexOf(command)}`

  function choose(command: Command | undefined): void {
    if (!command) return
    onClose()
    if (command.to === undefined) return void command.run()
    remember({ to: command.to, label: command.label, ...(command.detail && { detail: command.detail }) })
    navigate(command.to)
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const last = all.length - 1
    const at = Math.min(chosen, last)
    const next: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      ...(event.ctrlKey && { Home: 0, End: last })
    }
    const target = next[event.key]
    if (event.key === 'Enter') choose(current)
    else if (target !== undefined) setChosen(Math.max(0, target))
    else return
    event.preventDefault()
  }

  const currentId = current && optionId(current)
  useEffect(() => {
    const option = list.current?.querySelector(`[id="${currentId}"]`)
    option?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          sx: {
            m: { xs: 1, sm: 4 },
            mt: { xs: 1, sm: '12vh' },
            width: { xs: 'calc(100% - 16px)', sm: 'calc(100% - 64px)' },
            maxHeight: { xs: 'calc(100dvh - 16px)', sm: '72vh' }
          }
        }
      }}
    >
      <Box component="h2" id={`${id}-title`} sx={visuallyHidden}>
        Buscar
      </Box>
      <Box
        component="search"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <SearchIcon aria-hidden sx={{ color: 'text.secondary' }} />
        <Input
          type="search"
          role="combobox"
          aria-expanded={all.length > 0}
          aria-autocomplete="list"
          aria-label={invitation}
          aria-controls={`${id}-list`}
          aria-activedescendant={currentId}
          placeholder={invitation}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus
          value={search}
          onChange={event => {
            setSearch(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <IconButton aria-label="Fechar" onClick={onClose} edge="end" sx={{ display: { sm: 'none' } }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label="Resultados"
        sx={{ overflowY: 'auto', p: 1, display: all.length > 0 ? 'block' : 'none' }}
      >
        {groups.map(({ heading, commands }) => (
          <Box key={heading} role="group" aria-label={heading} sx={{ '& + &': { mt: 1 } }}>
            <Box
              aria-hidden
              sx={{ px: 1.5, py: 0.75, fontSize: '0.75rem', fontWeight: 600, color: theme => theme.tokens.textFaint }}
            >
              {heading}
            </Box>
            {commands.map(command => (
              <Option
                key={command.key}
                role="option"
                id={optionId(command)}
                aria-selected={command === current}
                onMouseMove={() => setChosen(all.indexOf(command))}
                onClick={() => choose(command)}
              >
                {command.icon}
                <b>{command.label}</b>
                {command.detail && <small>{command.detail}</small>}
              </Option>
            ))}
          </Box>
        ))}
      </Box>
      <Box
        role="status"
        sx={all.length > 0 && !found.error ? visuallyHidden : { px: 3, py: 3, color: 'text.secondary' }}
      >
        {statusText({ typed, waiting, count: all.length, failed: found.error !== null })}
      </Box>
      <Box
        aria-hidden
        sx={{
          display: { xs: 'none', sm: 'flex' },
          gap: 2,
          px: 2.5,
          py: 1.25,
          borderTop: 1,
          borderColor: 'divider',
          fontSize: '0.75rem',
          color: 'text.secondary'
        }}
      >
        <Hint>
          <Key>↑</Key>
          <Key>↓</Key> escolher
        </Hint>
        <Hint>
          <Key>Enter</Key> abrir
        </Hint>
        <Hint>
          <Key>Esc</Key> fechar
        </Hint>
      </Box>
    </Dialog>
  )
}

type Standing = { typed: string; waiting: boolean; count: number; failed: boolean }

function statusText({ typed, waiting, count, failed }: Standing): string {
  if (waiting) return 'Buscando…'
  if (failed) return 'Não foi possível buscar. Verifique sua conexão.'
  if (count === 0) return `Nada encontrado para “${typed}”.`
  return count === 1 ? '1 resultado' : `${count} resultados`
}

/** The value once it has rested. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Actions that both areas offer. */
function useGeneralActions(onShortcuts: () => void): Command[] {
  const scheme = useScheme()
  const logout = useLogout()
  return [
    {
      key: 'theme',
      label: scheme.dark ? 'Usar tema claro' : 'Usar tema escuro',
      icon: scheme.dark ? <LightIcon /> : <DarkIcon />,
      words: 'cores aparência modo',
      run: scheme.change
    },
    {
      key: 'assistant',
      label: 'Falar com a IA',
      icon: <AssistantIcon />,
      words: 'assistente virtual chat ajuda',
      run: () => dispatchEvent(new Event('open-chat'))
    },
    {
      key: 'shortcuts',
      label: 'Ver atalhos do teclado',
      icon: <KeyboardIcon />,
      words: 'ajuda teclas',
      run: onShortcuts
    },
    { key: 'logout', label: 'Sair', icon: <LogoutIcon />, words: 'encerrar sessão', run: () => logout() }
  ]
}
