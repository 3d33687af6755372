import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { topBarHeight } from './frame.ts'
import { tabAddress, useTab } from './Tabs.tsx'
import { useUnsavedWarning } from './unsaved.ts'

const Entry = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 40,
  padding: '6px 12px',
  borderRadius: 8,
  color: theme.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  '& .unsaved': { marginLeft: 'auto', paddingLeft: 8, fontSize: '0.75rem', color: theme.tokens.tones.warning.onSoft },
  '&:hover': { backgroundColor: theme.tokens.tones.neutral.soft, color: theme.palette.text.primary },
  '&[aria-current]': {
    backgroundColor: theme.tokens.tones.brand.soft,
    color: theme.tokens.tones.brand.onSoft,
    fontWeight: 600
  }
}))

/** Notes what of a section is unsaved, by the form that it is in. */
const Unsaved = createContext<((form: string, unsaved: boolean) => void) | null>(null)

/**
 * Says whether a form of a section holds what is not saved: the menu marks the section then, and the browser asks
 * before the page is closed. True within a section, which stays while another one is shown.
 */
export function useUnsavedInSection(unsaved: boolean, kept = false): boolean {
  const form = useId()
  const note = useContext(Unsaved)
  useUnsavedWarning(unsaved, kept)
  useEffect(() => {
    note?.(form, unsaved)
    return () => note?.(form, false)
  }, [note, form, unsaved])
  return note !== null
}

export type Section = { key: string; label: string; content: ReactNode }

type Props = { sections: readonly Section[]; label: string }

/**
 * Sections of a page beside a menu of them, on a phone below a list to choose from. Each has an address, so that it can
 * be opened, shared and gone back from. One that was opened stays, hidden, with what was typed into it.
 */
export function Sections({ sections, label }: Props) {
  const current = useTab(sections)
  const navigate = useNavigate()
  const phone = useMediaQuery(theme => theme.breakpoints.down('md'), { noSsr: true })
  const [opened, setOpened] = useState([current])
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  if (!opened.includes(current)) setOpened([...opened, current])
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, md: 3 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '208px minmax(0, 720px)' }
      }}
    >
      {phone ? (
        <TextField
          select
          fullWidth
          label="Seção"
          value={current}
          onChange={({ target }) => void navigate(tabAddress(target.value))}
        >
          {sections.map(({ key, label: name }) => (
            <MenuItem key={key} value={key}>
              {name}
              {unsaved.includes(key) && ' (não salvo)'}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <Box
          component="nav"
          aria-label={label}
          sx={{ display: 'grid', gap: 0.25, position: 'sticky', top: topBarHeight + 24 }}
        >
          {sections.map(({ key, label: name }) => (
            <Entry key={key} to={tabAddress(key)} aria-current={key === current ? 'page' : undefined}>
              {name}
              {unsaved.includes(key) && <span className="unsaved">Não salvo</span>}
            </Entry>
          ))}
        </Box>
      )}
      {sections.map(
        ({ key, content }) =>
          opened.includes(key) && (
            <Box key={key} hidden={key !== current} sx={{ gridColumn: { md: 2 }, minWidth: 0 }}>
              <SectionForms name={key} onUnsaved={setUnsaved}>
                <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>{content}</Box>
              </SectionForms>
            </Box>
          )
      )}
    </Box>
  )
}

type FormsProps = {
  name: string
  onUnsaved: (change: (sections: readonly string[]) => readonly string[]) => void
  children: ReactNode
}

function SectionForms({ name, onUnsaved, children }: FormsProps) {
  const note = useMemo(() => {
    const forms = new Set<string>()
    return (form: string, unsaved: boolean) => {
      if (unsaved) forms.add(form)
      else forms.delete(form)
      onUnsaved(sections => {
        if (sections.includes(name) === forms.size > 0) return sections
        return forms.size > 0 ? [...sections, name] : sections.filter(each => each !== name)
      })
    }
  }, [name, onUnsaved])
  return <Unsaved value={note}>{children}</Unsaved>
}
