import { ArrowRightLeft, Copy, Download, Ellipsis, Pause, Play, RotateCcw } from 'lucide-react'
import type { CommandName } from '#shared/bridge/contract.ts'
import type { PlateList, PlateListView } from '#shared/bridge/plate-lists.ts'
import { plateListText as text } from '#shared/text/plate-lists.ts'
import { startBatchText } from '#shared/text/transfer-batches.ts'
import { Button } from '../../design/button.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { copyText } from '../resources/copy-text.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { platesOfView } from '../watches/marked-plates.ts'
import { useWatchDialog } from '../watches/use-watch-dialog.tsx'

type ListCommand = Extract<CommandName, `plate-lists.${'pause' | 'resume' | 'retry' | 'first'}`>
export type PlateListDialog = 'rename' | 'stop' | 'remove' | 'transfers'

/** Copies the answer of some rows. */
export async function copyListAnswer({ bridge }: Client, view: PlateListView, amount: number): Promise<void> {
  if (amount === 0) return
  const answer = await bridge.call('plate-lists.text', view)
  if (!answer.ok) return sayFailed(answer.error)
  await copyText(answer.value.text, text.copied(amount))
}

export interface PlateListActionsProps {
  list: PlateList
  /** The rows picked or, without any, those shown: what is copied, exported, printed and begun. */
  target: PlateListView
  /** Rows shown. */
  amount: number
  saving: boolean
  onSave: (format: 'csv' | 'xlsx') => void
  onDialog: (dialog: PlateListDialog) => void
  onPrint: () => void
  /** Asks for the complete reports of those rows. */
  onComplete: () => void
}

/** What can be done with a list. */
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
          {text.pause}
        </Button>
      )}
      {state === 'stopped' && (
        <Button size="low" tone="plain" icon={Play} onClick={() => void run('plate-lists.resume')}>
          {text.resume}
        </Button>
      )}
      {state === 'done' && counts.unanswered > 0 && (
        <Button size="low" tone="plain" icon={RotateCcw} onClick={() => void run('plate-lists.retry')}>
          {text.retry}
        </Button>
      )}
      <Button
        size="low"
        tone="plain"
        icon={ArrowRightLeft}
        disabled={counts.transferable + counts.with_alerts === 0}
        onClick={() => onDialog('transfers')}
      >
        {text.ofChosen(startBatchText.start, chosen)}
      </Button>
      <MenuButton
        icon={Download}
        disabled={amount === 0 || saving}
        label={text.export}
        items={[
          { id: 'xlsx', label: text.xlsx, run: () => onSave('xlsx') },
          { id: 'csv', label: text.csv, run: () => onSave('csv') },
          { id: 'print', label: text.print, divided: true, run: onPrint },
        ]}
      >
        {text.ofChosen(text.export, chosen)}
      </MenuButton>
      <Button
        size="low"
        tone="primary"
        icon={Copy}
        disabled={amount === 0}
        {...hint('plate-list.copy')}
        onClick={() => void copyListAnswer(client, target, amount)}
      >
        {text.ofChosen(text.copy, chosen)}
      </Button>
      <MenuButton
        icon={Ellipsis}
        label={text.more}
        items={[
          ...(open > 0
            ? [
                {
                  id: 'first',
                  label: text.first,
                  run: () => void run('plate-lists.first', text.isFirst),
                },
                { id: 'stop', label: text.stop, run: () => onDialog('stop') },
              ]
            : []),
          ...(amount > 0 ? [{ id: 'complete', label: text.askShown(chosen), run: onComplete }] : []),
          { id: 'rename', label: text.rename, run: () => onDialog('rename') },
          {
            id: 'remove',
            label: text.remove,
            divided: true,
            run: () => onDialog('remove'),
          },
          ...(chosen + counts.marked > 0
            ? [
                {
                  id: 'watch',
                  label: text.watch(chosen, counts.marked),
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
