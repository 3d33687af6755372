import { SearchField } from '../../../ui/SearchField.tsx'
import { useDraft } from '../../../ui/useDraft.ts'

/** Finds by a part of the name, phone, e-mail or CNPJ, while one types. */
export function SearchBox({ value, onChange }: { value: string; onChange: (q: string | undefined) => void }) {
  const [text, setText] = useDraft(value, q => onChange(q.trim() || undefined))
  return (
    <SearchField
      label="Buscar leads"
      value={text}
      onChange={setText}
      placeholder="Nome, telefone, e-mail ou CNPJ"
      sx={{ flex: '1 1 200px', maxWidth: { sm: 340 }, minWidth: 0, '& input': { textOverflow: 'ellipsis' } }}
      input={{ 'data-search': '' }}
    />
  )
}
