import { Download, ChevronDown, Columns3, X, CircleHelp } from 'lucide-react'
import { type ReactNode, useCallback, useId, useRef, useState, type RefObject, useEffect } from 'react'
import { casesText, caseSearchText } from '#shared/text/cases.ts'
import type { CaseFacets, CaseFilter } from '#shared/bridge/cases.ts'
import { count } from '#shared/text/grammar.ts'
import { IconButton } from '../../design/button.tsx'
import { MenuButton, Menu, type MenuItem } from '../../design/menu.tsx'
import { Icon } from '../../design/icon.tsx'
import { StateGlyph } from '../../design/state-glyph.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { useNewLayer } from '../../design/layers.ts'
import { ListSearch, ListTools } from '../../app/lists.tsx'
import { type Chip, chipsOf, droppable } from './filter-chips.ts'
import type { ShownView } from './views.ts'
import './cases.css'

interface CaseActionsProps {
  /** True if the list has rows to export. */
  some: boolean
  /** Number of picked rows. With 0, the whole list is exported and printed. */
  picked: number
  onExport: (what: 'cases.csv' | 'cases.xlsx') => void
  onPrint: () => void
  /** Button «Nuevo». */
  begin: ReactNode
}

/** Page actions: export the list or the picked rows, begin a procedure. */
export function CaseActions({ some, picked, onExport, onPrint, begin }: CaseActionsProps) {
  return (
    <>
      <MenuButton
        icon={Download}
        disabled={!some}
        data-point="export"
        label={casesText.exportLabel(picked)}
        items={[
          { id: 'csv', label: casesText.csv, detail: casesText.csvMeans, run: () => onExport('cases.csv') },
          {
            id: 'xlsx',
            label: casesText.xlsx,
            detail: casesText.xlsxMeans,
            run: () => onExport('cases.xlsx'),
          },
          { id: 'print', label: casesText.print, detail: casesText.printMeans, divided: true, run: onPrint },
        ]}
      >
        {casesText.export(picked)}
      </MenuButton>
      {begin}
    </>
  )
}

interface CaseToolsProps {
  typed: string
  onType: (typed: string) => void
  /** Called for Enter in the search box. */
  onEnter: () => void
  filter: CaseFilter
  facets: CaseFacets | undefined
  /** False until the first counts, which make the chips wider. */
  isCounted: boolean
  onFilter: (filter: CaseFilter) => void
  onColumns: () => void
  hidesNames: boolean
  view: ShownView
  /** False if there is nothing to search in. */
  isShown: boolean
}

/** Filters of the list: one search box without syntax, and a chip for each usual condition. */
export function CaseTools(props: CaseToolsProps) {
  const { shown, more } = chipsOf(props.filter, props.facets, props.hidesNames)
  // The name of a built-in view says its conditions. They are under «Más»: the row has one line, and a search moves
  // no chip.
  const named = props.view.own ? [] : droppable(props.view.filter, props.hidesNames)
  const id = useId()
  const [showsHelp, setShowsHelp] = useState(false)
  const openHelp = useCallback((isOpen: boolean) => setShowsHelp(isOpen), [])
  return (
    <ListTools className="case-tools" isShown={props.isShown}>
      <ListSearch
        shortcut="cases.search"
        words={casesText}
        value={props.typed}
        onType={props.onType}
        into=".case__table"
        onEnter={props.onEnter}
        onHelp={() => setShowsHelp(!showsHelp)}
        help={<SearchHelp id={id} isOpen={showsHelp} onOpen={openHelp} />}
        describedBy={showsHelp ? id : undefined}
      />
      <div
        className={props.isCounted ? 'case-tools__chips' : 'case-tools__chips case-tools__chips--uncounted'}
        role="group"
        aria-label={casesText.filters}
      >
        {shown
          .filter(({ id: chipId, state }) => state !== undefined || !named.some((one) => one.id === chipId))
          .map((chip) => (
            <FilterChip key={chip.id} chip={chip} onPress={() => props.onFilter(chip.next)} />
          ))}
        <MoreFilters groups={more} onFilter={props.onFilter} />
      </div>
      <IconButton
        icon={Columns3}
        label={casesText.columns}
        className="case-tools__columns"
        named
        onClick={props.onColumns}
      />
    </ListTools>
  )
}

/** Condition chip, on or off, with its row count. */
function FilterChip({ chip: { name, state, on, n }, onPress }: { chip: Chip; onPress: () => void }) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onPress}>
      {state !== undefined && <StateGlyph state={state} />}
      <span className="clip">{name}</span>
      {n !== undefined && <b className="chip__count">{count(n)}</b>}
      {on && <Icon of={X} className="chip__off" />}
    </button>
  )
}

function MoreFilters({
  groups,
  onFilter,
}: {
  groups: readonly (readonly Chip[])[]
  onFilter: (filter: CaseFilter) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const items = groups.flatMap((group, at) =>
    group.map(({ id, name, state, on, n, next }, index): MenuItem => ({
      id,
      label: n === undefined ? name : `${name} · ${count(n)}`,
      checked: on,
      several: true,
      divided: at > 0 && index === 0,
      ...(state !== undefined && { icon: <StateGlyph state={state} /> }),
      run: () => onFilter(next),
    })),
  )
  return (
    <>
      <button
        ref={button}
        type="button"
        className="chip"
        aria-label={casesText.moreLabel}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {casesText.more}
        <Icon of={ChevronDown} />
      </button>
      {open && (
        <Menu label={casesText.moreLabel} items={items} anchor={button} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface SearchHelpProps {
  id: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Button in the search box, with a popover that explains what can be searched. The focus stays where it was. */
function SearchHelp({ id, isOpen, onOpen }: SearchHelpProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="search-help__button"
        aria-label={caseSearchText.help}
        title={caseSearchText.help}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // Without this, one press would close the popover and open it again.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon of={CircleHelp} />
      </button>
      {isOpen && <HelpPopover id={id} anchor={button} onClose={() => onOpen(false)} />}
    </>
  )
}

function HelpPopover({
  id,
  anchor,
  onClose,
}: {
  id: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const popover = useRef<HTMLDivElement>(null)
  // Esc closes only this popover. The typed text stays.
  useNewLayer()
  useEffect(() => {
    const element = popover.current
    const box = anchor.current?.closest('.search-field')?.getBoundingClientRect()
    if (!element || !box) return
    element.style.left = `${box.left}px`
    element.style.top = `${box.bottom}px`
    element.showPopover()
    const leave = (event: Event) => {
      const { target } = event
      const isInside =
        target instanceof Node && (element.contains(target) || anchor.current?.contains(target) === true)
      if (!isInside) onClose()
    }
    const typed = (event: Event) => {
      // Typing closes the help, because the user continues with the search.
      if (event.target instanceof HTMLInputElement) onClose()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('input', typed)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('input', typed)
      document.removeEventListener('keydown', escape)
    }
  }, [anchor, onClose])
  return (
    <div
      ref={popover}
      id={id}
      className="search-help"
      popover="manual"
      role="note"
      aria-label={caseSearchText.help}
    >
      <p className="search-help__title">{caseSearchText.helpTitle}</p>
      <dl className="search-help__rows">
        {caseSearchText.helpRows.map(([what, example]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
      <p className="tiny second">{caseSearchText.helpIntro}</p>
      <p className="tiny second search-help__enter">
        <Kbd>Enter</Kbd> {caseSearchText.helpEnter}
      </p>
    </div>
  )
}
