import { FileText, FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { intakeText } from '#shared/text/app-documents.ts'
import { attachmentText as text } from '#shared/text/app-procedure.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { DocumentType } from '../documents/document-type.tsx'
import type { Staged, Attachments } from './use-attachments.ts'
import '../documents/draft-documents.css'
import './attachments.css'

export interface AttachmentPanelProps {
  staged: Staged
  attachments: Attachments
  label: string
  /** It holds the page's only primary button. */
  primary: boolean
}

/** Document to attach: chosen, dropped or pasted, its type visible, and one button. */
export function AttachmentPanel({ staged, attachments, label, primary }: AttachmentPanelProps) {
  const { file, type, guessed, problem, more, progress } = staged
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Without a file the focus starts at the button to choose one. With a file it is on the panel: the send button is
  // reached on purpose.
  const sending = progress !== null
  useEffect(() => {
    if (sending) panel.current?.querySelector('button')?.focus()
    else if (file && !problem) panel.current?.focus()
    else choose.current?.focus()
  }, [file, problem, sending])
  const offline = useSlice('connection')?.state === 'down'
  const goal = staged.for
  const failure = goal !== null && attachments.failure?.of === goal ? attachments.failure.error : null
  const words = problem && (problem === 'folder' ? null : problem.why)
  return (
    <div className="attachment-panel" ref={panel} role="group" aria-label={label} tabIndex={-1}>
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        accept=".pdf,.jpg,.jpeg,.png,.heic,.heif"
        onChange={(event) => {
          void attachments.take({ files: [...(event.target.files ?? [])], folders: [] }, staged.for)
          event.target.value = ''
        }}
      />
      {file && (
        <div className="attachment-panel__file">
          <Icon of={FileText} />
          <span className="attachment-panel__name">{text.chosen(file.name, file.size)}</span>
          <DocumentType document={{ name: file.name, type, guessed }} onChange={attachments.setType} />
        </div>
      )}
      {more && <p className="small second">{text.onlyOne}</p>}
      {problem && (
        <Notice role="alert" tone="stop" icon={<Sign kind="unknown" />}>
          <p>
            {words === null ? (
              text.folder
            ) : words === 'unreadable' ? (
              <>
                <b>{intakeText.unreadable.title}</b> {intakeText.unreadable.advice}
              </>
            ) : (
              <>
                <b>{errorTexts[words].title}</b> {errorTexts[words].advice}
              </>
            )}
          </p>
        </Notice>
      )}
      {progress ? (
        <TransferBar
          label={text.receiving(file?.name ?? '')}
          progress={progress}
          cancelLabel={text.cancel}
          onCancel={attachments.cancel}
        />
      ) : (
        <div className="attachment-panel__ways">
          {file && !problem && (
            <CommitButton
              meaning={offline ? 'keep' : 'send'}
              tone={primary ? 'primary' : 'default'}
              size="low"
              onClick={() => void attachments.send()}
            >
              {offline ? text.sendLater : goal === null ? text.send : text.sendAndSolve}
            </CommitButton>
          )}
          <Button ref={choose} size="low" icon={FileUp} onClick={() => input.current?.click()}>
            {file ? text.other : text.choose}
          </Button>
          {goal !== null && !file && (
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
      {!file && <p className="small muted">{text.drop}</p>}
      {offline && <p className="small second">{text.offline}</p>}
      {failure && (
        <p className="small attachment-panel__failed" role="alert">
          <b>{errorTexts[failure.code].title}</b> {errorTexts[failure.code].advice}
        </p>
      )}
    </div>
  )
}
