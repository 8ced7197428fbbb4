import { useState } from 'react'
import type { DeskColumn, DeskFacets, DeskSort } from '#shared/bridge/desk.ts'
import { selectionText as text } from '#shared/text/app-desk.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { startDeskTransfer } from '../../ui-state/desk-transfer.ts'
import type { Picked } from '../../ui-state/picked.ts'
import { copySummaries, isUndoable, labelAll, markAll, refreshAll, type Target } from './desk-actions.ts'
import { LabelDialog } from './label-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'

export interface BatchPanelsProps {
  /** Those picked, or else the row with the keyboard. */
  target: Target | null
  picked: Picked
  amount: number
  facets: DeskFacets | undefined
  sort: DeskSort
  columns: readonly DeskColumn[]
  labelling: boolean
  onLabelling: (on: boolean) => void
  onClear: () => void
}

/** What floats over the list for those picked: the bar, their labels, and the question before what cannot be undone. */
export function BatchPanels(props: BatchPanelsProps) {
  const { target, picked, amount, facets, sort, columns, labelling, onLabelling } = props
  const client = useClient()
  const [asking, setAsking] = useState<{ amount: number; run: () => void } | null>(null)
  if (target === null) return null
  /** What can be undone is done; with more than that the person says first that it is meant. */
  const sure = (run: () => void) => (isUndoable(target) ? run() : setAsking({ amount: target.amount, run }))
  return (
    <>
      {amount > 0 && (
        <SelectionBar
          amount={amount}
          everything={picked.kind === 'all'}
          onMark={(marked) => sure(() => void markAll(client, target, marked))}
          onLabel={() => onLabelling(true)}
          onCopy={() => void copySummaries(client, target)}
          onExport={(what) =>
            void startDeskTransfer(client.bridge, what, {
              selection: target.selection,
              sort,
              columns: [...columns],
            })
          }
          onRefresh={() => void refreshAll(client, target)}
          onPapers={() =>
            void startDeskTransfer(client.bridge, 'papers.zip', {
              selection: target.selection,
              which: 'generated',
            })
          }
          onClear={props.onClear}
        />
      )}
      {labelling && (
        <LabelDialog
          target={target}
          facets={facets}
          onClose={() => onLabelling(false)}
          onApply={(add, remove) => {
            onLabelling(false)
            sure(() => void labelAll(client, target, add, remove))
          }}
        />
      )}
      {asking && (
        <Dialog label={text.confirmTitle(asking.amount)} role="alertdialog" onClose={() => setAsking(null)}>
          <div className="dialog__body">
            <h2>{text.confirmTitle(asking.amount)}</h2>
            <p>{text.confirmBody}</p>
          </div>
          <div className="dialog__actions">
            <Button data-safe onClick={() => setAsking(null)}>
              {text.confirmKeep}
            </Button>
            <Button
              onClick={() => {
                setAsking(null)
                asking.run()
              }}
            >
              {text.confirmDo(asking.amount)}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
