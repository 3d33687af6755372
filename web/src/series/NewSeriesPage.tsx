import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Breadcrumb } from '../shell/Breadcrumb.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { emptyDraft } from './draft.ts'
import { SeriesForm } from './SeriesForm.tsx'

/** A series that is begun. */
export default function NewSeriesPage() {
  const navigate = useNavigate()
  const [begun] = useState(emptyDraft)
  return (
    <>
      <Breadcrumb to="/email?aba=series" list="Sequências automáticas" current="Nova sequência" recent={false} />
      <PageHead title="Nova sequência automática" />
      <SeriesForm
        id={null}
        version={1}
        begun={begun}
        onSaved={({ id }) => void navigate(`/email/series/${id}`, { replace: true })}
      />
    </>
  )
}
