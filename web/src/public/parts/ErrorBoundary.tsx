import { Component, type ReactNode } from 'react'
import { BrokenPage } from './BrokenPage.tsx'

/** Shows a sentence in place of a page that cannot be drawn. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <BrokenPage /> : this.props.children
  }
}
