import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** Component in a separate chunk. */
export interface Later<P> {
  (props: P): ReactNode
  /**
   * Loads the chunk before the component is shown. Rejects if the file cannot be read. `ErrorBoundary` catches that
   * error where the component is shown.
   */
  load: () => Promise<void>
}

/** Delay in ms after which the first screen is ready. */
const SOON_MS = 1000

/**
 * Makes a component whose chunk loads when it is first shown, or earlier with `load`. `lazy` would take longer: React
 * shows suspended content at least 300 ms later.
 * @param Meanwhile rendered until the chunk has loaded; nothing if omitted
 */
export function later<P extends object>(
  bring: () => Promise<ComponentType<P>>,
  Meanwhile?: ComponentType<P>,
): Later<P> {
  let Part: ComponentType<P> | null = null
  const load = async () => {
    Part ??= await bring()
  }
  function LaterPart(props: P) {
    const [error, setError] = useState<unknown>(null)
    const [, setHere] = useState(Part !== null)
    useEffect(() => {
      let wanted = true
      // The chunk may have loaded between the render and this effect.
      load().then(
        () => wanted && setHere(true),
        (reason: unknown) => wanted && setError(reason ?? new Error('the part did not come')),
      )
      return () => {
        wanted = false
      }
    }, [])
    if (error) throw error
    const Shown = Part ?? Meanwhile
    return Shown && <Shown {...props} />
  }
  return Object.assign(LaterPart, { load })
}

/**
 * Loads components one by one after the first screen. Then they open at once, even without the host.
 * @param afterMs 0 for components that the next key press may show (`NEXT_PARTS` of build/first-load.ts)
 * @returns true once every load has ended or failed
 */
export function useLoadSoon(parts: readonly Pick<Later<never>, 'load'>[], afterMs = SOON_MS): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(async () => {
      for (const { load } of parts) if (wanted) await load().catch(() => {})
      if (wanted) setLoaded(true)
    }, afterMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [parts, afterMs])
  return loaded
}
