import { useEffect, useState } from 'react'
import type { AttemptSummary } from '#shared/bridge/inbox.ts'
import { outageText as text } from '#shared/text/frame.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { SaveAttemptsButton } from './save-attempts-button.tsx'

/** Record of failed attempts, available also after the outage. Absent if nothing has failed. */
export function AttemptsRecord() {
  const { bridge } = useClient()
  const failures = useSlice('outage')?.failures
  const [summary, setSummary] = useState<AttemptSummary | null>(null)
  useEffect(() => {
    let gone = false
    void bridge.call('outage.attempts', {}).then((answer) => {
      if (!gone && answer.ok) setSummary(answer.value)
    })
    return () => {
      gone = true
    }
  }, [bridge, failures])
  if (!summary || summary.from === null || summary.to === null) return null
  return (
    <ul className="setting-rows attempts-record">
      <li>
        <div>
          <b>{text.record}</b>
          <span className="small muted">
            {text.recordOf(summary.failures, summary.from, summary.to)} {text.recordHelp}
          </span>
        </div>
        <SaveAttemptsButton />
      </li>
    </ul>
  )
}
