import { useState } from 'react'
import type { ClientRequest, RequestAsk, RequestOwner } from '#shared/bridge/client-requests.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { defaultDays, REQUEST_CHANNELS, type RequestChannel } from '#shared/domain/client-requests.ts'
import { requestText } from '#shared/text/client-requests.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { Field, SelectField } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { showToast } from '../../app/toasts.ts'
import '../resources/resources.css'

const text = requestText.dialog
const MAX_TEXT = 200
const CHANNELS = REQUEST_CHANNELS.map((value) => ({ value, label: requestText.channels[value] }))

interface Days {
  channel: RequestChannel
  due: string
  next: string
}

const hasDays = ({ due, next }: Days): boolean => due !== '' && next !== ''

interface DayFieldsProps {
  days: Days
  /** True once the user tried to save. */
  tried: boolean
  onChange: (days: Days) => void
}

/** Channel, due day and day of the next reminder. */
function DayFields({ days, tried, onChange }: DayFieldsProps) {
  const { channel, due, next } = days
  return (
    <div className="request-days">
      <SelectField
        label={text.channel}
        value={channel}
        options={CHANNELS}
        onChange={(value) => onChange({ ...days, channel: value as RequestChannel })}
      />
      <Field
        label={text.due}
        type="date"
        value={due}
        error={tried && due === '' ? text.badDay : undefined}
        onChange={({ target }) => onChange({ ...days, due: target.value })}
      />
      <Field
        label={text.next}
        type="date"
        value={next}
        error={tried && next === '' ? text.badDay : undefined}
        onChange={({ target }) => onChange({ ...days, next: target.value })}
      />
    </div>
  )
}

export interface AskDialogProps {
  owner: RequestOwner
  askable: readonly RequestAsk[]
  onClose: () => void
  /** Called with the ids of the new requests, to prepare their message. */
  onWrite: (ids: string[]) => void
}

const keyOf = ({ subject, item, text: name }: RequestAsk): string => `${subject} ${item || name}`

/** Dialog that records what a client is asked for. Nothing is sent. */
export function AskDialog({ owner, askable, onClose, onWrite }: AskDialogProps) {
  const { bridge, now } = useClient()
  const { task, run } = useOnce<'ask'>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(askable.map(keyOf)))
  const [other, setOther] = useState('')
  const [days, setDays] = useState<Days>(() => ({ channel: 'message', ...defaultDays(isoDay(now())) }))
  const [tried, setTried] = useState(false)
  const typed = other.trim()
  const asks: RequestAsk[] = [
    ...askable.filter((ask) => picked.has(keyOf(ask))),
    ...(typed === '' ? [] : [{ subject: 'other' as const, item: '', text: typed }]),
  ]

  const record = async (writes: boolean) => {
    setTried(true)
    if (asks.length === 0 || !hasDays(days) || task.state === 'busy') return
    const named = asks.map((ask) => ({ ...ask, id: crypto.randomUUID() }))
    const done = await run('ask', () => bridge.call('client-requests.ask', { owner, asks: named, ...days }))
    if (!done) return
    onClose()
    if (writes) onWrite(named.map(({ id }) => id))
    else showToast(text.recorded(named.length))
  }
  const toggle = (ask: RequestAsk) => {
    const key = keyOf(ask)
    const next = new Set(picked)
    if (!next.delete(key)) next.add(key)
    setPicked(next)
  }
  return (
    <TitledDialog
      title={text.askTitle}
      dismissable={false}
      onSubmit={() => record(true)}
      onClose={onClose}
      actions={
        <>
          <Button tone="plain" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button disabled={task.state === 'busy'} onClick={() => void record(false)}>
            {text.record}
          </Button>
          <Button tone="primary" type="submit" disabled={task.state === 'busy'}>
            {text.recordAndWrite}
          </Button>
        </>
      }
    >
      <div className="request-form">
        {askable.length > 0 && (
          <fieldset className="request-asks">
            <legend className="field__label">{text.missing}</legend>
            {askable.map((ask) => (
              <label key={keyOf(ask)} className="request-asks__one">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={picked.has(keyOf(ask))}
                  onChange={() => toggle(ask)}
                />
                {ask.text}
              </label>
            ))}
          </fieldset>
        )}
        <Field
          label={askable.length > 0 ? text.other : text.missing}
          help={text.otherHelp}
          maxLength={MAX_TEXT}
          value={other}
          error={tried && asks.length === 0 ? text.nothing : undefined}
          onChange={({ target }) => setOther(target.value)}
        />
        <DayFields days={days} tried={tried} onChange={setDays} />
        <p className="small second">{text.note}</p>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
    </TitledDialog>
  )
}

export interface ChangeDialogProps {
  request: ClientRequest
  onClose: () => void
}

/** Dialog that changes the channel and the days of a request. */
export function ChangeDialog({ request, onClose }: ChangeDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'change'>()
  const { id, channel, due, next } = request
  const [days, setDays] = useState<Days>({ channel, due, next })
  const [tried, setTried] = useState(false)
  const save = async () => {
    setTried(true)
    if (!hasDays(days) || task.state === 'busy') return
    const act = { kind: 'change' as const, ...days }
    if (await run('change', () => bridge.call('client-requests.act', { ids: [id], act }))) onClose()
  }
  return (
    <TitledDialog
      title={text.changeTitle}
      dismissable={false}
      onSubmit={save}
      onClose={onClose}
      actions={
        <>
          <Button tone="plain" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={task.state === 'busy'}>
            {text.save}
          </Button>
        </>
      }
    >
      <div className="request-form">
        <p>
          <b>{request.text}</b>
        </p>
        <DayFields days={days} tried={tried} onChange={setDays} />
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
    </TitledDialog>
  )
}
