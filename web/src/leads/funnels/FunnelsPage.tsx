import { PageHead } from '../../ui/PageHead.tsx'

export default function FunnelsPage() {
  return <PageHead title="Funis" />
}
