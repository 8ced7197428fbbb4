import type { AppError } from '#shared/bridge/result.ts'
import { relayErrors } from '#shared/text/relay.ts'
import { Button } from '../../design/button.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'

/** The relay did not answer what a row shows: why, and once more. */
export function ReadFailed({
  error,
  retry,
  onRetry,
}: {
  error: AppError
  /** Words of the button. */
  retry: string
  onRetry: () => unknown
}) {
  return (
    <>
      <FailedNotice error={error} texts={relayErrors} />
      <div className="office-actions">
        <Button size="low" onClick={() => void onRetry()}>
          {retry}
        </Button>
      </div>
    </>
  )
}
