import { useEffect, useState } from 'react'
import type { RelayCheck } from '#shared/bridge/relay.ts'
import { RELAY_CHECK_STEPS } from '#shared/domain/relay-check.ts'
import { doneWhen } from '#shared/text/dates.ts'
import {
  relayErrors,
  checkSummary,
  checkText as text,
  LONG_CHECK_MS,
  stepAdvice,
  stepLabels,
  stepMeaning,
} from '#shared/text/relay.ts'
import { Button } from '../../design/button.tsx'
import { useEventCallback } from '../../design/hooks.ts'
import { useClient } from '../../replica/client.ts'
import { useAt, useNow } from '../../replica/use-replica.ts'
import { useOnce } from '../../replica/use-once.ts'
import { takeRelayCheck, useWantsRelayCheck } from '../../app/settings-state.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { CheckRow, SettingRow } from '../../app/setting-rows.tsx'

/** Checks the path of an event from the operator to this PC, and names the step that fails. */
export function CheckWay({ words }: { words: readonly string[] }) {
  const { bridge, now } = useClient()
  const { task, run, forget } = useOnce<'check'>()
  const [check, setCheck] = useState<RelayCheck | null>(null)
  const [startedAt, setStartedAt] = useState(0)
  const today = useNow(60_000)
  const wanted = useWantsRelayCheck()
  const busy = task.state === 'busy'

  const start = useEventCallback(async () => {
    setStartedAt(now())
    const done = await run('check', () => bridge.call('relay.check', {}))
    if (done) setCheck(done.value)
  })
  useEffect(() => {
    if (!wanted) return
    // Wait one frame: Strict Mode repeats the mount effects, and the cleanup of `useOnce` would drop the check.
    const frame = requestAnimationFrame(() => {
      takeRelayCheck()
      void start()
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, start])

  return (
    <SettingRow words={words} title={text.title} help={text.help}>
      {busy ? (
        <Button size="low" onClick={forget}>
          {text.stop}
        </Button>
      ) : (
        <Button size="low" onClick={() => void start()}>
          {check ? text.again : text.run}
        </Button>
      )}
      {busy && <Running since={startedAt} />}
      <p className={!busy && check ? 'small second office-wide' : 'visually-hidden'} role="status">
        {!busy && check ? checkSummary(check, doneWhen(check.at, today)) : ''}
      </p>
      {(busy || check) && (
        <ol className="checks office-wide" aria-busy={busy} aria-label={text.list}>
          {RELAY_CHECK_STEPS.map((step, index) => {
            const found = busy ? undefined : check?.steps.find((one) => one.step === step)
            return (
              <CheckRow
                key={step}
                number={index + 1}
                label={stepLabels[step]}
                meaning={stepMeaning(step, found?.ms)}
                advice={found ? stepAdvice(found, check?.broken ?? null) : ''}
                facts=""
                state={found?.outcome}
                busy={busy}
              />
            )
          })}
        </ol>
      )}
      {task.state === 'failed' && (
        <div className="office-wide">
          <FailedNotice error={task.error} texts={relayErrors} />
        </div>
      )}
    </SettingRow>
  )
}

function Running({ since }: { since: number }) {
  const isLong = useAt((now) => now - since >= LONG_CHECK_MS)
  return (
    <div className="office-wide">
      <BusyLine words={isLong ? text.long : text.running} />
    </div>
  )
}
