import type { Result } from '#shared/bridge/result.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { type Autosave, changedElsewhere } from '../autosave/autosave.ts'
import { useEffect, useState } from 'react'
import { useSlice } from '../../replica/use-replica.ts'

const AFTER_MS = 1_000

/**
 * True if sending is possible. Becomes false at once when offline, and true after a second online: a key or button that
 * saves for later must not turn into one that sends as it is pressed.
 */
function useSteadyOnline(): boolean {
  const state = useSlice('connection')?.state
  const online = state === 'online' || state === 'idle'
  const [steady, setSteady] = useState(online)
  useEffect(() => {
    if (!online) return setSteady(false)
    const timer = setTimeout(() => setSteady(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [online])
  return online && steady
}

type Way = 'send' | 'finish'

export interface SubmitOptions {
  form: Pick<Autosave<string, string>, 'reviewed' | 'submits'>
  /** Nothing blocks it. */
  isClear: boolean
  /** Announced when it is left finished. */
  finished: string
  /** Requests it, with the version that was reviewed. */
  ask: (how: Way, version: number) => Promise<Result<unknown>>
}

/** Sends the form, or leaves it finished for later. Saves everything typed first. */
export function useSubmit({ form, isClear, finished, ask }: SubmitOptions) {
  const { task, run, forget } = useOnce<Way>()
  const online = useSteadyOnline()
  const canSend = isClear && task.state !== 'busy'
  const submit = async (how: Way) => {
    if (!canSend) return null
    form.submits('asked')
    const version = await form.reviewed()
    const done =
      version === null
        ? null
        : await run(how, async () => (version === 'changed' ? changedElsewhere : ask(how, version)))
    form.submits(done && how === 'send' ? 'taken' : null)
    return done
  }
  return {
    online,
    canSend,
    task,
    forget,
    send: () => submit('send'),
    async finish() {
      if (!(await submit('finish'))) return
      announce(finished)
      showToast(finished)
    },
  }
}

export type Submit = ReturnType<typeof useSubmit>
