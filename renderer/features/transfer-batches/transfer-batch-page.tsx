import { ListX, Ellipsis, FilePlus2, FileStack, OctagonX, Send, ClipboardPaste, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Route } from '#shared/bridge/route.ts'
import type { TransferBatchView } from '#shared/bridge/transfer-batches.ts'
import { batchSides, BATCH_COLUMNS, cellField, type BatchField } from '#shared/domain/transfer-batch.ts'
import { viewTitles } from '#shared/text/app.ts'
import { plateListsText } from '#shared/text/plate-lists.ts'
import { sendErrors } from '#shared/text/outbox.ts'
import {
  transferBatchesText,
  transferBatchText as text,
  batchPasteText,
} from '#shared/text/transfer-batches.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Calm, Notice, ScrollArea } from '../../design/layout.tsx'
import { ListFoot } from '../../design/list.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { modKey } from '../../app/shortcuts.ts'
import { registerReset } from '../../app/account-change.ts'
import { openRoute } from '../../app/route.ts'
import { showToast } from '../../app/toasts.ts'
import { ConflictNotice, SavedState } from '../../app/forms/saved-state.tsx'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { UpCrumb } from '../../app/page-parts.tsx'
import { ListState, useHidesNames } from '../../app/lists.tsx'
import { Page } from '../../app/page.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { BatchGrid } from './batch-grid.tsx'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { CommonDocumentDialog, SendBatchDialog } from './batch-dialogs.tsx'
import { CommonForm } from './common-form.tsx'
import { clipboardText, type Pasted } from '#shared/domain/transfer-batch-paste.ts'
import { Icon } from '../../design/icon.tsx'
import { copyText } from '../../app/copy-text.ts'
import { RowDetail } from './row-detail.tsx'
import { type GridRow, useBatch } from './use-batch.ts'
import { useGridActions } from './use-grid-actions.ts'
import './transfer-batches.css'

/** Last focused row of each batch, by the id of the batch. */
const lastRows = new Map<string, number>()
registerReset(() => lastRows.clear())

const toLists = () => openRoute({ view: 'plate-lists' })
const crumb = <UpCrumb name={text.back} title={viewTitles['plate-lists']} onOpen={toLists} />

/** Page of a batch of transfers: the common values above, and a grid with the values that differ. */
export function TransferBatchPage({ route: { id } }: { route: Extract<Route, { view: 'transfer-batch' }> }) {
  const { data, error } = useQuery('transfer-batches.get', { id })
  if (error?.code === 'not-found') return <Gone />
  if (data) return <ShownBatch key={id} known={data} />
  return (
    <Page title={viewTitles['transfer-batch']} section={viewTitles.lookup} lead={crumb} landing>
      <ListState
        loaded={error !== undefined}
        error={error}
        count={0}
        loading={text.loading}
        failed={text.failed}
      />
    </Page>
  )
}

function Gone() {
  return (
    <Page
      title={viewTitles['transfer-batch']}
      section={viewTitles.lookup}
      up="plate-lists"
      lead={crumb}
      landing
    >
      <Calm
        icon={ListX}
        title={text.gone}
        actions={
          <>
            <Button onClick={toLists}>{plateListsText.back}</Button>
            <Button onClick={() => openRoute({ view: 'drafts' })}>{text.toDrafts}</Button>
          </>
        }
      >
        <p>{text.goneBody}</p>
      </Calm>
    </Page>
  )
}

