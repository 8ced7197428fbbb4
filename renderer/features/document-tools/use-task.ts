import { useEffect, useRef, useState } from 'react'
import { TaskFailed } from './worker-task.ts'

/** One task of a dialog, which ends with it. */
export function useTask() {
  const abort = useRef<AbortController | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<TaskFailed | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    if (abort.current) return null
    const own = new AbortController()
    abort.current = own
    setBusy(true)
    setFailed(null)
    try {
      const done = await work(own.signal)
      return own.signal.aborted ? null : done
    } catch (error) {
      if (!own.signal.aborted) setFailed(error instanceof TaskFailed ? error : new TaskFailed('failed'))
      return null
    } finally {
      if (abort.current === own) abort.current = null
      setBusy(false)
    }
  }
  const cancel = () => {
    abort.current?.abort()
    abort.current = null
  }
  return { busy, failed, run, cancel }
}
