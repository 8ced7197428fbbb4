import { useEffect, useRef, useState, type ChangeEvent, type FormEvent, useId } from 'react'
import { FileArchive } from 'lucide-react'
import type { BackupContents, Restored } from '#shared/bridge/backup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { copyText as text } from '#shared/text/backup.ts'
import { settingsText } from '#shared/text/settings.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { count } from '#shared/text/grammar.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { TransferBar, Notice, NoticeWords } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useTransfer } from '../../app/transfers.ts'
import { Sign } from '../../design/sign.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { SettingProblem } from '../../app/setting-rows.tsx'
import { FailedNotice, BusyLine } from '../../app/task-notice.tsx'
import { SecretField } from '../../design/secret-field.tsx'
import '../../app/setting-sections.css'

type Step =
  | { at: 'read'; failed: AppError | null }
  | { at: 'contents'; contents: BackupContents }
  | { at: 'done'; restored: Restored }

/**
 * Restores a backup in three steps: file, contents, outcome. Nothing is written before the user confirms the
 * contents.
 */
export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'read', failed: null })
  return (
    <Dialog label={text.restoreTitle} dismissable={false} onClose={onClose}>
      {step.at === 'read' && (
        <ReadStep
          failedBefore={step.failed}
          onRead={(contents) => setStep({ at: 'contents', contents })}
          onClose={onClose}
        />
      )}
      {step.at === 'contents' && (
        <ContentsStep
          contents={step.contents}
          onDone={(restored) => setStep({ at: 'done', restored })}
          onBack={(failed) => setStep({ at: 'read', failed })}
          onClose={onClose}
        />
      )}
      {step.at === 'done' && <DoneStep restored={step.restored} onClose={onClose} />}
    </Dialog>
  )
}

function DoneStep({ restored, onClose }: { restored: Restored; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus was removed.
  useEffect(() => close.current?.focus(), [])
  return (
    <>
      <div className="dialog__body" role="status">
        <h2>{text.doneTitle}</h2>
        <p>{text.done(restored)}</p>
        {restored.unreadable && <UnreadableRecords unreadable={restored.unreadable} />}
        {restored.kept > 0 && <p className="second">{text.kept(restored.kept)}</p>}
      </div>
      <div className="dialog__actions">
        <Button ref={close} tone="primary" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </>
  )
}

interface ReadStepProps {
  /** Error after which the user has to choose and read the backup again. */
  failedBefore: AppError | null
  onRead: (contents: BackupContents) => void
  onClose: () => void
}

/** Choice of backup file, and its passphrase. */
function ReadStep({ failedBefore, onRead, onClose }: ReadStepProps) {
  const { bridge } = useClient()
  const picker = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const passphrase = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState<'file' | 'passphrase' | null>(null)
  const [failed, setFailed] = useState(failedBefore)
  const { progress, run, cancel } = useTransfer()

  const edit = () => {
    setMissing(null)
    setFailed(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (progress) return
    const typed = passphrase.current?.value ?? ''
    const lacks = !file ? 'file' : typed === '' ? 'passphrase' : null
    setMissing(lacks)
    setFailed(null)
    if (!file || lacks) return (lacks === 'file' ? choose : passphrase).current?.focus()
    const answer = await run((options) => bridge.send('backup.read', { passphrase: typed }, file, options))
    if (answer === null) return
    if (answer.ok) return onRead(answer.value)
    setFailed(answer.error)
    if (answer.error.code === 'passphrase-wrong') passphrase.current?.select()
  }
  const wrong = failed?.code === 'passphrase-wrong'
  return (
    <form className="dialog__form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="dialog__body">
        <h2>{text.restoreTitle}</h2>
        <div className="copy-file" role="group" aria-label={text.file}>
          <input
            ref={picker}
            type="file"
            hidden
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              setFile(event.target.files?.[0] ?? null)
              edit()
              // Lets the user choose the same file again: without a reset, the browser fires no change event.
              event.target.value = ''
            }}
          />
          <Icon of={FileArchive} />
          <p className="copy-file__name" role="status">
            {file ? (
              <>
                <b>{file.name}</b> <span className="small muted">{settingsText.bytes(file.size)}</span>
              </>
            ) : (
              <span className="second">{text.file}</span>
            )}
          </p>
          <Button
            ref={choose}
            size="low"
            data-safe
            aria-describedby={missing === 'file' ? 'copy-no-file' : undefined}
            onClick={() => picker.current?.click()}
          >
            {file ? text.chooseOther : text.choose}
          </Button>
        </div>
        {missing === 'file' && <SettingProblem id="copy-no-file">{text.noFile}</SettingProblem>}
        <SecretField
          input={passphrase}
          label={text.passphrase}
          error={
            missing === 'passphrase'
              ? text.noPassphrase
              : wrong
                ? `${errorTexts['passphrase-wrong'].title} ${errorTexts['passphrase-wrong'].advice}`
                : undefined
          }
          onInput={edit}
        />
        {progress && (
          <TransferBar label={text.reading} progress={progress} cancelLabel={text.cancel} onCancel={cancel} />
        )}
        {failed && !wrong && (
          <FailedNotice error={failed} texts={{ 'file-too-large': errorTexts['backup-unreadable'] }} />
        )}
      </div>
      <div className="dialog__actions">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button type="submit" tone="primary" disabled={progress !== null}>
          {text.read}
        </Button>
      </div>
    </form>
  )
}

interface ContentsStepProps {
  contents: BackupContents
  onDone: (restored: Restored) => void
  /** The user has to choose the backup again: on request, or because the core no longer holds the backup. */
  onBack: (failed: AppError | null) => void
  onClose: () => void
}

/** Contents of the backup, and how much of them is new on this PC. Shown before anything is merged. */
function ContentsStep({ contents, onDone, onBack, onClose }: ContentsStepProps) {
  const { bridge } = useClient()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [confirmed, setConfirmed] = useState(false)
  const { task, run } = useOnce<'merge'>()
  // The form that had the focus was removed.
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

/** Names of the backup's unreadable records. The other records are restored. */
function UnreadableRecords({ unreadable }: { unreadable: NonNullable<BackupContents['unreadable']> }) {
  const { count: total, first } = unreadable
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords title={text.unreadable(total)} body={text.unreadableBody} />
      <ul className="second">
        {first.map((record, at) => (
          // eslint-disable-next-line react/no-array-index-key -- two of them may have the same name
          <li key={at}>{text.unreadableRecord(record)}</li>
        ))}
        {total > first.length && <li>{text.unreadableMore(total - first.length)}</li>}
      </ul>
    </Notice>
  )
}
