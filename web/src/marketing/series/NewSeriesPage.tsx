import { useNavigate } from 'react-router-dom'
import { useSeesAllLeads } from '../../shell/access.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { emptyDraft } from './draft.ts'
import { OthersLeads } from './OthersLeads.tsx'
import { SeriesForm } from './SeriesForm.tsx'

/** A series that is begun. */
export default function NewSeriesPage() {
  const navigate = useNavigate()
  const seesAll = useSeesAllLeads()
  return (
    <>
      <Breadcrumb to="/email?aba=series" list="Sequências automáticas" current="Nova sequência" recent={false} />
      <PageHead title="Nova sequência automática" />
      {seesAll ? (
        <SeriesForm
          id={null}
          version={1}
          initial={emptyDraft()}
          onSaved={({ id }) => void navigate(`/email/series/${id}`, { replace: true })}
        />
      ) : (
        <OthersLeads />
      )}
    </>
  )
}
