import { useState, useCallback, useEffect } from 'react'
import type { AlarmTest, Alarm } from '#shared/api/relay-alarm.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { relayErrors } from '#shared/text/relay.ts'
import { alarmLine, alarmText as text, testLines, waitingLine } from '#shared/text/relay-pairing.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { later } from '../../design/later.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { useOnce } from '../../replica/use-once.ts'
import { LaterDialog } from '../../app/task-dialogs.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { SettingRow } from '../../app/setting-rows.tsx'
import { ReadFailed, isHeard } from './use-devices.tsx'

/** The dialog is a lazy chunk, because it validates with the relay's own schema. */
const AlarmDialog = later(async () => (await import('./alarm-dialog.tsx')).AlarmDialog)

export const ALARM_WORDS = [text.title, text.help, text.search]

/** Recipients of the relay's alarm. The alarm means that events wait and no PC listens. */
export function AlarmRow({ relay }: { relay: RelaySlice }) {
  const { bridge } = useClient()
  const { alarm, setAlarm, task, isConnected, read } = useAlarm(relay)
  const { task: test, run } = useOnce<'test'>()
  const [tested, setTested] = useState<AlarmTest | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const waiting = useAt((now) => (alarm ? waitingLine(alarm, now) : ''))
  const failedBefore = useAt((now) =>
    alarm?.lastMessage?.outcome === 'failed' ? text.lastFailed(Date.parse(alarm.lastMessage.at), now) : '',
  )
  const busy = test.state === 'busy'
  const isTold = alarm !== null && (alarm.settings.mail.length > 0 || alarm.settings.webhook !== null)
  const send = async () => {
    setTested(null)
    const done = await run('test', () => bridge.call('relay.test-alarm', {}))
    if (done) setTested(done.value)
  }
  return (
    <>
      <SettingRow words={ALARM_WORDS} title={text.title} help={text.help}>
        {alarm && (
          <>
            {isTold && (
              <CommitButton
                size="low"
                meaning="test"
                disabled={busy || !isConnected}
                onClick={() => void send()}
              >
                {text.test}
              </CommitButton>
            )}
            <Button size="low" disabled={!isConnected} onClick={() => setIsOpen(true)}>
              {text.change}
            </Button>
            <p className="small second office-wide">{alarmLine(alarm.settings)}</p>
            {waiting && <p className="small second office-wide">{waiting}</p>}
            {failedBefore && !tested && (
              <p className="small office-wide relay-line">
                <Sign kind="warn" /> {failedBefore}
              </p>
            )}
          </>
        )}
        {!alarm && task.state === 'busy' && <BusyLine words={text.reading} />}
        {!alarm && task.state !== 'busy' && !isConnected && (
          <p className="small muted office-wide">{text.later}</p>
        )}
        {busy && (
          <div className="office-wide">
            <BusyLine words={text.testing} />
          </div>
        )}
        <div className="office-wide" role="status">
          {!busy &&
            tested &&
            testLines(tested).map(({ words, ok }) => (
              <p className="small relay-line" key={words}>
                <Sign kind={ok ? 'ok' : 'warn'} /> {words}
              </p>
            ))}
        </div>
        {test.state === 'failed' && (
          <div className="office-wide">
            <FailedNotice error={test.error} texts={relayErrors} />
          </div>
        )}
        {task.state === 'failed' && (
          <div className="office-wide">
            <ReadFailed error={task.error} retry={text.retry} onRetry={read} />
          </div>
        )}
      </SettingRow>
      {isOpen && alarm && (
        <LaterDialog onClose={() => setIsOpen(false)}>
          <AlarmDialog
            alarm={alarm}
            onSaved={(next) => {
              setAlarm(next)
              setTested(null)
            }}
            onClose={() => setIsOpen(false)}
          />
        </LaterDialog>
      )}
    </>
  )
}

/** Reads the recipients of the alarm while the relay is connected. */
function useAlarm(relay: RelaySlice) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [alarm, setAlarm] = useState<Alarm | null>(null)
  const isConnected = isHeard(relay)
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('relay.alarm', {}))
    if (done) setAlarm(done.value)
  }, [bridge, run])
  useEffect(() => {
    if (isConnected) void read()
  }, [isConnected, read])
  return { alarm, setAlarm, task, isConnected, read }
}
