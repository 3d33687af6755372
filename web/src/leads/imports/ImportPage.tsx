import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useImport } from './api.ts'
import { CheckStep } from './CheckStep.tsx'
import { ColumnFields } from './ColumnFields.tsx'
import { MappingStep } from './MappingStep.tsx'
import { PastImports } from './PastImports.tsx'
import { ResultStep } from './ResultStep.tsx'
import { Steps } from './Steps.tsx'
import { UploadStep } from './UploadStep.tsx'

/** Brings a list of people in: the file, its columns, what would happen, what happened. */
export default function ImportPage() {
  const { id } = useParams()
  return (
    <>
      <Breadcrumb to="/leads" list="Leads" current="Importar" recent={false} />
      <PageHead title="Importar leads" />
      {id ? (
        <OneImport key={id} id={id} />
      ) : (
        <>
          <Steps current={0} />
          <UploadStep />
          <PastImports />
          <ColumnFields />
        </>
      )}
    </>
  )
}

function OneImport({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useImport(id)
  const [mapping, setMapping] = useState(false)
  if (isPending) return <Skeleton variant="rounded" height={420} aria-hidden />
  if (!data)
    return (
      <Card>
        <Failure title="Falha ao carregar a importação" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.run) return <Stage at={3} step={<ResultStep found={data} run={data.run} />} />
  if (data.check && !mapping)
    return <Stage at={2} step={<CheckStep found={data} check={data.check} onBack={() => setMapping(true)} />} />
  return <Stage at={1} step={<MappingStep found={data} onChecked={() => setMapping(false)} />} />
}

const Stage = ({ at, step }: { at: number; step: React.ReactNode }) => (
  <>
    <Steps current={at} />
    {step}
  </>
)
