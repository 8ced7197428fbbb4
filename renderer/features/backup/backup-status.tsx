import type { BackupState } from '#shared/bridge/backup.ts'
import { backupText as text } from '#shared/text/backup.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { BusyIcon } from '../../design/icon.tsx'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'

/** Age of the last complete backup, error of the next one, and a button for a new one. */
export function BackupStatus({ backup, onSave }: { backup: BackupState; onSave: () => void }) {
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
