import AddIcon from '@mui/icons-material/Add'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { mailLimits } from '../../../../services/marketing/mailTemplates/rules.ts'
import { counted } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { NamedRow } from '../../ui/LinkRow.ts'
import { type MailTemplateRow, useMailKit, useTemplateCopy, useTemplates } from './api.ts'
import { readable } from './blocks.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ReadyTemplates } from './ReadyTemplates.tsx'

const Row = styled(NamedRow)(({ theme }) => ({
  gap: 8,
  paddingRight: 12,
  '& .subject': { marginTop: 2 },
  '& .actions': { position: 'relative', zIndex: 1, display: 'flex', flexShrink: 0 },
  [theme.breakpoints.down('sm')]: { padding: '12px 4px 12px 16px' }
}))

export const NewTemplateButton = () => (
  <Button variant="contained" component={Link} to="/email/templates/new" startIcon={<AddIcon />}>
    Novo modelo
  </Button>
)

/** The company's templates, the last changed first; ready ones while there is none. */
export const TemplatesTab = () => (
  <CardList
    query={useTemplates()}
    label="Modelos de e-mail"
    loading="Carregando modelos"
    failure="Falha ao carregar os modelos"
    count={length => counted(length, 'modelo', 'modelos')}
    empty={
      <>
        <Typography variant="h2">Comece por um modelo pronto</Typography>
        <Typography sx={{ mt: 0.5, mb: 2, color: 'text.secondary' }}>
          Escolha um, troque as palavras pelas suas e salve. Você poderá usá-lo quantas vezes quiser.
        </Typography>
        <ReadyTemplates />
      </>
    }
  >
    {template => <Template key={template.id} template={template} />}
  </CardList>
)

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
