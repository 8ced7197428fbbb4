import { useState } from 'react'
import { acceleratorWords, globalShortcutText as text } from '#shared/text/shortcuts.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { desktop } from '../../shortcuts/handlers.ts'
import { changeProblem } from './quick-lookup-view-model.ts'

/** Changes the shortcut. Its outcome is a line, and the problem of a combination that was not taken. */
export function useShortcutSetting() {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<'change'>()
  const [problem, setProblem] = useState<string | null>(null)
  const [line, setLine] = useState('')
  const failed = task.state === 'failed' ? errorTexts[task.error.code] : null

  /** @returns true if it holds now */
  const change = async (shortcut: string | null): Promise<boolean> => {
    setProblem(null)
    setLine('')
    const done = await run('change', () => bridge.call('quick-lookup.shortcut', { shortcut }))
    if (!done) return false
    const { state } = done.value
    if (shortcut !== null && state !== 'registered' && state !== 'unproven') {
      setProblem(changeProblem(shortcut, done.value, desktop))
      return false
    }
    setLine(shortcut === null ? text.turnedOff : text.changed(acceleratorWords(shortcut, desktop)))
    return true
  }
  /** Drops the outcome, and the answer of a change that is on its way. */
  const reset = (next = '') => {
    forget()
    setProblem(null)
    setLine(next)
  }
  return {
    busy: task.state === 'busy',
    problem: failed ? `${failed.title} ${failed.advice}` : problem,
    line,
    change,
    reset,
  }
}

export type ShortcutSetting = ReturnType<typeof useShortcutSetting>
