import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** Content shown after an error. */
  fallback?: ReactNode
  onError?: () => void
  /** Any new value renders the children again. */
  resetKey?: unknown
  children: ReactNode
}

interface State {
  failed: boolean
  resetKey: unknown
}

/** Shows `fallback` instead of content that fails to render. The rest of the window keeps working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return state.resetKey === resetKey ? null : { failed: false, resetKey }
  }

  override state: State = { failed: false, resetKey: this.props.resetKey }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
