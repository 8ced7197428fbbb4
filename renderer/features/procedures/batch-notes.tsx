import { CopyCheck, FolderOpen, X } from 'lucide-react'
import { intakeText, notAcceptedText } from '#shared/text/app-documents.ts'
import { batchText as text, toolsText } from '#shared/text/app-document-tools.ts'
import { type ErrorText, errorTexts } from '#shared/text/errors.ts'
import { IconButton } from '../../design/icon-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { ShrinkButton } from '../document-tools/shrink-button.tsx'
import type { Batch } from './batch.ts'
import type { BatchItem } from './batch-state.ts'
import type { StagedBatch } from './use-attachments.ts'

/** Files that were not taken, each with its reason and what to do. */
export function BatchNotes({
  staged,
  batch,
  maxBytes,
}: {
  staged: StagedBatch
  batch: Batch
  maxBytes: number
}) {
  const { items, repeated, folders, over } = staged
  const wrong = items.filter(({ problem }) => problem !== undefined)
  return (
    <>
      {wrong.length > 0 && (
        <Notice role="alert" tone="stop" icon={<Sign kind="unknown" />}>
          {wrong.map((item) => (
            <Problem key={item.id} item={item} batch={batch} maxBytes={maxBytes} />
          ))}
        </Notice>
      )}
      {(repeated.length > 0 || folders.length > 0 || over.length > 0) && (
        <Notice
          role="alert"
          tone="warn"
          icon={
            over.length > 0 ? <Sign kind="warn" /> : <Icon of={folders.length > 0 ? FolderOpen : CopyCheck} />
          }
          actions={<IconButton icon={X} label={intakeText.dismissShort} onClick={batch.forgetNotes} />}
        >
          {repeated.length > 0 && <p>{text.repeated(repeated)}</p>}
          {folders.length > 0 && <p>{text.folders(folders)}</p>}
          {over.length > 0 && <p>{text.over(over)}</p>}
        </Notice>
      )}
    </>
  )
}

function wordsOf({ file, problem }: BatchItem, maxBytes: number): ErrorText {
  const why = problem?.why ?? 'unreadable'
  if (why === 'unreadable') return intakeText.unreadable
  if (why === 'document-not-accepted') return notAcceptedText(file.name)
  return why === 'document-too-large' && file.size > maxBytes
    ? intakeText.tooLarge(file.size, maxBytes)
    : errorTexts[why]
}

function Problem({ item, batch, maxBytes }: { item: BatchItem; batch: Batch; maxBytes: number }) {
  const { file, problem } = item
  if (!problem) return null
  const { why } = problem
  const words = wordsOf(item, maxBytes)
  return (
    <div className="batch-problem">
      <p>
        <span className="muted">{text.problemOf(file.name)}</span> <b>{words.title}</b> {words.advice}
      </p>
      {why === 'document-too-large' && (
        <ShrinkButton
          file={file}
          maxBytes={maxBytes}
          onShrunk={(smaller) =>
            batch.replace([item.id], [{ file: smaller }], {
              words: toolsText.replaced(file.name, 1),
              keepType: false,
            })
          }
        />
      )}
    </div>
  )
}
