import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { watchText as text } from '#shared/text/lookup-lists.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useLast } from '../cases/use-last.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { EndWatchDialog } from './end-watch-dialog.tsx'
import { WatchForm } from './watch-form.tsx'

/** What is known of the plates before they are watched. */
export type WatchesOf = CommandResult<'watches.of'>

export interface WatchDialogProps {
  vrms: readonly string[]
  onClose: () => void
}

/** *Vigilar*: on which days some plates are looked up again, until when and at what cost; or no more. */
export function WatchDialog({ vrms, onClose }: WatchDialogProps) {
  const { data, error } = useQuery('watches.of', { vrms: [...vrms] })
  // What changes meanwhile does not empty the form.
  const known = useLast(data)
  const [isEnding, setIsEnding] = useState(false)
  if (known && isEnding) return <EndWatchDialog vrms={vrms} onClose={onClose} />
  if (known) return <WatchForm vrms={vrms} known={known} onEnd={() => setIsEnding(true)} onClose={onClose} />
  return (
    <TitledDialog
      title={text.title(vrms)}
      onClose={onClose}
      actions={
        <Button tone="plain" onClick={onClose}>
          {text.cancel}
        </Button>
      }
    >
      {error ? (
        <FailedNotice error={error} />
      ) : (
        // Enter by reflex is for the form that follows: it must not cancel.
        <div tabIndex={-1} data-safe>
          <BusyLine words={text.loading} />
        </div>
      )}
    </TitledDialog>
  )
}
