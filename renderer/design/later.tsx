import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component with a chunk of its own. */
export interface Later<P> {
  (props: P): ReactNode
  /** Brings it before it is shown. Rejects when its file cannot be read, which `ErrorBoundary` catches where it is shown. */
  load: () => Promise<void>
}

/** The first screen is up by then. */
const SOON_MS = 1000

/**
 * A component whose chunk comes when it is first shown, or before that by `load`; once there it is painted at once. Its
 * place is empty until then, which `lazy` would prolong: React paints what was suspended 300 ms later at the soonest.
 */
export function later<P extends object>(bring: () => Promise<ComponentType<P>>): Later<P> {
  let Part: ComponentType<P> | null = null
  const load = async () => {
    Part ??= await bring()
  }
  function LaterPart(props: P) {
    const [error, setError] = useState<unknown>(null)
    const [, setHere] = useState(Part !== null)
    useEffect(() => {
      let wanted = true
      // Also when it came between rendering and now.
      load().then(
        () => wanted && setHere(true),
        (reason: unknown) => wanted && setError(reason ?? new Error('the part did not come')),
      )
      return () => {
        wanted = false
      }
    }, [])
    if (error) throw error
    return Part && <Part {...props} />
  }
  return Object.assign(LaterPart, { load })
}

/** Brings parts one by one once the first screen is up: from then on they open at once, also without the host. */
export function useLoadSoon(parts: readonly Pick<Later<never>, 'load'>[]) {
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(async () => {
      for (const { load } of parts) if (wanted) await load().catch(() => {})
    }, SOON_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [parts])
}
