import { Inbox, ScanSearch, Settings } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState, type HTMLAttributes, useLayoutEffect } from 'react'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import { extensionText, popupText as text } from '#shared/text/extension.ts'
import { count } from '#shared/text/grammar.ts'
import { problemTexts } from '#shared/text/lookup.ts'
import { Button, IconButton } from '#renderer/design/button.tsx'
import { Kbd } from '#renderer/design/kbd.tsx'
import { OptionGroups, useCombobox } from '#renderer/design/combobox.tsx'
import { PlateField, selectProblem } from '#renderer/design/plate-field.tsx'
import { openPanel, putRequest } from '../requests.ts'
import { useClient, useConnection, requestErrorWords, useNow } from '../pages/page.tsx'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'
import { clockOrDate } from '#shared/text/dates.ts'
import { Plate } from '#renderer/design/plate.tsx'
import { Sign } from '#renderer/design/sign.tsx'
import { summaryRow } from '../pages/verdict-of-summary.ts'
import type { StartingText } from './popup-app.tsx'
import type { VerdictSummary, HostResult } from '#shared/host-protocol/messages.ts'
import { Verdict } from './verdict.tsx'

/** Tab over which the popup was opened. */
export interface OpenedOver {
  id: number
  windowId: number
}

export interface PlateLookupProps {
  typed: string
  offered: StartingText
  /** `null` until the browser has named the tab. The scan is disabled until then. */
  tab: OpenedOver | null
  onType: (text: string) => void
}

/**
 * The plate field and the verdict of the plate in it. The verdict on screen always belongs to the text of the field.
 */
