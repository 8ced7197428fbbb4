import { Copy, ListChecks, type LucideIcon, Rows3, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
} from 'react'
import { readScannedLink } from '#shared/bridge/links.ts'
import { lookupText as words } from '#shared/text/lookup.ts'
import { paletteText } from '#shared/text/shortcuts.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import { Icon } from '../../design/icon.tsx'
import { Kbd, Keys } from '../../design/kbd.tsx'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { drawnKeys } from '../../app/key-hints.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { openRoute } from '../../app/route.ts'
import { SHORTCUTS } from '../../app/shortcut-table.ts'
import { showCases } from '../cases/feature.ts'
import { FindContent, openFind, useFindList, useIsLate, useOfficeFinds } from '../finds/feature.ts'
import {
  type FieldItem,
  fieldItems,
  instantItems,
  isMistyped,
  isOtherPlate,
  officeQuery,
} from './field-items.ts'
import { lookUp, openPlateList, showPlate, submitField, understandTyped } from './lookup-actions.ts'
import { setFieldText, setProblem } from './lookup-state.ts'
import './lookup.css'

/** The number of options is announced this long after typing stops. Earlier, it would drown the echo of the keys. */
const ANNOUNCE_AFTER_MS = 400
/** Minimum height of the list in px. In a lower window the page scrolls. */
const MIN_HEIGHT = 160

/** The list, for the field that has the focus. */
export interface FieldList {
  /** @returns true if the list handled the key */
  keyDown: (event: KeyboardEvent) => boolean
  /** Clears the active option. Call it when the text changes. */
  unmark: () => void
}

/** Ids of the list and of its active option; `undefined` without options. */
export interface ShownList {
  list: string | undefined
  active: string | undefined
}

export interface FieldAnswersProps {
  ref: Ref<FieldList>
  text: string
  /** True if the user pressed Enter before this component was loaded. */
  isEntered: boolean
  onShow: (shown: ShownList) => void
  onClose: () => void
}

const INSTANT: ReadonlySet<FieldItem['kind']> = new Set(['plate', 'copy', 'pick', 'list'])
const isInstant = ({ kind }: FieldItem): boolean => INSTANT.has(kind)

/**
 * List under the field of Consulta, over the page: the typed plate, and what the office has about the text. The field
 * mounts it while it is open.
 */
