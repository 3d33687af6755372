import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { defaultAccent } from '../../../../services/marketing/mailTemplates/rules.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useMailKit } from './api.ts'
import { type Draft, newBlock } from './blocks.ts'
import { Editor } from './Editor.tsx'
import { blankKey, ReadyTemplates } from './ReadyTemplates.tsx'

const blank = (): Draft => ({
  name: 'Novo modelo',
  subject: '',
  preheader: '',
  body: { format: 1, accent: defaultAccent, blocks: [newBlock('heading'), newBlock('text')] }
})

/** A new template: chosen among ready ones, then edited. */
export default function NewTemplatePage() {
  const template = useSearchParams()[0].get('modelo')
  const navigate = useNavigate()
  const { data: kit, error, refetch } = useMailKit()
  const ready = kit?.ready.find(({ key }) => key === template)

  if (template === null || (kit && !ready && template !== blankKey))
    return (
      <>
        <Breadcrumb to="/email?aba=templates" list="E-mail" current="Novo modelo" recent={false} />
        <PageHead title="Novo modelo" />
        <Typography sx={{ mb: 2, color: 'text.secondary' }}>
          Comece por um modelo pronto e troque as palavras pelas suas, ou escreva do zero.
        </Typography>
        <ReadyTemplates />
      </>
    )
  if (!kit)
    return error ? (
      <Card>
        <Failure heading="h1" title="Falha ao carregar o editor" error={error} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Spinner />
    )
  return (
    <Editor
      key={template}
      id={null}
      version={0}
      kept={`mail template ${template}`}
      initial={ready ? contentOf(ready) : blank}
      variables={kit.variables}
      onSaved={({ id }) => void navigate(`/email/templates/${id}`, { replace: true })}
    />
  )
}

const contentOf =
  ({ name, subject, preheader, body }: Draft) =>
  (): Draft => ({ name, subject, preheader, body })
