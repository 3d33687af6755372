import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { readLogo } from './logo.ts'

/** An image, made small enough to come with the page. */
export function Logo({ value, onChange }: { value: string | null; onChange: (logo: string | null) => void }) {
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)

  async function choose(file: File | undefined) {
    if (!file) return
    try {
      onChange(await readLogo(file))
    } catch {
      notify('Não foi possível ler a imagem. Use PNG, JPG ou WebP.', { type: 'error' })
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      {value && (
        <Box
          component="img"
          src={value}
          alt="Logotipo do formulário"
          sx={{ maxWidth: 160, maxHeight: 48, borderRadius: 1, border: 1, borderColor: 'divider' }}
        />
      )}
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {value ? 'Trocar logotipo' : 'Enviar logotipo'}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={event => void choose(event.target.files?.[0])}
      />
      {value && <Button onClick={() => onChange(null)}>Remover</Button>}
    </Box>
  )
}
