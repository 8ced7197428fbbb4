import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { paletteText as text } from '#shared/text/shortcuts.ts'
import { Dialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { OptionGroups } from '../../design/combobox.tsx'
import { useClient } from '../../replica/client.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { useLetters } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { openHelp, closePanel, panelText } from '../../app/panel-state.ts'
import { showToast } from '../../app/toasts.ts'
import { showCases } from '../cases/feature.ts'
import { openFind, useFindList, useIsLate, useOfficeFinds } from '../finds/feature.ts'
import { openSettings } from '../../app/settings-state.ts'
import { currentVisit, openRoute } from '../../app/route.ts'
import { sawSearch } from '../training/feature.ts'
import { lookUp, showPlate } from '../lookup/feature.ts'
import { paletteCommands } from './commands.tsx'
import { findActions, pageActions } from './palette-actions.ts'
import {
  firstItems,
  groupsOf,
  type PaletteItem,
  paletteItems,
  type PaletteFinds,
  typedPlates,
} from './palette-items.ts'
import { PaletteRow } from './palette-row.tsx'
import type { findTopics } from '#shared/text/help.ts'
import { useQuery } from '../../replica/use-replica.ts'
import '../../app/frame.css'

/** Palette (Ctrl+K): one field finds everything, the best match first (ARIA combobox with a listbox). */
export function Palette() {
  const client = useClient()
  const hidesNames = useHidesNames()
  const [typed, setTyped] = useState(panelText)
  const query = typed.trim()
  const { finds, isSettled, isAnswered } = usePaletteFinds(query)
  const commands = useMemo(() => paletteCommands(client), [client])
  const letters = useLetters()
  const [found] = useState(findActions)
  const actions = useMemo(() => pageActions(found, letters), [found, letters])
  const run = (item: PaletteItem) => {
    // The panel closes first: the focus returns to its previous place, and the command may then move it.
    closePanel()
    setTimeout(() => {
      const before = currentVisit()
      if (item.kind === 'action') return void (item.action.run() || showToast(text.gone, 'failed'))
      if (item.kind === 'plate') lookUp(client, item.vrm)
      else if (item.kind === 'known') showPlate(item.row.vrm)
      else if (item.kind === 'label') showCases({ labels: [item.label] })
      else if (item.kind === 'client') openRoute({ view: 'ledger-client', id: item.client.id })
      else if (item.kind === 'setting') openSettings(item.section)
      else if (item.kind === 'topic') openHelp(item.topic.id)
      else if (item.kind === 'command') item.command.run()
      else openFind(item)
      if (currentVisit() !== before) sawSearch(client)
    })
  }
  const { active, items, unmark, keyDown, ...combo } = useFindList<PaletteItem>({
    typed,
    isAnswered,
    isSettled,
    items: () =>
      query === ''
        ? firstItems({ ...finds, actions, commands })
        : paletteItems(typed, { ...finds, actions, commands }),
    instant: typedPlates(typed),
    isInstant: ({ kind }) => kind === 'plate',
    // A correction is a different plate.
    isDoubtful: (item) => item.kind === 'plate' && item.repaired,
    onPick: run,
  })

  return (
    <Dialog label={text.title} variant="palette" onClose={closePanel}>
      <ClosingKey />
      <div className="palette__field">
        <Icon of={Search} />
        <input
          {...combo.field}
          aria-label={text.placeholder}
          placeholder={text.placeholder}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            unmark()
          }}
          onKeyDown={keyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <OptionGroups
        label={text.results}
        groups={groupsOf(items)}
        as={{ ...combo.list, 'aria-busy': !isSettled }}
        idOf={({ id }) => id}
      >
        {(item) => (
          <PaletteRow
            as={combo.option(item)}
            item={item}
            selected={item === active}
            typed={query}
            hidesNames={hidesNames}
          />
        )}
      </OptionGroups>
      {isSettled && items.length === 0 && (
        <p className="options__none small muted">{isAnswered ? text.nothing : text.searching}</p>
      )}
      <p className="visually-hidden" role="status">
        {query && isAnswered && text.count(items.length)}
      </p>
      <div className="options__foot" aria-hidden="true">
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

/** Closes the palette with the shortcut that opened it. */
function ClosingKey() {
  useShortcuts({ palette: closePanel })
  return null
}

const FIRST_RECENTS = 3
const MAX_TOPICS = 5
const MAX_CLIENTS = 3

interface FoundForPalette {
  finds: Omit<PaletteFinds, 'actions' | 'commands'>
  /** True once every answer for the typed text has come. */
  isAnswered: boolean
  /** True once every answer has come, or the wait is over and the options so far are shown. */
  isSettled: boolean
}

/** Results of the palette's searches for a text. */
function usePaletteFinds(query: string): FoundForPalette {
  const office = useOfficeFinds(query)
  const recent = useQuery('lookup.recent', query ? null : { limit: FIRST_RECENTS })
  const labels = useQuery('cases.labels', {})
  const clients = useQuery('clients.find', query ? { text: query, limit: MAX_CLIENTS } : null)
  const topics = useHelpSearch()
  const isLate = useIsLate(query)
  const { data, error } = query ? labels : recent
  const hasOwn = data !== undefined || error !== undefined
  const hasClients = query === '' || clients.data !== undefined || clients.error !== undefined
  const isAnswered = office.isAnswered && hasOwn && hasClients && (query === '' || topics !== undefined)
  return {
    isAnswered,
    isSettled: isLate || isAnswered,
    finds: {
      ...office.finds,
      ...(!query && { known: recent.data?.rows ?? [] }),
      clients: (query && clients.data?.rows) || [],
      labels: labels.data?.labels ?? [],
      topics: (query && topics ? topics(query) : []).slice(0, MAX_TOPICS),
    },
  }
}

/**
 * Loads the search of the help, with its texts, when the palette opens. `null` if they cannot be loaded: the rest of
 * the palette still works.
 */
function useHelpSearch(): typeof findTopics | null | undefined {
  const [search, setSearch] = useState<{ find: typeof findTopics | null }>()
  useEffect(() => {
    let wanted = true
    import('#shared/text/help.ts').then(
      (help) => wanted && setSearch({ find: help.findTopics }),
      () => wanted && setSearch({ find: null }),
    )
    return () => {
      wanted = false
    }
  }, [])
  return search?.find
}
