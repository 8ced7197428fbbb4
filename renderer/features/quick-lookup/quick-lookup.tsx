import { type ReactNode, useEffect, useRef, useState, type HTMLAttributes } from 'react'
import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import { lookupText, problemTexts } from '#shared/text/lookup.ts'
import { quickLookupText as text } from '#shared/text/hosts.ts'
import { Kbd } from '../../design/kbd.tsx'
import { OptionGroups, useCombobox } from '../../design/combobox.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { PlateField, selectProblem } from '../../design/plate-field.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { KnownPlateOption, PlateOption } from '../finds/feature.ts'
import { startLookup, seriesOf } from '../lookup/feature.ts'
import { type QuickOption, quickGroups } from './quick-options.ts'
import type { Place } from '#shared/bridge/route.ts'
import { ListPlus } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import '../lookup/lookup.css'

const QuickVerdict = later(async () => (await import('./quick-verdict.tsx')).QuickVerdict)
const AFTER_ENTER = [QuickVerdict]

const MAX_KNOWN = 5
const FIRST_RECENTS = 4

export interface QuickLookupProps {
  /** Plates in the clipboard when the panel opened; `undefined` while unknown. */
  clipboard: ClipboardPlates | undefined
  /** True while on screen. While false, the panel is mounted in advance and sends no queries. */
  open?: boolean
  /** Text that the user typed before the panel had loaded. */
  initialText?: string
  /** More options, shown under the field while it is empty. */
  children?: ReactNode
  onOpen: (place: Place) => void
  onClose: () => void
}

/**
 * Panel that leads from a plate to its verdict, over any window: one field, its suggestions or the verdict, and the
 * shortcuts.
 */
