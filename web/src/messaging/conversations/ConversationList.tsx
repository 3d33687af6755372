import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { Tag } from '../../../../services/leads/tags/schema.ts'
import { useTags } from '../../leads/tags/api.ts'
import { useMay } from '../../shell/access.ts'
import { useDocumentTitle } from '../../ui/PageHead.tsx'
import { Tag as Label } from '../../ui/Tag.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { ChannelTabs } from './ChannelTabs.tsx'
import { type ListProps, VirtualRows } from './ConversationRows.tsx'
import { screens } from './channels/registry.ts'
import { Chips, Filters } from './listStyle.ts'
import { NewConversationButton } from './NewConversationButton.tsx'
import { useChannel } from './settings/api.ts'
import { folders, statusFilters, useInboxFilter } from './useInboxFilter.ts'

/** The conversations of a channel, the latest first; only the rows in sight are there. */
export function ConversationList({ kind, open }: ListProps) {
  const { filter, values, change, addressOf } = useInboxFilter(kind)
  const manages = useMay('manage_channels')
  return (
    <>
      <Box sx={{ px: 2, pt: 1.5 }}>
        <ListTitle kind={kind} open={open} />
        {manages && (
          <Box sx={{ '& > nav': { mx: 0, px: 0, mb: 1 }, '& a': { py: '6px', px: '8px' } }}>
            <ChannelTabs />
          </Box>
        )}
        <Box sx={{ mb: 1, '&:empty': { display: 'none' } }}>
          <NewConversationButton channel={kind} />
        </Box>
        <SearchField value={values.q} onChange={q => change({ q })} />
        <Chips role="group" aria-label="Pastas">
          {folders.map(({ key, label }) => (
            <button key={key} type="button" aria-pressed={values.pasta === key} onClick={() => change({ pasta: key })}>
              {label}
            </button>
          ))}
        </Chips>
        <Filters>
          <select
            aria-label="Situação"
            value={values.situacao}
            onChange={event => change({ situacao: event.target.value as keyof typeof statusFilters })}
          >
            {Object.entries(statusFilters).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
          <LabelSelect value={values.etiqueta} onChange={etiqueta => change({ etiqueta })} />
        </Filters>
      </Box>
      <VirtualRows key={JSON.stringify(filter)} kind={kind} open={open} filter={filter} addressOf={addressOf} />
    </>
  )
}

function ListTitle({ kind, open }: ListProps) {
  const named = open === undefined
  const { title } = screens[kind]
  const { data: channel } = useChannel(kind)
  return (
    <Box sx={{ mb: 0.5 }}>
      {named && <Named title={title} />}
      <Typography variant="h1" component={named ? 'h1' : 'p'} sx={{ fontSize: '1.25rem', lineHeight: 1.4 }}>
        {title}
      </Typography>
      {channel?.demo && (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 0.5 }}>
          <Label tone="info">Demonstração</Label>
          <Button
            component={Link}
            to={`/demo/telefone${open ? `?conversa=${open}` : ''}`}
            size="small"
            sx={{ mr: -1.25, px: 1.25, whiteSpace: 'nowrap' }}
          >
            Fazer o papel do cliente
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** While a conversation is open the document is named after it. */
function Named({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}

function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [text, setText] = useDraft(value, onChange)
  return (
    <InputBase
      type="search"
      fullWidth
      value={text}
      placeholder="Nome, número ou palavra"
      onChange={event => setText(event.target.value)}
      inputProps={{ 'aria-label': 'Buscar conversas', maxLength: 100 }}
      sx={{
        px: 1.5,
        height: 38,
        borderRadius: 2,
        border: 1,
        borderColor: theme => theme.tokens.edge,
        bgcolor: 'background.paper',
        fontSize: { xs: '1rem', sm: '0.875rem' },
        '&.Mui-focused': { outline: 2, outlineColor: 'primary.main' },
        '& input::placeholder': { color: theme => theme.tokens.textFaint, opacity: 1 }
      }}
    />
  )
}

const noTags: Tag[] = []

function LabelSelect({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const { data: tags = noTags } = useTags()
  return (
    <select aria-label="Etiqueta" value={value} onChange={event => onChange(event.target.value)}>
      <option value="">Todas as etiquetas</option>
      {tags.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
