import { useState } from 'react'
import type { CaseColumn, CaseFacets, CaseSort } from '#shared/bridge/cases.ts'
import { selectionText as text } from '#shared/text/cases.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { startCaseTransfer } from '../../ui-state/case-transfer.ts'
import type { Picked } from '../../ui-state/picked.ts'
import { copySummaries, isUndoable, labelAll, markAll, refreshAll, type Target } from './case-actions.ts'
import { LabelDialog } from './label-dialog.tsx'
import { createLike } from '../wizard/start-draft.ts'
import { Bookmark, Copy, CopyPlus, FileDown, Files, RefreshCw, Tag } from 'lucide-react'
import { copyText } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { MenuButton } from '../../design/menu-button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { SelectionToolbar } from '../frame/lists.tsx'

export interface BatchPanelsProps {
  /** The picked rows, or else the row with the keyboard. */
  target: Target | null
  picked: Picked
  amount: number
  facets: CaseFacets | undefined
  sort: CaseSort
  columns: readonly CaseColumn[]
  /** Rows being labelled: the target when the dialog was opened, whatever the list shows since. */
  labelling: Target | null
  onLabelling: (target: Target | null) => void
  onClear: () => void
}

/**
 * Panels over the list for the picked rows: bar, label dialog and confirmation before what cannot be undone.
 */
export function BatchPanels(props: BatchPanelsProps) {
  const { target, picked, amount, facets, sort, columns, labelling, onLabelling } = props
  const client = useClient()
  const [asking, setAsking] = useState<{ amount: number; run: () => void } | null>(null)
  /** Runs at once if it can be undone; asks for confirmation first otherwise. */
  const sure = (of: Target, run: () => void) =>
    isUndoable(of) ? run() : setAsking({ amount: of.amount, run })
  const only = target?.rows?.length === 1 ? target.rows[0] : undefined
  return (
    <>
      {target && amount > 0 && (
        <SelectionBar
          amount={amount}
          everything={picked.kind === 'all'}
          onMark={(marked) => sure(target, () => void markAll(client, target, marked))}
          onLabel={() => onLabelling(target)}
          onCopy={() => void copySummaries(client, target)}
          onExport={(what) =>
            void startCaseTransfer(client.bridge, what, {
              selection: target.selection,
              sort,
              columns: [...columns],
            })
          }
          onRefresh={() => void refreshAll(client, target)}
          onServiceDocuments={() =>
            void startCaseTransfer(client.bridge, 'service-documents.zip', {
              selection: target.selection,
              which: 'generated',
            })
          }
          onLike={only ? () => void createLike(client, only.id) : null}
          onClear={props.onClear}
        />
      )}
      {labelling && (
        <LabelDialog
          target={labelling}
          facets={facets}
          onClose={() => onLabelling(null)}
          onApply={(add, remove) => {
            onLabelling(null)
            sure(labelling, () => void labelAll(client, labelling, add, remove))
          }}
        />
      )}
      {asking && (
        <ConfirmDialog
          title={text.confirmTitle(asking.amount)}
          body={text.confirmBody}
          keep={text.confirmKeep}
          submit={text.confirmDo(asking.amount)}
          onSubmit={() => {
            setAsking(null)
            asking.run()
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

interface SelectionBarProps {
  amount: number
  everything: boolean
  onMark: (marked: boolean) => void
  onLabel: () => void
  onCopy: () => void
  onExport: (what: 'cases.csv' | 'cases.xlsx') => void
  onRefresh: () => void
  onServiceDocuments: () => void
  /** Another procedure like the only one picked; absent for several. */
  onLike: (() => void) | null
  onClear: () => void
}

/** Actions on the picked rows. */
function SelectionBar(props: SelectionBarProps) {
  const hint = useKeyHint()
  const amount = props.everything ? text.everything(props.amount) : text.amount(props.amount)
  return (
    <SelectionToolbar label={text.label} amount={amount} clear={text.clear} onClear={props.onClear}>
      <Button tone="plain" size="low" icon={Copy} {...hint('cases.copy')} onClick={props.onCopy}>
        {text.copy}
      </Button>
      <Button tone="plain" size="low" icon={Files} onClick={props.onServiceDocuments}>
        {text.serviceDocuments}
      </Button>
      <Button tone="plain" size="low" icon={Tag} {...hint('cases.label')} onClick={props.onLabel}>
        {text.labels}
      </Button>
      <MenuButton
        label={text.more}
        items={[
          ...(props.onLike
            ? [{ id: 'like', label: copyText.action, icon: <Icon of={CopyPlus} />, run: props.onLike }]
            : []),
          {
            id: 'mark',
            divided: props.onLike !== null,
            label: text.mark,
            icon: <Icon of={Bookmark} />,
            run: () => props.onMark(true),
          },
          {
            id: 'unmark',
            label: text.unmark,
            icon: <Icon of={Bookmark} />,
            run: () => props.onMark(false),
          },
          {
            id: 'refresh',
            label: text.refresh,
            icon: <Icon of={RefreshCw} />,
            divided: true,
            run: props.onRefresh,
          },
          {
            id: 'csv',
            label: text.exportCsv,
            icon: <Icon of={FileDown} />,
            divided: true,
            run: () => props.onExport('cases.csv'),
          },
          {
            id: 'xlsx',
            label: text.exportXlsx,
            icon: <Icon of={FileDown} />,
            run: () => props.onExport('cases.xlsx'),
          },
        ]}
      >
        {text.more}
      </MenuButton>
    </SelectionToolbar>
  )
}
