import AddIcon from '@mui/icons-material/Add'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { mailLimits } from '../../../services/mailTemplates/rules.ts'
import { counted } from '../core/format.ts'
import { Moment } from '../shell/Moment.tsx'
import { Failure } from '../ui/Failure.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { type MailTemplateRow, useMailKit, useTemplateCopy, useTemplates } from './api.ts'
import { readable } from './blocks.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ReadyTemplates } from './ReadyTemplates.tsx'

const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '14px 12px 14px 20px',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600, color: theme.palette.text.primary, textDecoration: 'none' },
  // The whole row leads there, and is one link to the keyboard.
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& .subject': { marginTop: 2 },
  '& .facts': { marginTop: 2, fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& .actions': { position: 'relative', zIndex: 1, display: 'flex', flexShrink: 0 },
  [theme.breakpoints.down('sm')]: { padding: '12px 4px 12px 16px' }
}))

/** The company's templates, the last changed first; ready ones while there is none. */
export function TemplatesTab() {
  const { data: templates, error, refetch } = useTemplates()
  if (error && !templates)
    return (
      <Card>
        <Failure title="Falha ao carregar os modelos" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!templates)
    return (
      <Card sx={{ p: 2.5 }}>
        <LoadingRows label="Carregando modelos" />
      </Card>
    )
  if (templates.length === 0)
    return (
      <>
        <Typography variant="h2">Comece por um modelo pronto</Typography>
        <Typography sx={{ mt: 0.5, mb: 2, color: 'text.secondary' }}>
          Escolha um, troque as palavras pelas suas e salve. Você poderá usá-lo quantas vezes quiser.
        </Typography>
        <ReadyTemplates />
      </>
    )
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {counted(templates.length, 'modelo', 'modelos')}
        </Box>
        <Button variant="contained" component={Link} to="/email/templates/new" startIcon={<AddIcon />}>
          Novo modelo
        </Button>
      </Box>
      <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label="Modelos de e-mail">
        {templates.map(template => (
          <Template key={template.id} template={template} />
        ))}
      </Card>
    </>
  )
}

function Template({ template: { id, name, subject, updatedAt, updatedBy } }: { template: MailTemplateRow }) {
  const [deleting, setDeleting] = useState(false)
  const copy = useTemplateCopy()
  const { data: kit } = useMailKit()
  const labels = new Map(kit?.variables.map(variable => [variable.name, variable.label]))
  return (
    <Row>
      <div className="texts">
        <Link to={`/email/templates/${id}`}>{name}</Link>
        <div className="subject">{readable(subject, labels) || 'Sem assunto'}</div>
        <div className="facts">
          Alterado <Moment at={updatedAt} relative />
          {updatedBy && ` por ${updatedBy}`}
        </div>
      </div>
      <div className="actions">
        <IconButton
          aria-label={`Duplicar ${name}`}
          title="Duplicar"
          aria-busy={copy.isPending}
          onClick={() => copy.isPending || copy.mutate({ id, name: copyName(name) })}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label={`Excluir ${name}`} title="Excluir" onClick={() => setDeleting(true)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </div>
      {deleting && <DeleteDialog id={id} name={name} onClose={() => setDeleting(false)} onDone={() => {}} />}
    </Row>
  )
}

const ending = ' (cópia)'
const copyName = (name: string) => name.slice(0, mailLimits.name - ending.length) + ending
