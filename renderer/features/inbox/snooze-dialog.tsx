import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isoDay } from '#shared/domain/iso-day.ts'
import { snoozeMoment, snoozeTimes } from '#shared/domain/snooze-times.ts'
import { clock } from '#shared/text/app-dates.ts'
import { snoozeText as text } from '#shared/text/app-inbox.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Field } from '../../design/field.tsx'

export interface SnoozeDialogProps {
  now: number
  onChoose: (until: number) => void
  onClose: () => void
}

/** Any day and hour to snooze until. Starts from the last one that the menu offers. */
export function SnoozeDialog({ now, onChoose, onClose }: SnoozeDialogProps) {
  const offered = snoozeTimes(now).at(-1)?.at ?? now
  const [date, setDate] = useState(() => isoDay(offered))
  const [time, setTime] = useState(() => clock(offered))
  const [tried, setTried] = useState(false)
  const day = useRef<HTMLInputElement>(null)
  const until = snoozeMoment(date, time, now)
  const submit = () => {
    setTried(true)
    if (until === null) return day.current?.focus()
    // Closed first: the focus goes back to its row, and from there to the next one.
    flushSync(onClose)
    onChoose(until)
  }
  return (
    <FormDialog
      title={text.title}
      cancel={text.cancel}
      cancelTone="default"
      submit={text.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="snooze-moment">
        <Field
          ref={day}
          label={text.date}
          type="date"
          help={text.help}
          error={tried && until === null ? text.past : undefined}
          min={isoDay(now)}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <Field label={text.time} type="time" value={time} onChange={(event) => setTime(event.target.value)} />
      </div>
    </FormDialog>
  )
}
