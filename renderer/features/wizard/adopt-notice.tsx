import { newText as text } from '#shared/text/outbox.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../ui-state/route.ts'
import { FailedNotice } from '../frame/task-notice.tsx'

/** Procedure that is a draft at the service, wherever it was begun: offers to go on with it here. */
export function AdoptNotice({ id }: { id: string }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'adopt'>()
  const adopt = async () => {
    const done = await run('adopt', () => bridge.call('procedures.draft-adopt', { procedureId: id }))
    if (done) openRoute({ view: 'draft', id: done.value.id })
  }
  return (
    <>
      <Notice
        role="note"
        icon={<Sign kind="none" />}
        actions={
          <Button size="low" disabled={task.state === 'busy'} onClick={() => void adopt()}>
            {text.adopt}
          </Button>
        }
      >
        <p>{text.continueDraft}</p>
      </Notice>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </>
  )
}
