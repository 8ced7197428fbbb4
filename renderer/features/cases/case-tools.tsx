import { ChevronDown, Columns3, X } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import type { CaseFacets, CaseFilter } from '#shared/bridge/cases.ts'
import { count } from '#shared/text/grammar.ts'
import { casesText as text } from '#shared/text/cases.ts'
import { IconButton } from '../../design/icon-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { StateGlyph } from '../../design/state-glyph.tsx'
import { ListSearch, ListTools } from '../frame/lists.tsx'
import { type Chip, chipsOf } from './filter-chips.ts'
import { SearchHelp } from './search-help.tsx'
import './cases.css'

export interface CaseToolsProps {
  typed: string
  onType: (typed: string) => void
  /** Enter in the search box. */
  onEnter: () => void
  filter: CaseFilter
  facets: CaseFacets | undefined
  onFilter: (filter: CaseFilter) => void
  onColumns: () => void
  hidesNames: boolean
  /** False if there is nothing to search in. */
  isShown: boolean
}

/** Filters of the list: one search box without syntax, and a chip for each usual condition. */
export function CaseTools(props: CaseToolsProps) {
  const { shown, more } = chipsOf(props.filter, props.facets, props.hidesNames)
  const id = useId()
  const [showsHelp, setShowsHelp] = useState(false)
  const openHelp = useCallback((isOpen: boolean) => setShowsHelp(isOpen), [])
  return (
    <ListTools className="case-tools" isShown={props.isShown}>
      <ListSearch
        shortcut="cases.search"
        words={text}
        value={props.typed}
        onType={props.onType}
        into=".case__table"
        onEnter={props.onEnter}
        onHelp={() => setShowsHelp(!showsHelp)}
        help={<SearchHelp id={id} isOpen={showsHelp} onOpen={openHelp} />}
        describedBy={showsHelp ? id : undefined}
      />
      <div className="case-tools__chips" role="group" aria-label={text.filters}>
        {shown.map((chip) => (
          <FilterChip key={chip.id} chip={chip} onPress={() => props.onFilter(chip.next)} />
        ))}
        <MoreFilters groups={more} onFilter={props.onFilter} />
      </div>
      <IconButton
        icon={Columns3}
        label={text.columns}
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
        aria-label={text.moreLabel}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {text.more}
        <Icon of={ChevronDown} />
      </button>
      {open && <Menu label={text.moreLabel} items={items} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
