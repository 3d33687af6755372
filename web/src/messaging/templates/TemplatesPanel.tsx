import AddIcon from '@mui/icons-material/Add'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import SubmitIcon from '@mui/icons-material/RateReviewOutlined'
import SyncIcon from '@mui/icons-material/Sync'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { priceText } from '../../../../services/messaging/prices/rules.ts'
import {
  categoryLabels,
  type TemplateStatus,
  templateStatusLabels
} from '../../../../services/messaging/templates/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import type { Tone } from '../../core/tokens.ts'
import { Moment } from '../../shell/Moment.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Tag } from '../../ui/Tag.tsx'
import {
  shownAtOnce,
  useTemplateCopy,
  useTemplateDelete,
  useTemplateSubmit,
  useTemplateSync,
  useTemplates
} from './api.ts'
import { shownName } from './TemplatePicker.tsx'

const TemplateEditor = onDemand(async () => (await import('./TemplateEditor.tsx')).TemplateEditor)

const tones: Record<TemplateStatus, Tone> = {
  draft: 'neutral',
  pending: 'info',
  approved: 'success',
  rejected: 'error',
  paused: 'warning',
  disabled: 'error',
  archived: 'neutral'
}

/** The company's templates of messages: written, reviewed, copied and deleted. */
export function TemplatesPanel() {
  const [q, setQ] = useState('')
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  const templates = useTemplates(q.trim())
  const sync = useTemplateSync()
  const syncedAt = templates.data
    ?.map(each => each.syncedAt ?? '')
    .sort()
    .at(-1)
  return (
    <>
      <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
        Com modelos aprovados pela Meta você escreve a quem não escreveu nas últimas 24 horas.
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
          Novo modelo
        </Button>
        <Button
          variant="outlined"
          startIcon={<SyncIcon />}
          aria-busy={sync.isPending}
          onClick={() => sync.isPending || sync.mutate()}
        >
          Sincronizar agora
        </Button>
        {syncedAt && (
          <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Lidos da Meta <Moment at={syncedAt} relative />
          </Box>
        )}
      </Box>
      <SearchField
        fullWidth
        size="small"
        label="Buscar entre os modelos"
        placeholder="Buscar entre os modelos"
        value={q}
        onChange={setQ}
        input={{ maxLength: 100 }}
      />
      <Loaded of={templates} what="os modelos">
        {rows => (
          <>
            {rows.length === 0 && (
              <Box component="p" sx={{ color: 'text.secondary' }}>
                {q.trim() ? 'Nenhum modelo tem essas palavras.' : 'Ainda não há modelos. Comece por um pronto.'}
              </Box>
            )}
            <Box component="ul" aria-label="Modelos" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
              {rows.map(template => (
                <Row key={template.id} template={template} onEdit={() => setEdited(template)} onCopied={setEdited} />
              ))}
            </Box>
            {rows.length === shownAtOnce && (
              <Box component="p" sx={{ mb: 0, fontSize: '0.8125rem', color: 'text.secondary' }}>
                Aparecem os {shownAtOnce} mudados por último. Busque para ver outros.
              </Box>
            )}
          </>
        )}
      </Loaded>
      {edited && <TemplateEditor template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

type RowProps = { template: Template; onEdit: () => void; onCopied: (template: Template) => void }

function Row({ template, onEdit, onCopied }: RowProps) {
  const { id, name, language, category, previousCategory, status, rejectedReason, quality, body, draft, price } =
    template
  const [deleting, setDeleting] = useState(false)
  const submit = useTemplateSubmit()
  const copy = useTemplateCopy(onCopied)
  const remove = useTemplateDelete(() => setDeleting(false))
  const shown = shownName(name)
  const submits = status === 'draft' || status === 'rejected' || draft !== null
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 1.25, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="span" sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
            {shown}
          </Box>
          <Tag tone={tones[status]}>{templateStatusLabels[status]}</Tag>
          {draft && <Tag tone="neutral">Mudança não enviada</Tag>}
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {categoryLabels[category]}
          {previousCategory && ` (era ${categoryLabels[previousCategory].toLowerCase()})`} · {language} ·{' '}
          {priceText(price)}
          {(quality === 'YELLOW' || quality === 'RED') && ` · qualidade ${quality === 'YELLOW' ? 'média' : 'baixa'}`}
        </Box>
        {rejectedReason && <Box sx={{ fontSize: '0.8125rem', color: 'error.main' }}>{rejectedReason}</Box>}
        <Box
          sx={{
            fontSize: '0.875rem',
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden'
          }}
        >
          {draft?.body ?? body}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'start' }}>
        {submits && (
          <IconButton
            aria-label={`Mandar ${shown} para análise`}
            title="Mandar para análise"
            aria-busy={submit.isPending}
            onClick={() => submit.isPending || submit.mutate(id)}
          >
            <SubmitIcon fontSize="small" />
          </IconButton>
        )}
        <IconButton aria-label={`Abrir ${shown}`} title="Abrir" onClick={onEdit}>
          <EditIcon fontSize="small" />
        </IconButton>
        <IconButton
          aria-label={`Copiar ${shown}`}
          title="Copiar"
          aria-busy={copy.isPending}
          onClick={() => copy.isPending || copy.mutate({ id })}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label={`Excluir ${shown}`} title="Excluir" onClick={() => setDeleting(true)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
      {deleting && (
        <ConfirmDialog
          title={`Excluir ${shown}?`}
          action="Excluir"
          busy={remove.isPending}
          onClose={() => setDeleting(false)}
          onDo={() => remove.mutate(id)}
        >
          {status === 'draft'
            ? 'O rascunho some daqui.'
            : 'O modelo some daqui e da Meta, que só aceita outro com o mesmo nome depois de quatro semanas.'}
        </ConfirmDialog>
      )}
    </Box>
  )
}
