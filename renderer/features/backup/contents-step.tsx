import { useEffect, useId, useRef, useState } from 'react'
import type { BackupContents, Restored } from '#shared/bridge/backup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { count } from '#shared/text/grammar.ts'
import { copyText as text } from '#shared/text/backup.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { UnreadableRecords } from './unreadable-records.tsx'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

export interface ContentsStepProps {
  contents: BackupContents
  onDone: (restored: Restored) => void
  /** The backup has to be chosen again: on the user's request, or because the core no longer holds it. */
  onBack: (failed: AppError | null) => void
  onClose: () => void
}

/** Contents of the backup and how much of it is new here, before anything is merged. */
export function ContentsStep({ contents, onDone, onBack, onClose }: ContentsStepProps) {
  const { bridge } = useClient()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [confirmed, setConfirmed] = useState(false)
  const { task, run } = useOnce<'merge'>()
  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])

  const { token, sameAccount } = contents
  const busy = task.state === 'busy'
  const merge = async () => {
    const done = await run('merge', async () => {
      const answer = await bridge.call('backup.merge', { token, otherAccount: !sameAccount })
      if (!answer.ok && answer.error.code === 'backup-gone') onBack(answer.error)
      return answer
    })
    if (done) onDone(done.value)
  }
  const rows = [
    [text.procedures, contents.procedures, contents.newProcedures],
    [text.signatures, contents.signatures, contents.newSignatures],
    [text.drafts, contents.drafts, contents.newDrafts],
  ] as const
  const fresh = rows.reduce((sum, [, , added]) => sum + added, 0)
  return (
    <>
      <div className="dialog__body">
        <h2 ref={title} tabIndex={-1}>
          {text.restoreTitle}
        </h2>
        <dl className="facts">
          <dt>{text.made}</dt>
          <dd>{text.madeAt(contents.madeAt)}</dd>
          <dt>{text.of}</dt>
          <dd>{text.account(contents)}</dd>
        </dl>
        <table className="copy-contents">
          <thead>
            <tr>
              <th scope="col">{text.columns.what}</th>
              <th scope="col">{text.columns.inside}</th>
              <th scope="col">{text.columns.fresh}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, inside, added]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{count(inside)}</td>
                <td>{count(added)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="small second">{fresh === 0 ? text.nothingNew : text.safe}</p>
        {contents.unreadable && <UnreadableRecords unreadable={contents.unreadable} />}
        {!sameAccount && (
          <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
            <NoticeWords title={text.other(text.account(contents))} body={text.otherBody} />
            <label className="copy-other" htmlFor={id}>
              <input
                id={id}
                type="checkbox"
                checked={confirmed}
                onChange={(event) => setConfirmed(event.target.checked)}
              />
              {text.otherConfirm}
            </label>
          </Notice>
        )}
        {busy && <BusyLine words={text.merging} />}
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
      <div className="dialog__actions">
        <Button className="dialog__start" tone="plain" disabled={busy} onClick={() => onBack(null)}>
          {text.back}
        </Button>
        <Button onClick={onClose}>{text.cancel}</Button>
        <CommitButton
          meaning="merge"
          tone="primary"
          disabled={busy || !(sameAccount || confirmed)}
          onClick={() => void merge()}
        >
          {text.merge}
        </CommitButton>
      </div>
    </>
  )
}
