import type { Training } from '#shared/bridge/training.ts'
import { trainingText } from '#shared/text/app-training.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { askTraining, type TrainingQuestion, useTrainingState } from '../../ui-state/training-state.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

/** Confirms what erases the work in a scenario, wherever it was asked for. */
export function TrainingDialogs({ training }: { training: Training }) {
  const asked = useTrainingState((state) => state.asked)
  if (asked?.id !== training.id) return null
  return <AskDialog what={asked.what} />
}

function AskDialog({ what }: Pick<TrainingQuestion, 'what'>) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'training'>()
  const text = trainingText.ask[what]
  const busy = task.state === 'busy'
  const close = () => askTraining(null)
  const submit = () =>
    run('training', async () => {
      const answer = await bridge.call(what === 'again' ? 'training.again' : 'training.end', {})
      // Even if the bar has gone: every window begins anew meanwhile.
      if (answer.ok) {
        close()
        showToast(text.done)
      }
      return answer
    })
  return (
    <ConfirmDialog
      title={text.title}
      body={text.body}
      keep={trainingText.ask.keep}
      submit={text.submit}
      busy={busy}
      onSubmit={submit}
      onClose={close}
    >
      {busy && <BusyLine words={text.busy} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}
