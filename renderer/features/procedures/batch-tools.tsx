import { useState } from 'react'
import { Undo2 } from 'lucide-react'
import { documentsText } from '#shared/text/app-documents.ts'
import { toolsText } from '#shared/text/app-document-tools.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { announce } from '../../ui-state/announcer.ts'
import { CutDialog, JoinDialog, TurnDialog } from '../document-tools/tools.ts'
import type { ToolSource } from '../document-tools/tool-source.ts'
import { isHeic, isPdf, isPicture } from '../document-tools/picture-kind.ts'
import type { Batch, BatchItem } from './batch.ts'

export type ToolsOpen = { what: 'one'; item: BatchItem } | { what: 'join' }

/** There is a tool for it. */
export const hasTools = ({ file, state, reading }: BatchItem): boolean =>
  state === 'ready' && reading !== 'locked' && reading !== 'damaged' && (isPdf(file) || isPicture(file))

export const isJoinable = ({ file }: BatchItem): boolean => isPicture(file)

export interface BatchToolsProps {
  open: ToolsOpen | null
  /** Documents that are ready. */
  items: readonly BatchItem[]
  batch: Batch
  onClose: () => void
}

/** Tools on documents that are about to be attached, and how to undo the last one. */
export function BatchTools({ open, items, batch, onClose }: BatchToolsProps) {
  const [done, setDone] = useState<{ words: string; undo: () => void } | null>(null)
  const replaced = (words: string, undo: () => void) => {
    setDone({ words, undo })
    announce(words)
    onClose()
  }
  return (
    <>
      {done && (
        <Notice
          icon={<Icon of={Undo2} />}
          actions={
            <Button
              size="low"
              onClick={() => {
                done.undo()
                setDone(null)
              }}
            >
              {documentsText.undo}
            </Button>
          }
        >
          <p>{done.words}</p>
        </Notice>
      )}
      {open?.what === 'one' && (
        <OneTool
          item={open.item}
          onClose={onClose}
          onAccept={(made) =>
            replaced(
              toolsText.replaced(open.item.file.name, made.length),
              batch.replace([open.item.id], made, isPicture(open.item.file)),
            )
          }
        />
      )}
      {open?.what === 'join' && (
        <JoinDialog
          sources={items.filter(isJoinable).map(sourceOf)}
          heic={items.filter(({ file }) => isHeic(file)).length}
          onClose={onClose}
          onAccept={(ids, file) =>
            replaced(toolsText.joined(ids.length), batch.replace(ids, [{ file }], true))
          }
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
