import Card from '@mui/material/Card'
import { useNavigate, useParams } from 'react-router-dom'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useMailKit, useTemplate } from './api.ts'
import { Editor } from './Editor.tsx'

/** A template that the company has. */
export default function TemplatePage() {
  const { id = '' } = useParams()
  return <OneTemplate key={id} id={id} />
}

function OneTemplate({ id }: { id: string }) {
  const navigate = useNavigate()
  const template = useTemplate(id)
  const kit = useMailKit()
  const error = template.error ?? kit.error
  if (template.data && kit.data) {
    const { name, subject, preheader, body, version } = template.data
    return (
      <Editor
        id={id}
        version={version}
        kept={`mail template ${id}`}
        initial={() => ({ name, subject, preheader, body })}
        variables={kit.data.variables}
        onSaved={saved => void navigate(`/email/templates/${saved.id}`, { replace: true })}
      />
    )
  }
  if (!error) return <Spinner />
  return (
    <>
      <Breadcrumb to="/email?aba=templates" list="E-mail" />
      <Card>
        <Failure
          heading="h1"
          title="Falha ao carregar o modelo"
          error={error}
          onRetry={() => void (template.error ? template.refetch() : kit.refetch())}
        />
      </Card>
    </>
  )
}