function ShownBatch({ known }: { known: TransferBatchView }) {
  const { bridge } = useClient()
  const onScreen = useBatch(known)
  const { form, values, rows, accepted } = onScreen
  const actions = useGridActions(onScreen)
  const hidesNames = useHidesNames()
  const { task, run } = useOnce<'make' | 'stop'>()
  const hasConflicts = useStore(form.store, ({ form: { theirs } }) => Object.keys(theirs).length > 0)
  const [at, setAt] = useState(() => ({
    row: Math.min(lastRows.get(known.id) ?? 0, known.rows.length - 1),
    column: 1,
  }))
  const [dialog, setDialog] = useState<BatchDialog | null>(null)
  /** Rows ready when the user asked to send. Rows that become ready later are not sent. */
  const [going, setGoing] = useState<readonly GridRow[]>([])
  const { id } = known
  const { other } = batchSides(values)
  const name = transferBatchesText.nameOf(known)
  const ready = rows.filter(({ says }) => says.isReady)
  const canGo = rows.filter(({ says }) => says.canGo)
  const changeable = rows.filter(
    ({ state }) => state === 'editing' || state === 'ready' || state === 'stopped',
  )
  const under = rows.filter(({ state }) => state === 'leaving' || state === 'sending')
  const open = rows.filter(({ state }) => state === 'open')
  const row = rows[at.row]
  const make = async () => {
    const version = await form.reviewed()
    if (version === null) return
    const answer = await run('make', () =>
      version === 'changed'
        ? Promise.resolve({ ok: false as const, error: { code: 'draft-changed' as const, retryable: false } })
        : bridge.call('transfer-batches.make', { id, version }),
    )
    if (answer) showToast(answer.value.made === 0 ? text.notMade : text.made(answer.value.made))
  }
  const stop = async () => {
    const answer = await run('stop', () => bridge.call('transfer-batches.stop', { id }))
    if (answer) showToast(text.stopped(answer.value.stopped))
  }
  const send = () => {
    setGoing(canGo)
    setDialog('send')
  }
  const out = () => document.querySelector<HTMLElement>('[data-batch-detail] button')?.focus()
  return (
    <Page
      title={name}
      section={viewTitles.lookup}
      up="plate-lists"
      lead={crumb}
      flush
      actions={
        <BatchActions
          ready={ready.length}
          canGo={canGo.length}
          under={under.length}
          hasDrafts={changeable.length > 0}
          busy={task.state === 'busy'}
          onMake={() => void make()}
          onStop={() => void stop()}
          onSend={send}
          onDialog={setDialog}
        />
      }
    >
      <div className="batch-above">
        <CommonForm onScreen={onScreen} summary={text.leftOut(known.leftOut)} />
        {hasConflicts && <ConflictNotice form={form} values={values} labels={batchLabels(rows, other)} />}
        {task.state === 'failed' && <FailedNotice error={task.error} texts={sendErrors} />}
        {actions.pasted && (
          <PasteNotice
            pasted={actions.pasted}
            hidesNames={hidesNames}
            onUndo={actions.undoPasted}
            onClose={actions.closePasted}
          />
        )}
        <BatchLine known={known} under={under.length} />
      </div>
      <BatchGrid
        rows={rows}
        other={other}
        hidesNames={hidesNames}
        at={at}
        onAt={(to) => {
          setAt(to)
          lastRows.set(id, to.row)
        }}
        onType={actions.type}
        onLeave={actions.left}
        onPaste={actions.paste}
        onClear={actions.clear}
        onUndo={actions.undo}
        onOut={out}
      />
      {row && <RowDetail row={row} form={form} accepted={accepted} />}
      <ListFoot
        count={text.count(ready.length + canGo.length, rows.length)}
        keys={text.gridKeys(modKey)}
        apart={<SavedState form={form} updatedAt={known.updatedAt} />}
      />
      {dialog === 'send' && (
        <SendBatchDialog
          onScreen={onScreen}
          rows={going}
          withoutDocuments={changeable.length - canGo.length}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'document' && (
        <CommonDocumentDialog
          draftIds={changeable.map(({ draftId }) => draftId)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmTaskDialog
          title={text.removeTitle(name)}
          body={text.removeBody(open.filter(({ own }) => own.some((cell) => cell !== '')).length)}
          keep={text.removeKeep}
          submit={text.removeSubmit}
          working={text.removing}
          done={text.removed}
          run={() => bridge.call('transfer-batches.remove', { id })}
          onDone={toLists}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  )
}

/** Number of rows that the list left out, or progress of the sending. */
function BatchLine({ known, under }: { known: TransferBatchView; under: number }) {
  const { made, sent, leftOut } = known
  const words = made === 0 ? text.leftOut(leftOut) : ''
  return (
    <p className="actions small second">
      {sent + under > 0 ? (
        <>
          <progress aria-label={text.progressLabel} value={sent} max={made} />
          <span className="figures" role="status">
            {[text.progress(sent, made), ...(under > 0 ? [text.progressGoing(under)] : [])].join(' · ')}
          </span>
        </>
      ) : (
        <span>{[words, made < known.total && text.pasteHint].filter(Boolean).join(' ')}</span>
      )}
    </p>
  )
}

/** Names of every field of a batch. The name of a cell contains its plate. */
const batchLabels = (
  rows: readonly GridRow[],
  other: 'seller' | 'buyer',
): Readonly<Record<BatchField, string>> => ({
  ...text.commonLabels,
  ...Object.fromEntries(
    rows.flatMap(({ ord, vrm }) =>
      BATCH_COLUMNS.map((column) => [cellField(ord, column), text.cell(column, displayPlate(vrm), other)]),
    ),
  ),
})

type BatchDialog = 'send' | 'document' | 'remove'

interface BatchActionsProps {
  ready: number
  canGo: number
  under: number
  hasDrafts: boolean
  busy: boolean
  onMake: () => void
  onStop: () => void
  onSend: () => void
  onDialog: (dialog: BatchDialog) => void
}

function BatchActions(props: BatchActionsProps) {
  const { ready, canGo, under, hasDrafts, busy } = props
  return (
    <>
      {under > 0 && (
        <Button size="low" tone="plain" icon={OctagonX} disabled={busy} onClick={props.onStop}>
          {text.stop}
        </Button>
      )}
      {hasDrafts && (
        <Button size="low" tone="plain" icon={FilePlus2} onClick={() => props.onDialog('document')}>
          {text.addDocument}
        </Button>
      )}
      <Button
        size="low"
        tone={canGo === 0 ? 'primary' : 'default'}
        icon={FileStack}
        disabled={ready === 0 || busy}
        onClick={props.onMake}
      >
        {text.make(ready)}
      </Button>
      {hasDrafts && (
        <Button
          size="low"
          tone={canGo === 0 ? 'default' : 'primary'}
          icon={Send}
          disabled={canGo === 0 || busy}
          onClick={props.onSend}
        >
          {text.send(canGo)}
        </Button>
      )}
      <MenuButton
        icon={Ellipsis}
        label={text.more}
        items={[{ id: 'remove', label: text.remove, run: () => props.onDialog('remove') }]}
      />
    </>
  )
}

/** Maximum number of cells that the notice lists. The user can copy the rest. */
const MOST = 40

/** Result of the last paste: the cells without a place, and a button to copy all of them. */
function PasteNotice({
  pasted: { cells, left, by },
  hidesNames,
  onUndo,
  onClose,
}: {
  pasted: Pasted
  hidesNames: boolean
  onUndo: (() => void) | null
  onClose: () => void
}) {
  return (
    <Notice
      role={left.length > 0 ? 'alert' : 'note'}
      tone={left.length > 0 ? 'warn' : 'neutral'}
      icon={<Icon of={ClipboardPaste} />}
      actions={
        <>
          {left.length > 0 && (
            <Button
              size="low"
              onClick={() =>
                void copyText(clipboardText(left.map((cell) => [cell.text])), batchPasteText.copied)
              }
            >
              {batchPasteText.copyLeft}
            </Button>
          )}
          {onUndo && (
            <Button size="low" onClick={onUndo}>
              {batchPasteText.undo}
            </Button>
          )}
          <IconButton icon={X} label={batchPasteText.close} onClick={onClose} />
        </>
      }
    >
      <p>
        {batchPasteText.title(cells, by === 'plate')} {left.length > 0 && batchPasteText.left(left.length)}
      </p>
      {left.length > 0 && (
        <ScrollArea className="batch-left" label={batchPasteText.left(left.length)}>
          <ul>
            {left.slice(0, MOST).map((cell) => (
              <li key={`${cell.row} ${cell.column}`}>
                {batchPasteText.cell(
                  cell.row,
                  cell.column,
                  hidesNames ? text.hidden : cell.text,
                  batchPasteText.why[cell.why],
                )}
              </li>
            ))}
            {left.length > MOST && <li>{batchPasteText.more(left.length - MOST)}</li>}
          </ul>
        </ScrollArea>
      )}
    </Notice>
  )
}
