import { useState, useRef } from 'react'
import { CalendarClock } from 'lucide-react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { watchText as text, WEEKDAYS } from '#shared/text/lookup-lists.ts'
import { startOfDay, writeDay } from '#shared/domain/calendar.ts'
import { isWatchEnd, MAX_WATCH_NOTE, type WatchDays } from '#shared/domain/watch-days.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Choice } from '../../design/choices.tsx'
import { Field, useFirstInvalid } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { useLast } from '../../app/account-change.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { beyondRoom, daysOf, endOf, fieldsOf, planOf } from './watch-fields.ts'
import '../plate-lists/plate-lists.css'

/** Present watches of the plates. */
export type WatchesOf = CommandResult<'watches.of'>

interface WatchDialogProps {
  vrms: readonly string[]
  onClose: () => void
}

/**
 * *Vigilar*: chooses the days on which some plates are looked up again, and the last day. Shows the cost, and can end
 * the watches.
 */
export function WatchDialog({ vrms, onClose }: WatchDialogProps) {
  const { data, error } = useQuery('watches.of', { vrms: [...vrms] })
  // A refetch does not empty the form.
  const known = useLast(data)
  const [isEnding, setIsEnding] = useState(false)
  if (known && isEnding) return <EndWatchDialog vrms={vrms} onClose={onClose} />
  if (known) return <WatchForm vrms={vrms} known={known} onEnd={() => setIsEnding(true)} onClose={onClose} />
  return (
    <TitledDialog
      title={text.title(vrms)}
      onClose={onClose}
      actions={
        <Button tone="plain" onClick={onClose}>
          {text.cancel}
        </Button>
      }
    >
      {error ? (
        <FailedNotice error={error} />
      ) : (
        // Keeps an early Enter from pressing «cancel»: the user meant the form that follows.
        <div tabIndex={-1} data-safe>
          <BusyLine words={text.loading} />
        </div>
      )}
    </TitledDialog>
  )
}

interface WatchFormProps {
  vrms: readonly string[]
  known: WatchesOf
  onEnd: () => void
  onClose: () => void
}

const EVERY = Object.keys(text.every) as readonly WatchDays['every'][]

/** Days, end and note of a watch, and what it will do and cost. */
function WatchForm({ vrms, known, onEnd, onClose }: WatchFormProps) {
  const { bridge, now } = useClient()
  const [fields, setFields] = useState(() => fieldsOf(known, vrms, now()))
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(form)
  const { task, run } = useOnce<'set'>()
  const { every, on, count, until, note } = fields
  const change = (part: Partial<typeof fields>) => setFields((last) => ({ ...last, ...part }))
  const days = daysOf(fields)
  const end = endOf(until, now())
  const isEndGood = end !== null && isWatchEnd(end, now())
  const plan = planOf(days, end, known, vrms.length, now())
  const isFull = beyondRoom(known, vrms.length)
  const isOn = known.watches.length === vrms.length && known.watches.every(({ state }) => state === 'active')
  const submit = async () => {
    setTried(true)
    if (!days || end === null || !isEndGood) return focusFirstInvalid()
    const answer = await run('set', () =>
      bridge.call('watches.set', { vrms: [...vrms], days, until: end, note }),
    )
    if (!answer) return
    showToast(text.set(vrms, end))
    onClose()
  }
  return (
    <TitledDialog
      title={text.title(vrms)}
      form={form}
      dismissable={false}
      onSubmit={submit}
      onClose={onClose}
      actions={
        <>
          {isOn && (
            <span className="dialog__start">
              <Button tone="plain" onClick={onEnd}>
                {text.end}
              </Button>
            </span>
          )}
          <Button tone="plain" onClick={onClose}>
            {text.cancel}
          </Button>
          <CommitButton
            // A changed price needs a new press.
            meaning={`${known.price * (plan?.lookups ?? 0)}`}
            tone="primary"
            type="submit"
            disabled={isFull || task.state === 'busy'}
          >
            {isOn ? text.save : text.submit}
          </CommitButton>
        </>
      }
    >
      <Choice
        label={text.days}
        options={EVERY.map((value) => ({ value, label: text.every[value] }))}
        value={every}
        onChange={(value) => change({ every: value })}
      />
      {every === 'week' && (
        <Weekdays on={on} missing={tried && on.length === 0} onChange={(next) => change({ on: next })} />
      )}
      {every === 'days' && (
        <Field
          label={text.interval}
          help={text.intervalHelp}
          error={tried && !days ? text.badInterval : undefined}
          inputMode="numeric"
          maxLength={3}
          value={count}
          onChange={(event) => change({ count: event.target.value })}
        />
      )}
      <Field
        label={text.until}
        inputMode="numeric"
        maxLength={10}
        help={text.untilHelp}
        error={tried && !isEndGood ? text.badUntil : undefined}
        value={until}
        onChange={(event) => change({ until: event.target.value })}
        onBlur={() => end !== null && change({ until: writeDay(startOfDay(end)) })}
      />
      <Field
        label={text.note}
        aside={text.noteAside}
        help={text.noteHelp}
        maxLength={MAX_WATCH_NOTE}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
      {isFull ? (
        <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
          <p>{text.noRoom(known.room)}</p>
        </Notice>
      ) : (
        <Notice role="note" icon={<Icon of={CalendarClock} />}>
          {plan && <p>{text.plan(plan)}</p>}
          <p>{known.price === 0 ? text.free : text.costs(plan?.lookups ?? 0, known.price)}</p>
        </Notice>
      )}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </TitledDialog>
  )
}

interface WeekdaysProps {
  on: readonly number[]
  missing: boolean
  onChange: (on: number[]) => void
}

function Weekdays({ on, missing, onChange }: WeekdaysProps) {
  return (
    <fieldset className="watch-weekdays" aria-describedby={missing ? 'watch-weekdays-missing' : undefined}>
      <legend>{text.weekdays}</legend>
      {WEEKDAYS.map((name, at) => (
        <label key={name} className="small">
          <input
            type="checkbox"
            checked={on.includes(at + 1)}
            aria-invalid={missing || undefined}
            onChange={({ target }) =>
              onChange(target.checked ? [...on, at + 1] : on.filter((day) => day !== at + 1))
            }
          />
          {name}
        </label>
      ))}
      {missing && (
        <p id="watch-weekdays-missing" className="field__help field__help--error">
          {text.noWeekday}
        </p>
      )}
    </fieldset>
  )
}

/** Asks before the watches of some plates end. */
export function EndWatchDialog({ vrms, onClose }: { vrms: readonly string[]; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.endTitle(vrms)}
      body={text.endBody(vrms)}
      keep={text.endKeep}
      submit={text.endSubmit}
      meaning={text.endTitle(vrms)}
      working={text.ending}
      done={text.ended(vrms)}
      run={() => bridge.call('watches.end', { vrms: [...vrms] })}
      onClose={onClose}
    />
  )
}
