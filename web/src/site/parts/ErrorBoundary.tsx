import { Component, type ReactNode } from 'react'
import { BrokenPage } from './BrokenPage.tsx'

type State = { failed: boolean; error?: Error | undefined }

/** Shows a sentence in place of a page that cannot be drawn. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error: error instanceof Error ? error : undefined }
  }

  override render() {
    return this.state.failed ? <BrokenPage error={this.state.error} /> : this.props.children
  }
}
