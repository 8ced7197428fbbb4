import { Trash2 } from 'lucide-react'
import type { Result } from '#shared/bridge/result.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../frame/task-notice.tsx'

export interface DiscardedProps {
  text: { discardedTitle: string; discardedBody: string; restore: string }
  restore: () => Promise<Result<unknown>>
}

/** Discarded item that can still be restored. */
export function Discarded({ text, restore }: DiscardedProps) {
  const { task, run } = useOnce<'restore'>()
  return (
    <Calm
      icon={Trash2}
      title={text.discardedTitle}
      actions={
        <Button tone="primary" disabled={task.state === 'busy'} onClick={() => void run('restore', restore)}>
          {text.restore}
        </Button>
      }
    >
      <p>{text.discardedBody}</p>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </Calm>
  )
}
