import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { EditedForm } from '../../../../services/leads/forms/schema.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useRestoring, useVersions } from './api.ts'

type Props = {
  form: EditedForm
  version: number
  revision: number
  onClose: () => void
  onRestored: (form: EditedForm) => void
}

/** The published versions; each can be put back into the draft. */
export function Versions({ form, version: current, revision, onClose, onRestored }: Props) {
  const { data, error, isPending, refetch } = useVersions(form.id)
  const restore = useRestoring(form.id, onRestored)

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="versions-title">
      <DialogTitle id="versions-title">Versões publicadas</DialogTitle>
      <DialogContent>
        {isPending && <Skeleton variant="rounded" height={140} aria-hidden />}
        {error && <Failure title="Falha ao carregar as versões" error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <Notice title="Nenhuma versão ainda" text="Cada publicação fica guardada aqui e pode ser restaurada." />
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data?.map(({ version, title, fieldCount, publishedAt, publishedBy, consentVersion }) => (
            <Box
              component="li"
              key={version}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1.5,
                py: 1.5,
                borderTop: 1,
                borderColor: 'divider',
                '&:first-of-type': { border: 0 }
              }}
            >
              <Box sx={{ flexGrow: 1, minWidth: 180 }}>
                <Typography sx={{ fontWeight: 600, display: 'flex', alignItems: 'center', gap: 1 }} component="div">
                  {`Versão ${version}`}
                  {version === current && <Tag tone="success">No ar</Tag>}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  <Moment at={publishedAt} />
                  {publishedBy && ` · ${publishedBy}`}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {`${title} · ${fieldCount} ${fieldCount === 1 ? 'campo' : 'campos'} · consentimento v${consentVersion}`}
                </Typography>
              </Box>
              <Button
                variant="outlined"
                disabled={restore.isPending}
                aria-label={`Restaurar a versão ${version} no rascunho`}
                onClick={() => restore.mutate({ version, revision })}
              >
                Restaurar
              </Button>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
