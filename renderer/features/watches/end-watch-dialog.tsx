import { watchText as text } from '#shared/text/lookup-lists.ts'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/task-dialogs.tsx'

/** Asks before some plates are watched no more. */
export function EndWatchDialog({ vrms, onClose }: { vrms: readonly string[]; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.endTitle(vrms)}
      body={text.endBody(vrms)}
      keep={text.endKeep}
      submit={text.endSubmit}
      meaning={text.endTitle(vrms)}
      working={text.ending}
      done={text.ended(vrms)}
      run={() => bridge.call('watches.end', { vrms: [...vrms] })}
      onClose={onClose}
    />
  )
}
