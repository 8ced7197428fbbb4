import { useEffect, useRef, useState } from 'react'
import { calendarFileText as text } from '#shared/text/deadlines.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { copyText } from '../../app/copy-text.ts'
import { readFolder } from '../../design/typed-value.tsx'

export interface CalendarDialogProps {
  /** True if notifications hide plates. The calendar file then hides them too. */
  hidesNames: boolean
  onClose: () => void
}

/** Turns the calendar file on or off. The file goes into a folder of the user. */
export function CalendarDialog({ hidesNames, onClose }: CalendarDialogProps) {
  const { bridge, queries } = useClient()
  const { data: file, error } = useQuery('deadlines.calendar', {})
  const { data: abilities } = useQuery('app.abilities', {})
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const { task, run, forget } = useOnce<'publish' | 'choose'>()
  const field = useRef<HTMLInputElement>(null)
  const folder = typed ?? file?.folder ?? ''
  const isOn = file?.path != null
  const busy = task.state === 'busy'
  useEffect(() => field.current?.focus(), [])

  const type = (next: string) => {
    setTyped(next)
    setWrong(false)
    forget()
  }
  const publish = async (next: string) => {
    const done = await run('publish', () =>
      queries.take('deadlines.calendar', {}, () => bridge.call('deadlines.publish', { folder: next })),
    )
    if (!done) return
    const { path, leaving } = done.value
    showToast(path !== null ? text.turnedOn : leaving ? text.turnedOffLater : text.turnedOff)
    onClose()
  }
  const submit = () => {
    const read = readFolder(folder)
    if ('problem' in read || read.value === '') {
      setWrong(true)
      return field.current?.focus()
    }
    return publish(read.value)
  }
  const choose = async () => {
    const chosen = await run('choose', () => bridge.call('app.choose-folder', { from: folder }))
    if (chosen?.value.folder != null) type(chosen.value.folder)
  }
  return (
    <FormDialog
      title={text.title}
      dismissable={typed === null}
      start={
        isOn && (
          <Button tone="plain" disabled={busy} onClick={() => void publish('')}>
            {text.off}
          </Button>
        )
      }
      cancel={text.close}
      submit={isOn ? text.keep : text.on}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="stack">
        <p className="second">{text.intro}</p>
        <Field
          ref={field}
          label={text.folder}
          value={folder}
          maxLength={1_024}
          spellCheck={false}
          error={wrong ? text.notAbsolute : undefined}
          end={
            abilities?.choosesFolders && (
              <Button size="low" disabled={busy} onClick={() => void choose()}>
                {text.choose}
              </Button>
            )
          }
          onChange={(event) => type(event.target.value)}
        />
        {file && isOn && (
          <div className="calendar-file small">
            <p className="breakable">{file.path}</p>
            <p className={file.failed ? 'calendar-file__failed' : 'second'}>{text.state(file)}</p>
            <Button size="low" onClick={() => void copyText(file.path ?? '', text.pathCopied)}>
              {text.copyPath}
            </Button>
          </div>
        )}
        <p className="small second">{hidesNames ? text.contentPrivate : text.content}</p>
        <p className="small second">{text.when}</p>
        {error && !file && <FailedNotice error={error} />}
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
    </FormDialog>
  )
}
