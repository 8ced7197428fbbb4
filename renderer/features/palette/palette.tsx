import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { paletteText as text } from '#shared/text/app-palette.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { closePanel } from '../../ui-state/panels.ts'
import { openRoute } from '../../ui-state/route.ts'
import { lookUp, showPlate } from '../lookup/lookup-actions.ts'
import { paletteCommands } from './commands.tsx'
import { type PaletteItem, paletteGroups } from './palette-items.ts'
import { PaletteRow } from './palette-row.tsx'
import './palette.css'

const MOST_KNOWN = 5
const FIRST_RECENTS = 3
const MOST_PROCEDURES = 5

/** Ctrl+K: plates first, then everything else, from one field (ARIA combobox with a listbox). */
export function Palette() {
  const client = useClient()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  /** The option that is marked, by its id: what comes later may stand before it, and Enter runs what was seen. */
  const [marked, setMarked] = useState<string | null>(null)
  const query = typed.trim()
  const suggested = useQuery('lookup.suggest', query ? { query, limit: MOST_KNOWN } : null)
  const recent = useQuery('lookup.recent', query ? null : { limit: FIRST_RECENTS })
  const found = useQuery('cases.find', query ? { text: query, limit: MOST_PROCEDURES } : null)
  const commands = useMemo(() => paletteCommands(client), [client])
  // With nothing typed the recents are the first: nothing is marked before they are there.
  const waits = query === '' && !recent.data && !recent.error
  const groups = waits
    ? []
    : paletteGroups(
        typed,
        (query ? suggested.data : recent.data)?.rows ?? [],
        (query && found.data?.rows) || [],
        commands,
      )
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ id: item }) => item === marked) ?? items[0]
  const activeId = active?.id ?? null
  useEffect(() => setMarked(activeId), [activeId])

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])

  const run = (item: PaletteItem) => {
    // Closed first: the focus goes back to where it was, and what runs may then move it on.
    closePanel()
    setTimeout(() => {
      if (item.kind === 'plate') lookUp(client, item.vrm)
      else if (item.kind === 'known') showPlate(item.row.vrm)
      else if (item.kind === 'procedure') openRoute({ view: 'procedure', id: item.row.id })
      else item.command.run()
    })
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      const here = active ? items.indexOf(active) : 0
      setMarked(items[(here + step + items.length) % items.length]?.id ?? null)
    } else if (event.key === 'Enter' && active) run(active)
    else return
    event.preventDefault()
  }

  return (
    <Dialog label={text.title} variant="palette" onClose={closePanel}>
      <ClosingKey />
      <div className="palette__field">
        <Search className="icon" aria-hidden="true" />
        <input
          role="combobox"
          aria-label={text.placeholder}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active ? { 'aria-activedescendant': `${id}-${active.id}` } : {})}
          placeholder={text.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMarked(null)
          }}
          onKeyDown={keyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="palette__list" id={`${id}-list`} role="listbox" aria-label={text.results} ref={list}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="palette__group" aria-hidden="true">
              {group.title}
            </div>
            {group.items.map((item) => (
              <PaletteRow
                key={item.id}
                id={`${id}-${item.id}`}
                item={item}
                selected={item.id === active?.id}
                onPoint={() => setMarked(item.id)}
                onRun={() => run(item)}
              />
            ))}
          </div>
        ))}
      </div>
      {items.length === 0 && <p className="palette__none small muted">{text.nothing}</p>}
      <p className="visually-hidden" role="status">
        {query && text.count(items.length)}
      </p>
      <div className="palette__foot" aria-hidden="true">
        <span>
          <Kbd>ArrowUp</Kbd>
          <Kbd>ArrowDown</Kbd> {text.choose}
        </span>
        <span>
          <Kbd>Enter</Kbd> {text.run}
        </span>
        <span>
          <Kbd>Esc</Kbd> {text.leave}
        </span>
      </div>
    </Dialog>
  )
}

/** The key that opened it closes it. */
function ClosingKey() {
  useShortcuts({ palette: closePanel })
  return null
}
