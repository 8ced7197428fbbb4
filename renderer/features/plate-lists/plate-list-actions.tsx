import { ArrowRightLeft, Copy, Download, Ellipsis, Pause, Play, RotateCcw } from 'lucide-react'
import type { CommandName, CommandArgs } from '#shared/bridge/contract.ts'
import type { PlateList, PlateListView } from '#shared/bridge/plate-lists.ts'
import { plateListText } from '#shared/text/plate-lists.ts'
import { startBatchText } from '#shared/text/transfer-batches.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import { watchText } from '#shared/text/lookup-lists.ts'
import { Button } from '../../design/button.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { copyText } from '../../app/copy-text.ts'
import { useWatchDialog } from '../lookup/feature.ts'

type ListCommand = Extract<CommandName, `plate-lists.${'pause' | 'resume' | 'retry' | 'first'}`>
export type PlateListDialog = 'rename' | 'stop' | 'remove' | 'transfers'

/** Copies the answer of the rows in a view. */
export async function copyListAnswer({ bridge }: Client, view: PlateListView, amount: number): Promise<void> {
  if (amount === 0) return
  const answer = await bridge.call('plate-lists.text', view)
  if (!answer.ok) return sayFailed(answer.error)
  await copyText(answer.value.text, plateListText.copied(amount))
}

interface PlateListActionsProps {
  list: PlateList
  /** Target of copy, export, print and start: the picked rows or, without any, the rows shown. */
  target: PlateListView
  /** Number of rows shown. */
  amount: number
  saving: boolean
  onSave: (format: 'csv' | 'xlsx') => void
  onDialog: (dialog: PlateListDialog) => void
  onPrint: () => void
  /** Asks for the complete reports of the target rows. */
  onComplete: () => void
}

export function PlateListActions(props: PlateListActionsProps) {
  const { list, target, saving, onSave, onDialog, onPrint, onComplete } = props
  const client = useClient()
  const hint = useKeyHint()
  const watching = useWatchDialog()
  const { id, state, open, counts } = list
  const chosen = target.ords?.length ?? 0
  const amount = chosen || props.amount
  const watch = async () => {
    const marked: PlateListView = { id, query: '', order: 'line', filter: 'marked' }
    const plates = await platesOfView(client, chosen > 0 ? target : marked)
    if (plates) watching.open(plates)
  }
  const run = async (name: ListCommand, done?: string) => {
    const answer = await client.bridge.call(name, { id })
    if (!answer.ok) sayFailed(answer.error)
    else if (done !== undefined) showToast(done)
  }
  return (
    <>
      {state === 'running' && (
        <Button size="low" tone="plain" icon={Pause} onClick={() => void run('plate-lists.pause')}>
          {plateListText.pause}
        </Button>
      )}
      {state === 'stopped' && (
        <Button size="low" tone="plain" icon={Play} onClick={() => void run('plate-lists.resume')}>
          {plateListText.resume}
        </Button>
      )}
      {state === 'done' && counts.unanswered > 0 && (
        <Button size="low" tone="plain" icon={RotateCcw} onClick={() => void run('plate-lists.retry')}>
          {plateListText.retry}
        </Button>
      )}
      <Button
        size="low"
        tone="plain"
        icon={ArrowRightLeft}
        disabled={counts.transferable + counts.with_alerts === 0}
        onClick={() => onDialog('transfers')}
      >
        {plateListText.ofChosen(startBatchText.start, chosen)}
      </Button>
      <MenuButton
        icon={Download}
        disabled={amount === 0 || saving}
        label={plateListText.export}
        items={[
          { id: 'xlsx', label: plateListText.xlsx, run: () => onSave('xlsx') },
          { id: 'csv', label: plateListText.csv, run: () => onSave('csv') },
          {
            id: 'print',
            label: plateListText.print,
            shortcut: 'plate-list.print',
            kbd: hint('plate-list.print').shortcut,
            divided: true,
            run: onPrint,
          },
        ]}
      >
        {plateListText.ofChosen(plateListText.export, chosen)}
      </MenuButton>
      <Button
        size="low"
        tone="primary"
        icon={Copy}
        disabled={amount === 0}
        {...hint('plate-list.copy')}
        onClick={() => void copyListAnswer(client, target, amount)}
      >
        {plateListText.ofChosen(plateListText.copy, chosen)}
      </Button>
      <MenuButton
        icon={Ellipsis}
        label={plateListText.more}
        items={[
          ...(open > 0
            ? [
                {
                  id: 'first',
                  label: plateListText.first,
                  run: () => void run('plate-lists.first', plateListText.isFirst),
                },
                { id: 'stop', label: plateListText.stop, run: () => onDialog('stop') },
              ]
            : []),
          ...(amount > 0 ? [{ id: 'complete', label: plateListText.askShown(chosen), run: onComplete }] : []),
          { id: 'rename', label: plateListText.rename, run: () => onDialog('rename') },
          {
            id: 'remove',
            label: plateListText.remove,
            divided: true,
            run: () => onDialog('remove'),
          },
          ...(chosen + counts.marked > 0
            ? [
                {
                  id: 'watch',
                  label: plateListText.watch(chosen, counts.marked),
                  divided: true,
                  run: () => void watch(),
                },
              ]
            : []),
        ]}
      />
      {watching.dialog}
    </>
  )
}

/** Number of rows that one command returns. */
const PAGE = 200

/** Plates of some rows of a list, to be watched. `null` if the rows cannot be read, or are too many. */
async function platesOfView({ bridge }: Client, view: PlateListView): Promise<string[] | null> {
  const plates = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const args: CommandArgs<'plate-lists.rows'> = { ...view, order: 'line', offset, limit: PAGE }
    const answer = await bridge.call('plate-lists.rows', args)
    if (!answer.ok) {
      sayFailed(answer.error)
      return null
    }
    const { rows, total } = answer.value
    if (total > MAX_WATCHES) {
      showToast(watchText.tooMany(total), 'failed')
      return null
    }
    for (const { vrm } of rows) plates.add(vrm)
    if (rows.length < PAGE) return plates.size > 0 ? [...plates] : null
  }
}
