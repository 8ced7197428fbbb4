import { Copy } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { operatorText as text, relayErrors } from '#shared/text/relay.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { copyText } from '../../app/copy-text.ts'

type Inbox = CommandResult<'relay.inbox'>
/**
 * Address without the value of the header, which is a secret. The value is requested when the user shows or copies
 * it.
 */
interface Shown {
  url: string
  name: string
  hasValue: boolean
  mode: Inbox['mode']
}

/** Address and header for the operator. */
export function InboxAddress() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read' | 'show'>()
  const [inbox, setInbox] = useState<Shown | null>(null)
  const [value, setValue] = useState<string | null>(null)
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('relay.inbox', {}))
    if (!done) return
    const { url, header, mode } = done.value
    setInbox({ url, name: header.name, hasValue: header.value !== null, mode })
  }, [bridge, run])
  useEffect(() => void read(), [read])

  const show = async () => {
    if (value !== null) return setValue(null)
    const done = await run('show', () => bridge.call('relay.inbox', {}))
    if (done) setValue(done.value.header.value)
  }
  const copyValue = async () => {
    const answer = await bridge.call('relay.inbox', {})
    const secret = answer.ok ? answer.value.header.value : null
    if (secret === null) return showToast(text.notCopied, 'failed')
    await copyText(secret, text.copied.value, text.notCopied)
  }
  const copyButton = (what: string, onClick: () => void) => (
    <IconButton icon={Copy} label={text.copy(what)} named onClick={onClick} />
  )
  return (
    <div className="office-wide">
      {inbox && (
        <dl className="relay-given">
          <dt>{text.address}</dt>
          <dd>
            <span className="relay-given__value">{inbox.url}</span>
            {copyButton(text.address, () => void copyText(inbox.url, text.copied.url, text.notCopied))}
          </dd>
          {inbox.hasValue ? (
            <>
              <dt>{text.header}</dt>
              <dd>
                <span className="relay-given__value">{inbox.name}</span>
                {copyButton(text.header, () => void copyText(inbox.name, text.copied.name, text.notCopied))}
              </dd>
              <dt>{text.value}</dt>
              <dd>
                <span className="relay-given__value">
                  {value ?? <span className="muted">{text.hidden}</span>}
                </span>
                <Button
                  size="low"
                  tone="plain"
                  aria-label={`${value === null ? text.show : text.hide}: ${text.value}`}
                  disabled={task.state === 'busy'}
                  onClick={() => void show()}
                >
                  {value === null ? text.show : text.hide}
                </Button>
                {copyButton(text.value, () => void copyValue())}
              </dd>
            </>
          ) : (
            <>
              <dt>{text.header}</dt>
              <dd className="muted">{text.noValue}</dd>
            </>
          )}
        </dl>
      )}
      {inbox?.mode === 'observe' && <p className="small muted">{text.observe}</p>}
      {!inbox && task.state === 'busy' && <BusyLine words={text.reading} />}
      {task.state === 'failed' && (
        <>
          <FailedNotice error={task.error} texts={relayErrors} />
          {!inbox && (
            <div className="office-actions">
              <Button size="low" onClick={() => void read()}>
                {text.retry}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
