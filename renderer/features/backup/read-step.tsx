import { FileArchive } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { BackupContents } from '#shared/bridge/backup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { copyText as text } from '#shared/text/backup.ts'
import { settingsText } from '#shared/text/settings.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { TransferBar } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useTransfer } from '../../ui-state/transfers.ts'
import { SettingProblem } from '../settings/setting-problem.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { SecretField } from '../lock/secret-field.tsx'

export interface ReadStepProps {
  /** Error that makes a backup already read be read again. */
  failedBefore: AppError | null
  onRead: (contents: BackupContents) => void
  onClose: () => void
}

/** Choice of backup file, and its passphrase. */
export function ReadStep({ failedBefore, onRead, onClose }: ReadStepProps) {
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
              // Lets the same file be chosen again.
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
