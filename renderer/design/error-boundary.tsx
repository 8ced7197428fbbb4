import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** In the place of what failed. */
  fallback?: ReactNode
  onError?: () => void
  /** Another value is another try. */
  resetKey?: unknown
  children: ReactNode
}

interface State {
  failed: boolean
  resetKey: unknown
}

/** What fails while it is drawn leaves its place to `fallback`, and the rest of the window goes on. */
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
