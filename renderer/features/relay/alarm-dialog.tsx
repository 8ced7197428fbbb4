import { useRef, useState } from 'react'
import { type Alarm, type AlarmSettings, alarmSettingsWire } from '#shared/api/relay-alarm.ts'
import { relayErrors, relayText } from '#shared/text/relay.ts'
import { alarmProblems, alarmText as text } from '#shared/text/relay-pairing.ts'
import { Choice } from '../../design/choices.tsx'
import { Field, useFirstInvalid } from '../../design/fields.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'

export interface AlarmDialogProps {
  alarm: Alarm
  onSaved: (alarm: Alarm) => void
  onClose: () => void
}

interface Typed {
  mail: string
  webhook: string
  afterHours: string
  hours: AlarmSettings['hours']
}

/** Builds the settings to send. They are not validated yet. */
const settingsOf = ({ mail, webhook, afterHours, hours }: Typed) => ({
  afterHours: Number(afterHours),
  hours,
  mail: mail.split(/[\s,;]+/).filter((address) => address !== ''),
  webhook: webhook.trim() === '' ? null : webhook.trim(),
})

/** Changes the recipients of the relay's alarm, and the hours that events wait before the relay sends it. */
export function AlarmDialog({ alarm: { settings, canMail }, onSaved, onClose }: AlarmDialogProps) {
  const { bridge } = useClient()
  const form = useRef<HTMLFormElement>(null)
  const { task, run, forget } = useOnce<'save'>()
  const focusFirstInvalid = useFirstInvalid(form)
  const [strict, setStrict] = useState(false)
  const [typed, setTyped] = useState<Typed>({
    mail: settings.mail.join(', '),
    webhook: settings.webhook ?? '',
    afterHours: String(settings.afterHours),
    hours: settings.hours,
  })
  const checked = alarmSettingsWire.safeParse(settingsOf(typed))
  const wrong = new Set(checked.error?.issues.map(({ path }) => path[0]))
  const problem = (field: keyof AlarmSettings) =>
    strict && wrong.has(field) ? alarmProblems[field] : undefined
  const busy = task.state === 'busy'
  const edit = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change })
    forget()
  }
  const submit = async () => {
    if (busy) return
    setStrict(true)
    if (!checked.success) return focusFirstInvalid()
    const done = await run('save', () => bridge.call('relay.set-alarm', checked.data))
    if (!done) return
    onSaved(done.value)
    showToast(text.saved)
    onClose()
  }
  return (
    <FormDialog
      title={text.dialog}
      form={form}
      describedBy="relay-alarm-body"
      cancel={relayText.cancel}
      submit={text.save}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second" id="relay-alarm-body">
        {text.body}
      </p>
      <Field
        label={text.mail}
        value={typed.mail}
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        disabled={!canMail && typed.mail === ''}
        help={canMail ? text.mailHelp : text.noMail}
        error={problem('mail')}
        onChange={(event) => edit({ mail: event.target.value })}
      />
      <Field
        label={text.webhook}
        value={typed.webhook}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        help={text.webhookHelp}
        error={problem('webhook')}
        onChange={(event) => edit({ webhook: event.target.value })}
      />
      <Field
        label={text.after}
        value={typed.afterHours}
        inputMode="numeric"
        maxLength={2}
        error={problem('afterHours')}
        onChange={(event) => edit({ afterHours: event.target.value })}
      />
      <Choice
        label={text.hours}
        options={[
          { value: 'working', label: text.working, help: text.workingHelp },
          { value: 'all', label: text.all, help: text.allHelp },
        ]}
        value={typed.hours}
        onChange={(hours) => edit({ hours })}
      />
      {busy && <BusyLine words={text.saving} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={relayErrors} />}
    </FormDialog>
  )
}
