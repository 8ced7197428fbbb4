import { useEffect, useRef } from 'react'
import type { Result } from '#shared/bridge/result.ts'
import { sendingText as text } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { useFastNow } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { useShortcuts } from '../../shortcuts/handlers.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { secondsLeft } from './outbox-view-model.ts'

/** Time left to undo a submission, with the undo button, which takes the focus. */
export function LeavingBar({
  sendAt,
  undo,
}: {
  sendAt: number | undefined
  undo: () => Promise<Result<unknown>>
}) {
  const { task, run } = useOnce<'undo'>()
  const now = useFastNow(250)
  const hint = useKeyHint()
  const button = useRef<HTMLButtonElement>(null)
  const seconds = secondsLeft(sendAt === undefined ? {} : { sendAt }, now)
  const first = useRef(seconds)
  useEffect(() => {
    button.current?.focus()
    announce(text.announce(first.current))
  }, [])
  const undoIt = async () => {
    if (await run('undo', undo)) announce(text.undone)
  }
  useShortcuts({ 'leaving.undo': () => void undoIt() })
  return (
    <>
      <div className="sending__bar">
        <div>
          <h2 className="figures">{seconds > 0 ? text.leaving(seconds) : text.now}</h2>
          {seconds > 0 && <p className="small second">{text.leavingBody}</p>}
        </div>
        <Button
          ref={button}
          tone="primary"
          {...hint('leaving.undo')}
          disabled={task.state === 'busy'}
          onClick={() => void undoIt()}
        >
          {text.undo}
        </Button>
      </div>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </>
  )
}