export function QuickLookup(props: QuickLookupProps) {
  const { clipboard, open = true, initialText = '', children, onOpen, onClose } = props
  const client = useClient()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(initialText)
  /** Plate whose verdict is on screen. Any other text in the field hides the verdict. */
  const [shown, setShown] = useState<string | null>(null)
  const [hasTried, setHasTried] = useState(false)
  const understood = understandPlateInput(typed)
  const query = typed.trim().slice(0, 200)
  const recent = useQuery('lookup.recent', query || shown || !open ? null : { limit: FIRST_RECENTS })
  const alike = useQuery('lookup.suggest', query && !shown ? { query, limit: MAX_KNOWN } : null)
  useEffect(() => field.current?.focus(), [])
  useLoadSoon(AFTER_ENTER, 0)

  // While the field is empty the clipboard comes first: no options are shown until the clipboard is known.
  const waits = query === '' && (clipboard === undefined || (!recent.data && !recent.error))
  const groups =
    shown || waits
      ? []
      : quickGroups({
          typed,
          understood,
          clipboard: clipboard ?? null,
          known: (query ? alike.data : recent.data)?.rows ?? [],
        })
  const options = groups.flatMap((group) => group.options)

  const change = (next: string) => {
    setTyped(next)
    setShown(null)
    setHasTried(false)
    list.unmark()
  }
  const show = (vrm: string) => {
    setTyped((before) => (understandPlateInput(before).kind === 'plate' ? before : displayPlate(vrm)))
    setShown(vrm)
  }
  const pick = (option: QuickOption) => {
    if (option.kind === 'batch') return onOpen({ route: { view: 'lookup' }, text: option.text })
    if (option.kind === 'known') {
      setTyped(displayPlate(option.row.vrm))
      return setShown(option.row.vrm)
    }
    void startLookup(client, option.vrm)
    show(option.vrm)
  }
  // Enter looks up a plate that was typed or copied. A recent plate, or a correction of the typed text, is a
  // different plate: the user has to move to its row first.
  const hasFirst = options[0]?.kind === 'batch' || (options[0]?.kind === 'plate' && !options[0].repaired)
  const list = useCombobox({ options, idOf: ({ id }) => id, first: hasFirst ? 'seen' : 'none', onPick: pick })
  const clear = () => {
    if (typed === '' && !shown) return onClose()
    change('')
    field.current?.focus()
  }
  const begin = (next: string) => {
    change(next)
    field.current?.focus()
  }
  const enter = () => {
    setHasTried(true)
    if ('problem' in understood) selectProblem(field.current, understood)
  }
  useShortcuts({ 'quick.toggle': onClose })

  const problem = hasTried || !isUnfinishedPlate(typed) ? problemOf(understood) : null
  const isEmpty = !waits && !shown && typed === '' && options.length === 0
  return (
    <div className="quick">
      <div className="quick__field">
        <PlateField
          ref={field}
          label={lookupText.field}
          value={typed}
          placeholder={text.placeholder}
          hint=""
          shortcut={<Kbd>Esc</Kbd>}
          invalid={hasTried && problem !== null}
          marks={hasTried && 'ranges' in understood ? understood.ranges : []}
          list={{
            keyDown: list.keyDown,
            field: list.field,
          }}
          onChange={change}
          onEnter={enter}
          onEscape={clear}
          onFocusChange={() => {}}
        />
      </div>
      {problem !== null && options.length === 0 && (
        <p className="quick__problem small" role={hasTried ? 'alert' : undefined}>
          {problem}
        </p>
      )}
      {/* On screen, the title of the corrections shows this problem. */}
      {problem !== null && options.length > 0 && hasTried && (
        <p className="visually-hidden" role="alert">
          {problem}
        </p>
      )}
      {options.length > 0 && (
        <OptionGroups label={text.suggestions} groups={groups} as={list.list} idOf={({ id }) => id}>
          {(option) => (
            <QuickRow as={list.option(option)} option={option} selected={option === list.active} />
          )}
        </OptionGroups>
      )}
      {!shown && typed === '' && children}
      {isEmpty && <p className="options__none small muted">{text.empty}</p>}
      {shown && (
        <QuickVerdict
          key={shown}
          vrm={shown}
          onBegin={begin}
          onClear={clear}
          onOpen={onOpen}
          onClose={onClose}
        />
      )}
      {!shown && <Foot canChoose={options.length > 0} canClear={typed !== ''} />}
    </div>
  )
}

const problemOf = (understood: ReturnType<typeof understandPlateInput>): string | null =>
  'problem' in understood ? problemTexts[understood.problem] : null

function Foot({ canChoose, canClear }: { canChoose: boolean; canClear: boolean }) {
  const isDown = useSlice('connection')?.state === 'down'
  return (
    <div className="options__foot" aria-hidden={!isDown || undefined}>
      {isDown && <span role="status">{text.offline}</span>}
      {!isDown && canChoose && (
        <>
          <span>
            <Kbd>ArrowUp</Kbd>
            <Kbd>ArrowDown</Kbd> {text.choose}
          </span>
          <span>
            <Kbd>Enter</Kbd> {text.look}
          </span>
        </>
      )}
      <span>
        <Kbd>Esc</Kbd> {canClear ? text.clear : text.leave}
      </span>
    </div>
  )
}

interface QuickRowProps {
  as: HTMLAttributes<HTMLElement>
  option: QuickOption
  selected: boolean
}

/** Option of the panel. The focus stays in the field. */
function QuickRow({ as, option, selected }: QuickRowProps) {
  return (
    <div {...as} className="options__item" aria-selected={selected}>
      {option.kind === 'plate' && (
        <PlateOption
          vrm={option.vrm}
          does={option.repaired ? text.didYouMean : text.lookUp}
          about={option.from === '' ? seriesOf(option.vrm) : text.from(option.from)}
          selected={selected}
        />
      )}
      {option.kind === 'known' && <KnownPlateOption row={option.row} />}
      {option.kind === 'batch' && (
        <>
          <Icon of={ListPlus} />
          <b>{text.batch(option.plates)}</b>
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
