import { FileUp, Images, CopyCheck, FolderOpen, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isDeduced } from '#shared/domain/procedures/recognise-document.ts'
import { attachmentText as text } from '#shared/text/procedure.ts'
import { documentsText, intakeText, notAcceptedText, batchText, toolsText } from '#shared/text/documents.ts'
import { errorTexts, type ErrorText } from '#shared/text/errors.ts'
import { Button, CommitButton, IconButton } from '../../design/button.tsx'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { Rows } from '../../design/rows.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useLetters } from '../../app/key-hints.tsx'
import { QuickTypes } from '../documents/feature.ts'
import { Icon } from '../../design/icon.tsx'
import { ShrinkButton } from '../document-tools/feature.ts'
import type { Batch } from './batch.ts'
import type { BatchItem } from './batch-state.ts'
import { BatchRow, BatchTools, hasTools, isJoinable, type ToolsOpen } from './batch-row.tsx'
import type { Attachments, StagedBatch } from './use-attachments.ts'
import '../documents/documents.css'
import './attachments.css'

export interface AttachmentPanelProps {
  staged: StagedBatch
  attachments: Attachments
  label: string
  /** True if this panel has the only primary button of the page. */
  primary: boolean
}

/**
 * Documents to attach: chosen, dropped or pasted. The type of each document is visible, and one button sends them.
 */
export function AttachmentPanel({ staged, attachments, label, primary }: AttachmentPanelProps) {
  const { items, sending } = staged
  const { batch, takes } = attachments
  const good = items.filter(({ state }) => state !== 'failed')
  const ready = items.filter(({ state }) => state === 'ready')
  const guessed = ready.filter(isDeduced)
  const panel = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [tools, setTools] = useState<ToolsOpen | null>(null)
  const letters = useLetters()
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Without a file the focus starts on the button to choose one. With files it starts on the panel, so that the user
  // reaches the send button deliberately.
  const isSending = sending !== null
  const isEmpty = good.length === 0
  useEffect(() => {
    if (isSending) panel.current?.querySelector('button')?.focus()
    else if (isEmpty) choose.current?.focus()
    else panel.current?.focus()
  }, [isEmpty, isSending])
  const goal = staged.for
  const failure = goal !== null && attachments.failure?.of === goal ? attachments.failure.error : null
  return (
    <div className="attachment-panel" ref={panel} role="group" aria-label={label} tabIndex={-1}>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-hidden="true"
        tabIndex={-1}
        accept=".pdf,.jpg,.jpeg,.png,.heic,.heif"
        onChange={(event) => {
          attachments.take({ files: [...(event.target.files ?? [])], folders: [] })
          event.target.value = ''
        }}
      />
      {good.length > 0 && (
        <Rows label={batchText.list} letters={letters}>
          {good.map((item) => (
            <BatchRow
              key={item.id}
              item={item}
              asksGoal={good.length > 1 || item.goal !== staged.for}
              incidents={attachments.incidents}
              ways={{
                retype: (type) => batch.setType(item.id, type),
                aim: (to) => batch.setGoal(item.id, to),
                remove: () => batch.remove(item.id),
                tools: !sending && hasTools(item) ? () => setTools({ what: 'one', item }) : undefined,
              }}
            />
          ))}
        </Rows>
      )}
      {!takes && (
        <Notice role="alert" tone="warn" icon={<Sign kind="warn" />}>
          <NoticeWords title={batchText.ended.title} body={batchText.ended.advice} />
        </Notice>
      )}
      <BatchNotes staged={staged} batch={batch} maxBytes={attachments.maxBytes} />
      {good.length > 1 && letters && !sending && <QuickTypes />}
      {guessed.length > 1 && !sending && (
        <p className="draft-documents__guessed small second">
          {documentsText.guessedSome(guessed.length)}
          <Button size="low" onClick={batch.trust}>
            {documentsText.trust}
          </Button>
        </p>
      )}
      {sending ? (
        <TransferBar
          label={batchText.progress(sending.n, sending.of, sending.name)}
          progress={sending.progress}
          cancelLabel={text.cancel}
          onCancel={batch.cancel}
        />
      ) : (
        <div className="attachment-panel__ways">
          {takes && <SendButton staged={staged} attachments={attachments} primary={primary} />}
          {takes && (
            <Button ref={choose} size="low" icon={FileUp} onClick={() => input.current?.click()}>
              {good.length > 0 ? batchText.addMore : text.choose}
            </Button>
          )}
          {takes && ready.filter(isJoinable).length > 1 && (
            <Button size="low" icon={Images} onClick={() => setTools({ what: 'join' })}>
              {toolsText.join}
            </Button>
          )}
          {goal !== null && good.length === 0 && (
            <CommitButton
              meaning="solve"
              size="low"
              title={text.solveHelp}
              disabled={attachments.asking === goal}
              onClick={() => void attachments.solve(goal)}
            >
              {text.solveWithout}
            </CommitButton>
          )}
          <Button tone="plain" size="low" onClick={attachments.close}>
            {text.close}
          </Button>
        </div>
      )}
      <BatchTools
        open={sending ? null : tools}
        items={ready}
        change={sending ? null : staged.change}
        batch={batch}
        onClose={() => setTools(null)}
      />
      {takes && good.length === 0 && <p className="small muted">{text.drop}</p>}
      {takes && good.length > 1 && <p className="small muted">{batchText.each}</p>}
      <Offline />
      {failure && (
        <p className="small attachment-panel__failed" role="alert">
          <b>{errorTexts[failure.code].title}</b> {errorTexts[failure.code].advice}
        </p>
      )}
    </div>
  )
}

function Offline() {
  const offline = useSlice('connection')?.state === 'down'
  return offline && <p className="small second">{text.offline}</p>
}

/**
 * Sends the documents that are ready. A press counts only if the documents and their purposes did not change while
 * the user aimed.
 */
function SendButton({ staged, attachments, primary }: Omit<AttachmentPanelProps, 'label'>) {
  const offline = useSlice('connection')?.state === 'down'
  const { items } = staged
  const ready = items.filter(({ state }) => state === 'ready')
  const checking = items.some(({ state }) => state === 'checking')
  const solves = ready.filter(({ goal }) => goal !== null).length
  const n = ready.length
  if (n === 0) return null
  const words = offline ? batchText.sendLater(n) : batchText.send(n, solves)
  return (
    <CommitButton
      meaning={`${offline ? 'keep' : 'send'} ${ready.map(({ id, goal }) => `${id}>${goal ?? ''}`).join(' ')}`}
      tone={primary ? 'primary' : 'default'}
      size="low"
      disabled={checking}
      onClick={() => void attachments.batch.send()}
    >
      {words}
    </CommitButton>
  )
}

/** Files that were not accepted, each with its reason and the remedy. */
function BatchNotes({ staged, batch, maxBytes }: { staged: StagedBatch; batch: Batch; maxBytes: number }) {
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
          {repeated.length > 0 && <p>{batchText.repeated(repeated)}</p>}
          {folders.length > 0 && <p>{batchText.folders(folders)}</p>}
          {over.length > 0 && <p>{batchText.over(over)}</p>}
        </Notice>
      )}
    </>
  )
}

function problemText({ file, problem }: BatchItem, maxBytes: number): ErrorText {
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
  const words = problemText(item, maxBytes)
  return (
    <div className="batch-problem">
      <p>
        <span className="muted">{batchText.problemOf(file.name)}</span> <b>{words.title}</b> {words.advice}
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
