import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'
import { Notice } from './parts/Notice.tsx'

/** A sentence and a way out, where there would be nothing. */
export const BrokenPage = () => (
  <Notice
    role="alert"
    heading="h1"
    title="Algo deu errado"
    text="Não foi possível mostrar esta página. Recarregue para tentar de novo."
  >
    <Button variant="outlined" onClick={() => location.reload()}>
      Recarregar
    </Button>
  </Notice>
)

type State = { failed: boolean }

/** Keeps the failure of a page to that page: the menu around it goes on working. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <BrokenPage /> : this.props.children
  }
}
