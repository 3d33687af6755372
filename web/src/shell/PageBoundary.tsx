import OfflineIcon from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'
import { HttpError } from '../core/http.ts'
import { useOnline } from '../core/online.ts'
import { CopyDetails, RequestCode } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDocumentTitle } from '../ui/PageHead.tsx'
import { AccessDenied } from './AccessDenied.tsx'

/** A sentence and a way out, where there would be nothing. */
export function BrokenPage({ error }: { error?: Error | null }) {
  const online = useOnline()
  if (error instanceof HttpError && error.status === 403) return <AccessDenied />
  // The parts of the application that are loaded do not suffice for this page.
  if (!online) return <OfflinePage />
  return <Broken error={error} />
}

const reload = (
  <Button variant="outlined" onClick={() => location.reload()}>
    Recarregar
  </Button>
)

function OfflinePage() {
  useDocumentTitle('Sem conexão')
  return (
    <Notice
      role="alert"
      heading="h1"
      icon={<OfflineIcon />}
      title="Você está sem conexão"
      text="Esta página ainda não foi aberta neste aparelho. Verifique a internet e recarregue."
    >
      {reload}
    </Notice>
  )
}

function Broken({ error }: { error: Error | null | undefined }) {
  useDocumentTitle('Algo deu errado')
  return (
    <Notice
      role="alert"
      heading="h1"
      title="Algo deu errado"
      text="Não foi possível mostrar esta página. Recarregue para tentar de novo."
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        {reload}
        {error && <CopyDetails error={error} />}
      </Box>
      {error && <RequestCode error={error} />}
    </Notice>
  )
}

type State = { failed: boolean; error: Error | null }

/** Keeps the failure of a page to that page: the menu around it goes on working. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error: error instanceof Error ? error : null }
  }

  override render(): ReactNode {
    return this.state.failed ? <BrokenPage error={this.state.error} /> : this.props.children
  }
}
