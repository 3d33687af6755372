import { Component, type ReactNode } from 'react'

type State = { failed: boolean }

const centred = { maxWidth: '40ch', margin: '20vh auto', padding: 16, textAlign: 'center' } as const

/** The last resort: the application could not even start, so this needs nothing but React. */
export class StartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main role="alert" style={centred}>
        <h1>Algo deu errado</h1>
        <p>Não foi possível abrir o aplicativo. Verifique sua conexão de internet e recarregue a página.</p>
        <button type="button" onClick={() => location.reload()}>
          Recarregar
        </button>
      </main>
    )
  }
}
