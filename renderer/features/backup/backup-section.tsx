import { useState } from 'react'
import { backupText as text } from '#shared/text/backup.ts'
import type { BackupState } from '#shared/bridge/backup.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice, useNow } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyIcon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { OfficeFolderRow, OfficeNumberRow } from '../../app/setting-controls.tsx'
import { useOffice } from '../../app/use-settings.ts'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

const FOLDER_WORDS = [text.folder, text.folderHelp, text.search]

const SAVE = [text.save, text.search]
const EVERY = [text.schedule, text.scheduleHelp, text.search]
const PASSPHRASE = [text.passphrase, text.search]
const KEEP = [text.keep, text.keepHelp]
const RUN = [text.run, text.runHelp]
const REMIND = [text.remind, text.remindHelp, 'avisar']
const RESTORE = [text.restore, text.restoreHelp, text.search]
const WORDS = [SAVE, EVERY, FOLDER_WORDS, PASSPHRASE, KEEP, RUN, REMIND, RESTORE]

type Open = 'save' | 'keep' | 'restore' | null

/** Backups of the data that exist only on this PC: make a backup now, schedule backups, restore a backup. */
export function BackupSection() {
  const { bridge } = useClient()
  const office = useOffice()
  const backup = useSlice('backup')
  const [open, setOpen] = useState<Open>(null)
  const { task, run } = useOnce<'run' | 'remove'>()
  if (!office || !backup) return null
  const { folder, everyDays, keep, remindDays } = office.settings.backup
  const close = () => setOpen(null)
  const busy = task.state === 'busy' || backup.running

  const copyNow = async () => {
    const done = await run('run', () => bridge.call('backup.run', {}))
    if (done) showToast(text.ran(done.value.path))
  }
  const removePassphrase = async () => {
    const done = await run('remove', () => bridge.call('backup.set-passphrase', { passphrase: null }))
    if (done) showToast(text.passphraseRemoved)
  }
  return (
    <SettingsSection id="backup" rows={WORDS} intro={text.intro}>
      <BackupStatus backup={backup} onSave={() => setOpen('save')} />
      <ul className="setting-rows">
        <OfficeNumberRow
          office={office}
          where="every"
          words={EVERY}
          title={text.schedule}
          help={text.scheduleHelp}
          unit={everyDays === 0 ? text.none : text.days}
          value={everyDays}
          range={{ min: 0, max: 90 }}
          onChange={(days) => office.update('every', { backup: { everyDays: days } })}
        />
        <OfficeFolderRow
          office={office}
          where="folder"
          words={FOLDER_WORDS}
          title={text.folder}
          help={everyDays > 0 && folder === '' ? text.folderMissing : text.folderHelp}
          folder={folder}
          onChange={(next) => office.update('folder', { backup: { folder: next } })}
        />
        <SettingRow
          words={PASSPHRASE}
          title={text.passphrase}
          help={backup.hasPassphrase ? text.passphraseSet : everyDays > 0 ? text.passphraseMissing : null}
        >
          <div className="office-actions">
            <Button size="low" onClick={() => setOpen('keep')}>
              {backup.hasPassphrase ? text.passphraseChange : text.passphraseSetAction}
            </Button>
            {backup.hasPassphrase && (
              <Button size="low" disabled={busy} onClick={() => void removePassphrase()}>
                {text.passphraseRemove}
              </Button>
            )}
          </div>
        </SettingRow>
        <OfficeNumberRow
          office={office}
          where="keep"
          words={KEEP}
          title={text.keep}
          help={text.keepHelp}
          unit={text.copies}
          value={keep}
          range={{ min: 1, max: 100 }}
          onChange={(copies) => office.update('keep', { backup: { keep: copies } })}
        />
        <SettingRow
          words={RUN}
          title={text.run}
          help={folder !== '' && backup.hasPassphrase ? text.runHelp : text.runNeeds}
        >
          <Button
            size="low"
            disabled={busy || folder === '' || !backup.hasPassphrase}
            onClick={() => void copyNow()}
          >
            {text.runAction}
          </Button>
        </SettingRow>
        <OfficeNumberRow
          office={office}
          where="remind"
          words={REMIND}
          title={text.remind}
          help={text.remindHelp}
          unit={remindDays === 0 ? text.noReminder : text.days}
          value={remindDays}
          range={{ min: 0, max: 365 }}
          onChange={(days) => office.update('remind', { backup: { remindDays: days } })}
        />
        <SettingRow words={RESTORE} title={text.restore} help={text.restoreHelp}>
          <Button size="low" onClick={() => setOpen('restore')}>
            {text.restoreAction}
          </Button>
        </SettingRow>
      </ul>
      {task.state === 'failed' && (
        <div className="office-transfer">
          <FailedNotice error={task.error} />
        </div>
      )}
      {(open === 'save' || open === 'keep') && <PassphraseDialog purpose={open} onClose={close} />}
      {open === 'restore' && <RestoreDialog onClose={close} />}
    </SettingsSection>
  )
}

/** Age of the last complete backup, error of the next one, and a button for a new one. */
function BackupStatus({ backup, onSave }: { backup: BackupState; onSave: () => void }) {
  const now = useNow(60_000)
  const { lastAt, nextAt, due, running, error } = backup
  return (
    <div className="office-status">
      {running ? (
        <BusyIcon />
      ) : (
        <Sign kind={error ? 'unknown' : due ? 'warn' : lastAt === null ? 'none' : 'ok'} />
      )}
      <div className="office-status__words" role="status">
        <b>
          {running
            ? text.running
            : error
              ? text.failed
              : lastAt === null
                ? text.never
                : text.last(lastAt, now)}
        </b>
        <span className="small second">
          {error ? (
            <>
              {errorTexts[error.code].title} {errorTexts[error.code].advice}{' '}
              {lastAt !== null && `${text.last(lastAt, now)}.`}
            </>
          ) : (
            <>
              {due && `${text.due} `}
              {nextAt === null ? text.noNext : text.next(nextAt, now)}
            </>
          )}
        </span>
      </div>
      <div className="office-actions">
        <Button size="low" disabled={running} onClick={onSave}>
          {text.save}
        </Button>
      </div>
    </div>
  )
}