export function PlateLookup({ typed, offered, tab, onType }: PlateLookupProps) {
  const client = useClient()
  const { connection } = useConnection()
  const field = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState<string | null>(null)
  const [error, setError] = useState<{ of: string; words: string } | null>(null)
  const asking = useRef(false)
  const recents = useRecents()
  const understood = understandPlateInput(typed)
  const vrm = understood.kind === 'plate' ? understood.plate.vrm : null
  const { summary, tell } = useSummary(vrm)
  useEffect(() => field.current?.focus(), [])

  const groups = popupGroups(typed, understood, offered.offered, recents ?? [])
  const options = groups.flatMap((group) => group.options)
  const change = (next: string) => {
    onType(next)
    setError(null)
    list.unmark()
  }
  const pick = ({ vrm: picked }: PopupOption) => {
    change(displayPlate(picked))
    field.current?.focus()
  }
  const list = useCombobox({
    options,
    idOf: ({ id }) => id,
    // A correction differs from the text in the field, so it is not the first choice: the user must move to it.
    first: options[0]?.kind === 'plate' && !options[0].repaired ? 'seen' : 'none',
    onPick: pick,
  })

  const lookUp = () => {
    if (vrm === null) {
      setTried(typed)
      if (problem) selectProblem(field.current, problem)
      return
    }
    if (asking.current || summary?.pending) return
    asking.current = true
    setError(null)
    void client.request('lookup.start', { vrm }).then((answer) => {
      asking.current = false
      if (answer.ok) tell(answer.value)
      else setError({ of: vrm, words: requestErrorWords(answer.error) })
    })
  }
  const clear = () => {
    if (typed === '') return window.close()
    change('')
    field.current?.focus()
  }
  const scan = ({ windowId, id: tabId }: OpenedOver) => {
    // Open the panel before the first await: after an await, the browser no longer counts the call as an answer to a
    // press.
    const opened = openPanel(chrome, windowId)
    const asked = putRequest(chrome.storage.session, { to: 'panel', tabId, at: Date.now() })
    void Promise.all([opened, asked]).then(() => window.close())
  }
  const keyDown = (event: KeyboardEvent) => {
    // A held key would first pick a plate and then look it up.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    else if (event.key === 'Escape' && event.target !== field.current) clear()
    else return
    event.stopPropagation()
    event.preventDefault()
  }

  const problem = 'problem' in understood && understood.problem !== 'empty' ? understood : null
  const hasTried = tried === typed
  const says = problem && (hasTried || !isUnfinishedPlate(typed)) ? problemTexts[problem.problem] : null
  const unread = connection.kind === 'approved' ? (connection.unread ?? 0) : 0
  return (
    <div className="lookup" onKeyDownCapture={keyDown}>
      <div className="lookup__field">
        <PlateField
          ref={field}
          label={text.field}
          value={typed}
          placeholder={text.placeholder}
          hint=""
          shortcut={vrm === null ? null : <Kbd>Enter</Kbd>}
          invalid={hasTried && says !== null}
          marks={hasTried && problem ? problem.ranges : []}
          list={{ keyDown: list.keyDown, field: list.field }}
          onChange={change}
          onEnter={lookUp}
          onEscape={clear}
          onFocusChange={() => {}}
        />
      </div>
      {says !== null && (
        <p className="lookup__note lookup__problem small" role={hasTried ? 'alert' : undefined}>
          {says}
        </p>
      )}
      {error !== null && error.of === vrm && (
        <p className="lookup__note lookup__problem small" role="alert">
          {error.words}
        </p>
      )}
      {typed === '' && offered.without && <p className="lookup__note small second">{text.noneSelected}</p>}
      {connection.kind === 'approved' && connection.online === false && (
        <p className="lookup__note small second" role="status">
          {text.offline}
        </p>
      )}
      {vrm !== null && <Verdict key={vrm} vrm={vrm} summary={summary} onLookUp={lookUp} />}
      {options.length > 0 && (
        <OptionGroups label={text.suggestions} groups={groups} as={list.list} idOf={({ id }) => id}>
          {(option) => (
            <PopupRow as={list.option(option)} option={option} selected={option === list.active} />
          )}
        </OptionGroups>
      )}
      {typed === '' && options.length === 0 && recents !== null && (
        <p className="lookup__note small muted">{text.noRecents}</p>
      )}
      <footer className="lookup__foot">
        <Button
          tone="plain"
          size="low"
          icon={ScanSearch}
          disabled={tab === null}
          onClick={tab === null ? undefined : () => scan(tab)}
        >
          {text.scan}
        </Button>
        {unread > 0 && (
          <Button
            tone="plain"
            size="low"
            icon={Inbox}
            aria-label={extensionText.unread(unread)}
            title={extensionText.unread(unread)}
            onClick={() => void client.request('open.inbox', {})}
          >
            {count(unread)}
          </Button>
        )}
        <IconButton
          icon={Settings}
          label={text.options}
          named
          onClick={() => void chrome.runtime.openOptionsPage()}
        />
      </footer>
    </div>
  )
}

interface PopupRowProps {
  as: HTMLAttributes<HTMLElement>
  option: PopupOption
  selected: boolean
}

/** Option of the popup's list. The focus stays in the field. */
function PopupRow({ as, option, selected }: PopupRowProps) {
  return (
    <div {...as} className="options__item" aria-selected={selected}>
      <Plate vrm={option.vrm} size="s" />
      {option.kind === 'recent' ? (
        <Recent row={option.row} />
      ) : (
        <>
          <span className="clip second">{text.lookUp}</span>
          {selected && (
            <span className="options__end">
              <Kbd>Enter</Kbd>
            </span>
          )}
        </>
      )}
    </div>
  )
}

function Recent({ row }: { row: RecentRow }) {
  const now = useNow(60_000)
  const { kind, words, more } = summaryRow(row)
  return (
    <>
      <Sign kind={kind} />
      <span className="clip" title={more}>
        {words}
      </span>
      <span className="options__end tiny muted">{clockOrDate(row.at, now)}</span>
    </>
  )
}

const MAX_ROWS = 4

