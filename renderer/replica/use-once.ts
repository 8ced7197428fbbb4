import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError, Result } from '#shared/bridge/result.ts'

export type Task<W extends string> =
  { state: 'idle' } | { state: 'busy'; what: W } | { state: 'failed'; what: W; error: AppError }

/** Runs one task at a time. The answer is ignored if the dialog was closed or its subject has changed. */
export function useOnce<W extends string>() {
  const [task, setTask] = useState<Task<W>>({ state: 'idle' })
  const turn = useRef(0)
  useEffect(() => () => void (turn.current += 1), [])

  const forget = useCallback(() => {
    turn.current += 1
    setTask((now) => (now.state === 'idle' ? now : { state: 'idle' }))
  }, [])
  const run = useCallback(async <T>(what: W, ask: () => Promise<Result<T>>): Promise<{ value: T } | null> => {
    const mine = ++turn.current
    setTask({ state: 'busy', what })
    const answer = await ask()
    if (mine !== turn.current) return null
    setTask(answer.ok ? { state: 'idle' } : { state: 'failed', what, error: answer.error })
    return answer.ok ? { value: answer.value } : null
  }, [])
  return { task, run, forget }
}

/**
 * Wraps an action so that a second call does nothing while the action runs. A failure reaches only the first caller.
 */
export function onceAtATime<A extends unknown[]>(
  action: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  let isRunning = false
  return async (...args) => {
    if (isRunning) return
    isRunning = true
    try {
      await action(...args)
    } finally {
      isRunning = false
    }
  }
}
