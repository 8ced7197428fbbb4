import type { Result } from '#shared/bridge/result.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSteadyOnline } from '../../replica/use-steady-online.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { type Autosave, changedElsewhere } from '../autosave/autosave.ts'

type Way = 'send' | 'finish'

export interface WordOptions {
  form: Pick<Autosave<string, string>, 'reviewed'>
  /** Nothing holds it up. */
  isClear: boolean
  /** Said when it was left finished. */
  finished: string
  /** Asks for it, with the version that was looked at. */
  ask: (how: Way, version: number) => Promise<Result<unknown>>
}

/** Giving the word to send what was filled in, or leaving it finished for later. Everything typed is kept before. */
export function useGiveWord({ form, isClear, finished, ask }: WordOptions) {
  const { task, run, forget } = useOnce<Way>()
  const online = useSteadyOnline()
  const canSend = isClear && task.state !== 'busy'
  const give = async (how: Way) => {
    if (!canSend) return null
    const version = await form.reviewed()
    if (version === null) return null
    return run(how, async () => (version === 'changed' ? changedElsewhere : ask(how, version)))
  }
  return {
    online,
    canSend,
    task,
    forget,
    send: () => give('send'),
    async finish() {
      if (!(await give('finish'))) return
      announce(finished)
      showToast(finished)
    },
  }
}

export type GiveWord = ReturnType<typeof useGiveWord>