export function FieldAnswers({ ref, text, isEntered, onShow, onClose }: FieldAnswersProps) {
  const client = useClient()
  const hidesNames = useHidesNames()
  const understood = understandTyped(text)
  const typed = { text, understood }
  const query = officeQuery(typed)
  const { finds, isAnswered, hasFailed } = useOfficeFinds(query, understood.kind === 'plate')
  const isLate = useIsLate(query)

  const pick = (item: FieldItem, copies = false) => {
    onClose()
    switch (item.kind) {
      case 'plate':
        return item.repaired ? lookUp(client, item.vrm, { copies }) : submitField(client, copies)
      case 'copy':
        return submitField(client, true)
      case 'pick':
        return submitField(client)
      case 'list':
        return openPlateList(text)
      case 'known':
        return showPlate(item.row.vrm)
      case 'search':
        setFieldText('')
        return showCases({ text: item.text })
      default:
        setFieldText('')
        return openFind(item)
    }
  }
  /** Case whose cover sheet was scanned into the field. */
  const scanned = readScannedLink(text)
  const openScanned = (id: string) => {
    onClose()
    setFieldText('')
    openRoute({ view: 'procedure', id })
  }
  const explain = () => {
    onClose()
    if (understood.kind === 'repair') setProblem(understood)
    if (understood.kind !== 'invalid') return
    const isSearched = query !== '' && isAnswered && !hasFailed
    setProblem({ ...understood, isNotFound: isSearched && finds.procedures.length === 0 })
  }
  const { active, items, unmark, enter, ...list } = useFindList<FieldItem>({
    typed: text,
    isAnswered,
    isSettled: isAnswered,
    items: () => fieldItems(typed, finds),
    instant: instantItems(typed),
    isInstant,
    isDoubtful: isOtherPlate,
    onPick: pick,
    onNothing: explain,
  })
  const hasItems = items.length > 0
  const isNothing = isAnswered && !hasItems && !isUnfinishedPlate(text)
  const isSlow = isLate && !isAnswered
  const isShown = hasItems || isNothing || isSlow
  const nothing = hasFailed ? words.notSearched : words.nothing

  const keyDown = (event: KeyboardEvent): boolean => {
    const isEnter = event.key === 'Enter'
    if (event.key === 'Escape' && isShown) onClose()
    else if (isEnter && scanned !== null) openScanned(scanned)
    else if (isEnter && event.shiftKey && active?.kind === 'plate') pick(active, true)
    else if (isEnter && active === undefined && (isAnswered || isMistyped(typed))) explain()
    else return list.keyDown(event)
    event.preventDefault()
    return true
  }
  useImperativeHandle(ref, () => ({ keyDown, unmark }))
  const enterOnce = useEffectEvent(() => (scanned === null ? enter() : openScanned(scanned)))
  useEffect(() => {
    if (isEntered) enterOnce()
  }, [isEntered])

  const { 'aria-controls': listId, 'aria-activedescendant': activeId } = list.field
  useLayoutEffect(() => onShow({ list: listId, active: activeId }), [onShow, listId, activeId])
  const said = !isAnswered ? '' : hasItems ? paletteText.count(items.length) : isNothing ? nothing : ''
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => announce(said), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [said, text])

  if (!isShown) return null
  // Enter does not pick an option of the previous text.
  const taken = active && (isAnswered || isInstant(active)) ? active : undefined
  const explains = active === undefined && (isAnswered || isMistyped(typed))
  return (
    // A press on the list must not move the focus out of the field.
    <div className="field-answers" ref={fitInPage} onPointerDown={(event) => event.preventDefault()}>
      {hasItems ? (
        <div className="options" {...list.list} aria-label={paletteText.results} aria-busy={!isAnswered}>
          {items.map((item) => (
            <div
              key={item.id}
              {...list.option(item)}
              className="options__item"
              aria-selected={item === active}
            >
              <FieldOption item={item} typed={query} hidesNames={hidesNames} />
              <span className="options__enter">{item === taken && <Kbd>Enter</Kbd>}</span>
            </div>
          ))}
        </div>
      ) : (
        <p className="options__none small muted">{isNothing ? nothing : paletteText.searching}</p>
      )}
      <div className="options__foot" aria-hidden="true">
        {hasItems && (
          <span>
            <Kbd>ArrowUp</Kbd>
            <Kbd>ArrowDown</Kbd> {paletteText.choose}
          </span>
        )}
        {(taken || explains) && (
          <span>
            <Kbd>Enter</Kbd> {taken ? enterWords(taken) : words.explain}
          </span>
        )}
        {isSlow && hasItems && <span>{paletteText.searching}</span>}
        <span>
          <Kbd>Esc</Kbd> {words.closeList}
        </span>
      </div>
    </div>
  )
}

const enterWords = ({ kind }: FieldItem): string =>
  kind === 'plate' || kind === 'copy' || kind === 'list' ? words.lookUp.toLowerCase() : paletteText.run

/** Limits the list to the visible page: a list beyond its end would make the page scroll. */
function fitInPage(list: HTMLElement | null) {
  const page = list?.closest('.page__body')
  if (!list || !page) return
  const end = getComputedStyle(page).overflowY === 'visible' ? Infinity : page.getBoundingClientRect().bottom
  const room = Math.floor(Math.min(end, innerHeight) - list.getBoundingClientRect().top)
  list.style.setProperty('--room', `${Math.max(MIN_HEIGHT, room)}px`)
}

interface FieldOptionProps {
  item: FieldItem
  typed: string
  hidesNames: boolean
}

function FieldOption({ item, typed, hidesNames }: FieldOptionProps) {
  switch (item.kind) {
    case 'copy':
      return (
        <OwnOption icon={Copy} does={words.lookUpCopy}>
          <Keys keys={drawnKeys(SHORTCUTS['plate.look-up-copy'])} />
        </OwnOption>
      )
    case 'pick':
      return <OwnOption icon={Rows3} does={words.seePlates(item.plates)} />
    case 'list':
      return <OwnOption icon={ListChecks} does={words.asList(item.plates)} />
    case 'search':
      return <OwnOption icon={Search} does={words.searchInCases(item.text)} />
    default:
      return (
        <>
          <FindContent find={item} selected={false} typed={typed} hidesNames={hidesNames} />
          <span className="options__kind tiny muted">{paletteText.kinds[item.kind]}</span>
        </>
      )
  }
}

/** Option of the field itself: an action on the typed text. */
function OwnOption({ icon, does, children }: { icon: LucideIcon; does: string; children?: ReactNode }) {
  return (
    <>
      <Icon of={icon} />
      <span className="clip">{does}</span>
      {children && <span className="options__end">{children}</span>}
    </>
  )
}
