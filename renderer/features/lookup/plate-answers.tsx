import { ListChecks } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { lookupText, problemTexts, pickText, railText, dropText } from '#shared/text/lookup.ts'
import { clockOrDate } from '#shared/text/dates.ts'
import { count } from '#shared/text/grammar.ts'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { errorTexts, problemFixes } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { Keys } from '../../design/kbd.tsx'
import { useKeyHint, useLetters } from '../../app/key-hints.tsx'
import { clearAttempt, focusField, type LookupState } from './lookup-state.ts'
import { Rows } from '../../design/rows.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import type { TransferProgress } from '../../bridge.ts'
import { Section } from '../../app/page.tsx'
import { lookUp, openPlateList, seriesOf, showPlate } from './lookup-actions.ts'
import { PlateExamples } from './plate-entry.tsx'
import './lookup.css'

/** Keys that move the focus to a suggestion and then press it. Enter in the field never chooses a suggestion. */
const SUGGESTION_KEYS = ['ArrowDown', 'Enter']

/** Reason why Enter started no lookup, with suggestions and plate formats. The service has not been asked. */
export function Correction({ problem }: { problem: NonNullable<LookupState['problem']> }) {
  const client = useClient()
  const hint = useKeyHint()
  const suggestions = problem.kind === 'repair' ? problem.suggestions : []
  const correct = () => {
    clearAttempt()
    focusField(false)
  }
  return (
    <>
      <Notice tone="stop" role="alert" icon={<Sign kind="stop" />}>
        <b>{problemTexts[problem.problem]}</b>
        <p className="second">
          {problem.isNotFound && `${lookupText.notFound} `}
          {problemFixes[problem.problem]}
        </p>
      </Notice>
      {suggestions.map(({ plate }, index) => (
        <section key={plate.vrm} className="suggestion" aria-label={lookupText.didYouMean}>
          <span className="small muted">{lookupText.didYouMean}</span>
          <Plate vrm={plate.vrm} size="l" />
          <span className="suggestion__actions">
            <Button
              size="tall"
              shortcut={index === 0 && <Keys keys={SUGGESTION_KEYS} />}
              data-suggestion
              onClick={() => lookUp(client, plate.vrm)}
            >
              {lookupText.lookUpThis}
            </Button>
            {index === 0 && (
              <Button tone="plain" size="tall" shortcut={hint('plate.clear').shortcut} onClick={correct}>
                {lookupText.correct}
              </Button>
            )}
          </span>
        </section>
      ))}
      <PlateExamples />
    </>
  )
}

/** Several plates where one was expected. The user chooses one. */
export function PickList({ pick }: { pick: NonNullable<LookupState['pick']> }) {
  const client = useClient()
  const letters = useLetters()
  const hint = useKeyHint()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A corrected plate differs from the text, so it does not get the focus. Enter opens it only after the user moves
    // to its row.
    const sure = pick.plates.findIndex(({ repaired }) => !repaired)
    const rows = list.current?.querySelectorAll<HTMLElement>('.row')
    const first = sure === -1 ? list.current : rows?.[sure]
    first?.focus()
  }, [pick])

  const back = () => {
    clearAttempt()
    focusField()
  }
  const asList = () => openPlateList(pick.source)
  useShortcuts({ 'pick.back': back, 'pick.list': pick.plates.length > 1 && asList })
  return (
    <div ref={list} tabIndex={-1}>
      <Section
        title={pickText.title}
        aside={
          <>
            {pickText.found(pick.plates.length)} · {hint('pick.back').shortcut} {pickText.back.toLowerCase()}
          </>
        }
      >
        {pick.plates.length > 1 && (
          <p>
            <Button icon={ListChecks} {...hint('pick.list')} onClick={asList}>
              {pickText.asList(pick.plates.length, pick.more)}
            </Button>
          </p>
        )}
        {pick.more && (
          <p className="small pick-list__note">
            <Sign kind="warn" /> {typeof pick.source === 'string' ? pickText.cut : pickText.more}
          </p>
        )}
        {pick.unread.length > 0 && (
          <p className="small pick-list__note">
            <Sign kind="warn" /> {pickText.unread(pick.unread)}
          </p>
        )}
        {pick.plates.length === 0 && <p className="small second">{pickText.none}</p>}
        <Rows label={pickText.title} kind="boxed" letters={letters}>
          {pick.plates.map(({ vrm, repaired }, index) => (
            // Two rows of a sheet may have the same plate: the index makes the key unique.
            <li key={`${index} ${vrm}`}>
              <button type="button" className="row" onClick={() => lookUp(client, vrm)}>
                <Plate vrm={vrm} size="m" />
                <span>{seriesOf(vrm)}</span>
                {repaired && <span className="muted">{pickText.repaired}</span>}
                <span className="row__end">{hint('list.open').shortcut}</span>
              </button>
            </li>
          ))}
        </Rows>
      </Section>
    </div>
  )
}

/** Lookups that are sent when the service comes back. */
export function QueueList() {
  const { data } = useQuery('lookup.queue', {})
  const letters = useLetters()
  const now = useNow(60_000)
  const rows = data?.rows.filter((row) => row.state === 'queued') ?? []
  if (rows.length === 0) return null
  return (
    <Section title={railText.queue} aside={count(rows.length)}>
      <Rows label={railText.queue} kind="ruled" letters={letters}>
        {rows.map((row) => (
          <li key={row.vrm}>
            <button type="button" className="row" onClick={() => showPlate(row.vrm)}>
              <Plate vrm={row.vrm} size="s" />
              <span>{railText.reducedReport}</span>
              <span className="row__end muted">{clockOrDate(row.requestedAt, now)}</span>
            </button>
          </li>
        ))}
      </Rows>
    </Section>
  )
}

export type Reading =
  | { state: 'reading'; name: string; progress: TransferProgress; abort: AbortController }
  /** `name` is empty for several files. */
  | { state: 'failed'; name: string; why: ErrorCode | 'folder' | 'several' }

/** File whose plates are being read, or the reason why it was not read. */
export function ReadingOfFile({ reading }: { reading: Reading }) {
  if (reading.state === 'reading')
    return (
      <TransferBar
        label={dropText.reading(reading.name)}
        progress={reading.progress}
        cancelLabel={dropText.cancel}
        onCancel={() => reading.abort.abort()}
      />
    )
  const { name, why } = reading
  const { title, advice } = why === 'folder' || why === 'several' ? dropText.problems[why] : errorTexts[why]
  return (
    <Notice role="alert" icon={<Sign kind="unknown" />}>
      <NoticeWords title={[name, title].filter(Boolean).join('. ')} body={advice} />
    </Notice>
  )
}
