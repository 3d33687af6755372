import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'
import { Notice } from './parts/Notice.tsx'

type Props = { children: ReactNode }
type State = { failed: boolean }

/** Shows a sentence and a way out where a page failed to render; the menu around it keeps working. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
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
  }
}
