import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useDraft } from '../../ui/useDraft.ts'

/** Finds by a part of the name, phone, e-mail or CNPJ, while one types. */
export function SearchBox({ value, onChange }: { value: string; onChange: (q: string | undefined) => void }) {
  const [text, setText] = useDraft(value, q => onChange(q.trim() || undefined))
  return (
    <TextField
      type="search"
      value={text}
      onChange={event => setText(event.target.value)}
      placeholder="Nome, telefone, e-mail ou CNPJ"
      sx={{ flex: '1 1 200px', maxWidth: { sm: 340 }, minWidth: 0, '& input': { textOverflow: 'ellipsis' } }}
      slotProps={{
        htmlInput: { 'aria-label': 'Buscar leads', enterKeyHint: 'search', 'data-search': '' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          )
        }
      }}
    />
  )
}
