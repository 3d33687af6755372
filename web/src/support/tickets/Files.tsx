import AttachIcon from '@mui/icons-material/AttachFileOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import type { TicketFile } from '../../../../services/support/tickets/schema.ts'
import { fileSize } from '../../core/format.ts'
import { FileInput } from '../../ui/FileInput.tsx'

/** A button that lets files be chosen. */
export function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button startIcon={<AttachIcon />} onClick={() => input.current?.click()}>
        Anexar
      </Button>
      <FileInput input={input} onFiles={onFiles} />
    </>
  )
}

const List = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  '& button': { maxWidth: '100%', textAlign: 'left' },
  '& li': { minWidth: 0, maxWidth: '100%' },
  '& b': { minWidth: 0, overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { flexShrink: 0, marginLeft: 8, fontWeight: 400 }
})

type FileListProps = { files: readonly TicketFile[]; onSave: (file: TicketFile) => void }

/** Files of a message; each is saved where it is pressed. */
export function FileList({ files, onSave }: FileListProps) {
  if (files.length === 0) return null
  return (
    <List aria-label="Arquivos">
      {files.map(file => (
        <li key={file.fileId}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<FileIcon />}
            title={`Baixar ${file.name}`}
            onClick={() => onSave(file)}
          >
            <b>{file.name}</b>
            <small>{fileSize(file.size)}</small>
          </Button>
        </li>
      ))}
    </List>
  )
}