/** Plates last looked up on this PC; `null` until the answer arrives. */
function useRecents(): readonly RecentRow[] | null {
  const client = useClient()
  const { session, connection } = useConnection()
  const [rows, setRows] = useState<readonly RecentRow[] | null>(null)
  const isApproved = connection.kind === 'approved'
  useEffect(() => {
    if (!isApproved) return
    let left = false
    const read = () =>
      void client.request('lookup.recent', { limit: MAX_ROWS }).then((answer) => {
        if (answer.ok && !left) setRows(answer.value.rows)
      })
    read()
    const unsubscribe = client.on('verdicts', read)
    return () => {
      left = true
      unsubscribe()
    }
  }, [client, session, isApproved])
  return rows
}

/**
 * Verdict of one plate, updated as the application learns more. `undefined` until it answers. Never the verdict of
 * another plate.
 */
function useSummary(vrm: string | null): {
  summary: VerdictSummary | undefined
  tell: (summary: VerdictSummary) => void
} {
  const client = useClient()
  const { session } = useConnection()
  const [known, setKnown] = useState<VerdictSummary | null>(null)

  // A layout effect sends the request before the first paint. The answer comes from this PC, often in time for that
  // paint.
  useLayoutEffect(() => {
    if (vrm === null) return
    let left = false
    void client.request('lookup.get', { vrms: [vrm] }).then((answer) => {
      const row = answer.ok ? answer.value.rows.find((one) => one.vrm === vrm) : undefined
      if (row && !left) setKnown(row)
    })
    const unsubscribe = client.on('verdicts', ({ rows }) => {
      const row = rows.find((one) => one.vrm === vrm)
      if (row) setKnown(row)
    })
    return () => {
      left = true
      unsubscribe()
    }
    // Another session may mean another application, another account, or newer data.
  }, [client, vrm, session])

  return { summary: known !== null && known.vrm === vrm ? known : undefined, tell: setKnown }
}

type RecentRow = HostResult<'lookup.recent'>['rows'][number]

type PopupOption =
  /** `repaired`: the plate differs from the typed or selected text. */
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean }
  | { kind: 'recent'; id: string; vrm: string; row: RecentRow }

interface PopupGroup {
  title: string
  options: readonly PopupOption[]
}

/** Most plates to choose from. For more plates the user has the list of the page. */
const MAX_CHOICES = 50

const plates = (vrms: readonly string[], isRepaired = (_index: number) => false): PopupOption[] =>
  vrms
    .slice(0, MAX_CHOICES)
    .map((vrm, index) => ({ kind: 'plate', id: `plate-${vrm}`, vrm, repaired: isRepaired(index) }))

/** Groups of plates to fill the field with: plates of the typed or selected text, then recent plates. */
function popupGroups(
  typed: string,
  understood: PlateUnderstanding,
  offered: readonly string[],
  recents: readonly RecentRow[],
): readonly PopupGroup[] {
  const choices = choicesOf(typed, understood, offered)
  const shown = understood.kind === 'plate' ? understood.plate.vrm : null
  const others = recents
    .filter(({ vrm }) => vrm !== shown && !choices.options.some((option) => option.vrm === vrm))
    .map((row): PopupOption => ({ kind: 'recent', id: `recent-${row.vrm}`, vrm: row.vrm, row }))
  return [choices, { title: text.recents, options: others }].filter(({ options }) => options.length > 0)
}

function choicesOf(typed: string, understood: PlateUnderstanding, offered: readonly string[]): PopupGroup {
  if (understood.kind === 'empty') return { title: text.several(offered.length), options: plates(offered) }
  if (understood.kind === 'several') {
    const vrms = understood.plates.map(({ plate }) => plate.vrm)
    const options = plates(vrms, (index) => understood.plates[index]?.repaired ?? false)
    return { title: text.several(vrms.length), options }
  }
  // An unfinished plate needs no repair.
  const repairs =
    understood.kind === 'repair' && !isUnfinishedPlate(typed)
      ? understood.suggestions.map(({ plate }) => plate.vrm)
      : []
  return { title: text.repairs, options: plates(repairs, () => true) }
}
