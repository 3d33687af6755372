import CloseIcon from '@mui/icons-material/Close'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { fileSize } from '../core/format.ts'
import type { Chosen } from './useUploads.ts'

const Tray = styled('ul')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  margin: 0,
  padding: '4px 0',
  flexWrap: 'wrap',
  maxHeight: 200,
  overflowY: 'auto',
  listStyle: 'none',
  '& li': {
    position: 'relative',
    display: 'flex',
    flex: '1 1 220px',
    alignItems: 'center',
    gap: 8,
    maxWidth: 360,
    minWidth: 0,
    minHeight: 64,
    padding: '8px 4px 8px 8px',
    borderRadius: 10,
    border: `1px solid ${theme.palette.divider}`,
    fontSize: '0.8125rem'
  },
  '& [data-refused]': { borderColor: theme.palette.error.main },
  '& img': { width: 48, height: 48, flexShrink: 0, borderRadius: 6, objectFit: 'cover' },
  '& .about': { flexGrow: 1, minWidth: 0 },
  '& .name': { overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .why': { color: theme.palette.error.main },
  '& .size': { color: theme.palette.text.secondary }
}))

/** The files that go with the next message, each with how far it has come or why it cannot be sent. */
export const AttachmentTray = ({
  chosen,
  onRemove
}: {
  chosen: Chosen<unknown>[]
  onRemove: (key: string) => void
}) => (
  <Tray aria-label="Arquivos para enviar">
    {chosen.map(({ key, name, size, picture, progress, attachment, failure }) => (
      <li key={key} data-refused={failure ? '' : undefined}>
        {picture ? <img src={picture} alt="" /> : <FileIcon color={failure ? 'error' : 'action'} />}
        <div className="about">
          <div className="name" title={name}>
            {name}
          </div>
          {failure ? (
            <div className="why" role="alert">
              {failure}
            </div>
          ) : attachment ? (
            <div className="size">{fileSize(size)}</div>
          ) : (
            <LinearProgress
              variant="determinate"
              value={progress * 100}
              aria-label={`Enviando ${name}`}
              sx={{ mt: 1, mr: 1 }}
            />
          )}
        </div>
        <IconButton size="small" aria-label={`Tirar ${name}`} onClick={() => onRemove(key)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </li>
    ))}
  </Tray>
)
