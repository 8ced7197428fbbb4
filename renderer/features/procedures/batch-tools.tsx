import { Undo2 } from 'lucide-react'
import { documentsText } from '#shared/text/documents.ts'
import { toolsText } from '#shared/text/document-tools.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { announce } from '../../ui-state/announcer.ts'
import { CutDialog, JoinDialog, TurnDialog } from '../document-tools/tools.ts'
import {
  type MadeDocument,
  type ToolSource,
  isHeic,
  isPdf,
  isPicture,
} from '../document-tools/tool-source.ts'
import type { BatchChange } from './batch-change.ts'
import type { Batch } from './batch.ts'
import type { BatchItem } from './batch-state.ts'

export type ToolsOpen = { what: 'one'; item: BatchItem } | { what: 'join' }

/** There is a tool for it. */
export const hasTools = ({ file, state, reading }: BatchItem): boolean =>
  state === 'ready' && reading !== 'locked' && reading !== 'damaged' && (isPdf(file) || isPicture(file))

export const isJoinable = ({ file }: BatchItem): boolean => isPicture(file)

export interface BatchToolsProps {
  open: ToolsOpen | null
  /** Documents that are ready. */
  items: readonly BatchItem[]
  change: BatchChange | null
  batch: Batch
  onClose: () => void
}

/** Tools on documents that are about to be attached, and how to undo the last one. */
export function BatchTools({ open, items, change, batch, onClose }: BatchToolsProps) {
  const replace = (
    ids: readonly string[],
    made: readonly MadeDocument[],
    words: string,
    keepType: boolean,
  ) => {
    batch.replace(ids, made, { words, keepType })
    announce(words)
    onClose()
  }
  return (
    <>
      {change && (
        <Notice
          icon={<Icon of={Undo2} />}
          actions={
            <Button size="low" onClick={batch.undo}>
              {documentsText.undo}
            </Button>
          }
        >
          <p>{change.words}</p>
        </Notice>
      )}
      {open?.what === 'one' && (
        <OneTool
          item={open.item}
          onClose={onClose}
          onAccept={(made) =>
            replace(
              [open.item.id],
              made,
              toolsText.replaced(open.item.file.name, made.length),
              isPicture(open.item.file),
            )
          }
        />
      )}
      {open?.what === 'join' && (
        <JoinDialog
          sources={items.filter(isJoinable).map(sourceOf)}
          heic={items.filter(({ file }) => isHeic(file)).length}
          onClose={onClose}
          onAccept={(ids, file) => replace(ids, [{ file }], toolsText.joined(ids.length), true)}
        />
      )}
    </>
  )
}

function OneTool({
  item,
  ...rest
}: {
  item: BatchItem
  onAccept: Parameters<typeof CutDialog>[0]['onAccept']
  onClose: () => void
}) {
  const source = sourceOf(item)
  return isPdf(item.file) ? <CutDialog source={source} {...rest} /> : <TurnDialog source={source} {...rest} />
}

const sourceOf = ({ id, file }: BatchItem): ToolSource => ({
  id,
  name: file.name,
  // A file that disappears while it is read is said to be gone.
  read: () =>
    file.arrayBuffer().then(
      (bytes) => new Blob([bytes], { type: file.type }),
      () => null,
    ),
})
