import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** Replaces the failed content. */
  fallback?: ReactNode
  onError?: () => void
  /** A change retries. */
  resetKey?: unknown
  children: ReactNode
}

interface State {
  failed: boolean
  resetKey: unknown
}

/** Replaces content that fails to render with `fallback`; the rest of the window goes on. */
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
