import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useSearchParams } from 'react-router-dom'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useForm, useForms } from './api.ts'
import { Editor } from './Editor.tsx'
import { FormList } from './FormList.tsx'

/** The forms of the company; its only one is opened at once. */
export default function FormEditorPage() {
  const formParam = useSearchParams()[0].get('form')
  const { data: forms, error, isPending, refetch } = useForms()
  if (isPending) return <Loading />
  if (!forms)
    return (
      <>
        <PageHead title="Formulário" />
        <Card>
          <Failure title="Falha ao carregar os formulários" error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    )
  const id = formParam ?? (forms.length === 1 ? forms[0]?.id : undefined)
  return id ? <OneForm key={id} id={id} several={forms.length > 1} /> : <FormList forms={forms} />
}

function OneForm({ id, several }: { id: string; several: boolean }) {
  const { data, error, isPending, refetch } = useForm(id)
  if (isPending) return <Loading />
  if (!data)
    return (
      <>
        <PageHead title="Formulário" />
        <Card>
          <Failure title="Falha ao carregar o formulário" error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    )
  return <Editor form={data} several={several} />
}

const Loading = () => (
  <>
    <PageHead title="Formulário" />
    <Skeleton variant="rounded" height={480} aria-hidden />
  </>
)
