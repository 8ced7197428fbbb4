import { Inbox, ScanSearch, Settings } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/unfinished.ts'
import { extensionText, popupText as text } from '#shared/text/extension.ts'
import { count } from '#shared/text/grammar.ts'
import { problemTexts } from '#shared/text/plates.ts'
import { Button } from '#renderer/design/button.tsx'
import { IconButton } from '#renderer/design/icon-button.tsx'
import { Kbd } from '#renderer/design/kbd.tsx'
import { OptionGroups } from '#renderer/design/option-groups.tsx'
import { PlateField, selectProblem } from '#renderer/design/plate-field.tsx'
import { useCombobox } from '#renderer/design/use-combobox.ts'
import { openPanel } from '../open-pages.ts'
import { useClient, useConnection } from '../pages/client-context.ts'
import { requestErrorWords } from '../pages/request-error.ts'
import { putRequest } from '../requests.ts'
import { type PopupOption, popupGroups } from './popup-options.ts'
import { PopupRow } from './popup-row.tsx'
import type { StartingText } from './starting-text.ts'
import { useRecents } from './use-recents.ts'
import { useSummary } from './use-summary.ts'
import { Verdict } from './verdict.tsx'

/** Tab that the popup was opened over. */
export interface OpenedOver {
  id: number
  windowId: number
}

export interface PlateLookupProps {
  typed: string
  offered: StartingText
  /** `null` until the browser has said which: nothing is then asked of it. */
  tab: OpenedOver | null
  onType: (text: string) => void
}

/** The plate field and what is known of the plate in it: the verdict on screen is always of what the field says. */
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
    // A correction is another plate than the one in the field: the user goes to it first.
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
    // At once: after an await, the browser takes it for no press of the user.
    const opened = openPanel(chrome, windowId)
    const asked = putRequest(chrome.storage.session, { to: 'panel', tabId, at: Date.now() })
    void Promise.all([opened, asked]).then(() => window.close())
  }
  const keyDown = (event: KeyboardEvent) => {
    // A key held would pick a plate and then look it up.
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
