import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '#shared/bridge/result.ts'
import type { TransferOptions, TransferProgress } from '../bridge.ts'

/**
 * Runs one cancellable transfer.
 * @param leaving whether it stops when its page or dialog is left
 */
export function useTransfer(leaving: 'stops' | 'goes-on' = 'stops') {
  const [progress, setProgress] = useState<TransferProgress | null>(null)
  const current = useRef<AbortController | null>(null)
  const cancel = useCallback(() => {
    current.current?.abort()
    current.current = null
    setProgress(null)
  }, [])
  useEffect(
    () => () => {
      if (leaving === 'stops') current.current?.abort()
    },
    [leaving],
  )

  /** @returns its result, or `null` if cancelled */
  const run = useCallback(
    async <T>(start: (options: TransferOptions) => Promise<Result<T>>): Promise<Result<T> | null> => {
      const control = new AbortController()
      current.current = control
      setProgress({ loaded: 0, total: null })
      const answer = await start({
        signal: control.signal,
        onProgress: (told) => current.current === control && setProgress(told),
      })
      if (control.signal.aborted) return null
      current.current = null
      setProgress(null)
      return answer
    },
    [],
  )
  return { progress, run, cancel }
}
