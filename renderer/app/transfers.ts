import { useCallback, useEffect, useRef, useState } from 'react'
import type { TransferArgs, TransferOutName } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { TransferOptions, TransferProgress } from '../bridge.ts'
import { useClient } from '../replica/client.ts'
import { type ErrorWords, sayFailed } from './say-failed.ts'
import { showToast } from './toasts.ts'

/**
 * Runs a cancellable upload or download.
 * @param leaving whether the transfer stops when the user leaves its page or dialog
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

  /** @returns the result of the transfer, or `null` if cancelled */
  const run = useCallback(
    async <T>(start: (options: TransferOptions) => Promise<Result<T>>): Promise<Result<T> | null> => {
      const control = new AbortController()
      current.current = control
      setProgress({ loaded: 0, total: null })
      const answer = await start({
        signal: control.signal,
        onProgress: (next) => current.current === control && setProgress(next),
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

/** Shows a toast with the outcome of saving a file. */
export function saySaved(answer: Result<unknown>, done: string, errorWords?: ErrorWords): void {
  if (answer.ok) showToast(done)
  else sayFailed(answer.error, errorWords)
}

/**
 * Saves files of one kind to the downloads, one at a time. `saving` is the progress, or `null`.
 * @param leaving whether the download stops when the user leaves its page or dialog
 */
export function useSaveFile<N extends TransferOutName>(
  name: N,
  done: string,
  leaving: 'stops' | 'goes-on' = 'stops',
) {
  const { bridge } = useClient()
  const { progress, run, cancel } = useTransfer(leaving)
  const save = async (args: TransferArgs<N>) => {
    if (progress) return
    const answer = await run((options) => bridge.save(name, args, options))
    if (answer) saySaved(answer, done)
  }
  return { saving: progress, save: (args: TransferArgs<N>) => void save(args), cancel }
}

export type FileSaving = Pick<ReturnType<typeof useSaveFile>, 'saving' | 'cancel'>
