import UploadIcon from '@mui/icons-material/UploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import {
  type Block,
  mailLimits,
  pictureOwner,
  pictureTypes
} from '../../../../services/marketing/mailTemplates/rules.ts'
import { FileInput } from '../../ui/FileInput.tsx'
import { pictureRefusal, usePictureUpload } from './api.ts'
import type { BlockChange } from './blocks.ts'
import { LinkField } from './LinkField.tsx'

type Picture = Extract<Block, { type: 'picture' }>
type Props = { block: Picture; onChange: (change: BlockChange) => void }

/** A picture: a file of one's own or an address, what it shows, and where a press on it leads. */
export function PictureFields({ block, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = usePictureUpload(({ src }) => onChange({ src }))
  const own = pictureOwner(block.src) !== undefined

  function choose([file]: File[]) {
    if (!file) return
    const refusal = pictureRefusal(file)
    setProblem(refusal)
    if (!refusal) upload.mutate(file)
  }

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {own && (
          <Box
            component="img"
            src={block.src}
            alt=""
            sx={{ maxWidth: 120, maxHeight: 72, borderRadius: 1, border: 1, borderColor: 'divider' }}
          />
        )}
        <Button
          variant="outlined"
          startIcon={<UploadIcon />}
          aria-busy={upload.isPending}
          onClick={() => upload.isPending || input.current?.click()}
        >
          {upload.isPending ? 'Enviando...' : own ? 'Trocar imagem' : 'Enviar imagem'}
        </Button>
        {own && <Button onClick={() => onChange({ src: '' })}>Tirar</Button>}
        <FileInput input={input} onFiles={choose} accept={Object.keys(pictureTypes).join()} single />
      </Box>
      {problem && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {problem}
        </Box>
      )}
      {!own && (
        <TextField
          label="Ou o endereço da imagem"
          type="url"
          placeholder="https://"
          value={block.src}
          onChange={event => onChange({ src: event.target.value })}
          slotProps={{ htmlInput: { maxLength: mailLimits.link } }}
        />
      )}
      <TextField
        label="Descrição da imagem"
        helperText="Lida por quem não vê a imagem, e mostrada enquanto ela não carrega."
        value={block.alt}
        onChange={event => onChange({ alt: event.target.value })}
        slotProps={{ htmlInput: { maxLength: mailLimits.alt } }}
      />
      <LinkField label="Link da imagem (opcional)" value={block.link} onChange={link => onChange({ link })} />
    </>
  )
}
