import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { CasePerson } from '#shared/domain/parties.ts'
import { paletteText as text } from '#shared/text/shortcuts.ts'
import { Dialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { OptionGroups, useCombobox } from '../../design/combobox.tsx'
import { useClient } from '../../replica/client.ts'
import { useHidesNames, useOnlyHit } from '../../app/lists.tsx'
import { useLetters } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { openHelp, closePanel, panelText } from '../../app/panel-state.ts'
import { showToast } from '../../app/toasts.ts'
import { setFilter, ALL_VIEW } from '../cases/feature.ts'
import { keepSignatureRequestState } from '../signature-requests/feature.ts'
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
  typedPlates,
  type PaletteFinds,
} from './palette-items.ts'
import { PaletteRow } from './palette-row.tsx'
import type { findTopics } from '#shared/text/help.ts'
import { useQuery } from '../../replica/use-replica.ts'
import '../../app/frame.css'

function showSigner({ fields }: Contact) {
  keepSignatureRequestState({ contactsText: fields.fullname || fields.idNumber })
  openRoute({ view: 'contacts' })
}

function showLabel(label: string) {
  setFilter(ALL_VIEW, { labels: [label] })
  openRoute({ view: 'procedures' })
}

/** Opens the list of cases with only the cases of that person. */
function showPerson({ name, taxId }: CasePerson) {
  setFilter(ALL_VIEW, { person: { name, taxId } })
  openRoute({ view: 'procedures' })
}

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
  const settled = useSettled(isSettled, () =>
    query === ''
      ? firstItems({ ...finds, actions, commands })
      : paletteItems(typed, { ...finds, actions, commands }),
  )
  // Until the answers come, the previous list stays, so that its rows do not move twice.
  const items = isSettled ? settled : mergedWith(typedPlates(typed), settled)
  const run = (item: PaletteItem) => {
    // The panel closes first: the focus returns to its previous place, and the command may then move it.
    closePanel()
    setTimeout(() => {
      const before = currentVisit()
      if (item.kind === 'action') return void (item.action.run() || showToast(text.gone, 'failed'))
      if (item.kind === 'plate') lookUp(client, item.vrm)
      else if (item.kind === 'known') showPlate(item.row.vrm)
      else if (item.kind === 'procedure') openRoute({ view: 'procedure', id: item.row.id })
      else if (item.kind === 'person') showPerson(item.person)
      else if (item.kind === 'dealer') openRoute({ view: 'dealer', id: item.dealer.id })
      else if (item.kind === 'signer') showSigner(item.signer)
      else if (item.kind === 'label') showLabel(item.label)
      else if (item.kind === 'setting') openSettings(item.section)
      else if (item.kind === 'topic') openHelp(item.topic.id)
      else item.command.run()
      if (currentVisit() !== before) sawSearch(client)
    })
  }
  const { active, unmark, ...combo } = useCombobox({
    options: items,
    idOf: ({ id }) => id,
    // Rows of the previous text are not results for the typed text: none of them is opened. A correction is a
    // different plate, so the user has to move to its row first.
    first: isGuess(items[0]) ? 'none' : isSettled ? 'seen' : 'meant',
    onPick: run,
  })
  const [first] = settled
  const early = useOnlyHit({
    typed,
    isAnswered,
    only: isGuess(first) ? undefined : first,
    open: run,
    onSeveral: () => {},
    count: settled.length,
  })
  const keyDown = (event: KeyboardEvent) => {
    // Enter applies to the typed text: it waits for the answers, unless the active row is a plate of the typed text.
    const isEarly = !isSettled && event.key === 'Enter' && active?.kind !== 'plate'
    if (!isEarly) {
      // The user has moved to a row since: that row is meant.
      if (combo.keyDown(event)) early.letGo()
      return
    }
    event.preventDefault()
    if (!event.repeat && !event.nativeEvent.isComposing) early.enter()
  }

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

/** Returns the list for the last text whose answers came. */
function useSettled(isSettled: boolean, itemsOf: () => readonly PaletteItem[]): readonly PaletteItem[] {
  const [last, setLast] = useState<readonly PaletteItem[]>([])
  const now = isSettled ? itemsOf() : last
  const ids = now.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (isSettled) setLast(now)
    // The items are created again at each render, so their ids tell whether they changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ids, isSettled])
  return now
}

const isGuess = (item: PaletteItem | undefined): boolean => item?.kind === 'plate' && item.repaired

/** Puts the plates of the typed text before the other options. */
function mergedWith(plates: readonly PaletteItem[], items: readonly PaletteItem[]): readonly PaletteItem[] {
  const offered = new Set(plates.map(({ id }) => id))
  return [...plates, ...items.filter(({ id, kind }) => kind !== 'plate' && !offered.has(id))]
}

/** Closes the palette with the shortcut that opened it. */
function ClosingKey() {
  useShortcuts({ palette: closePanel })
  return null
}

const MAX_KNOWN = 5
const FIRST_RECENTS = 3
const MAX_PROCEDURES = 5
const MAX_PEOPLE = 4
const MAX_SIGNERS = 3
const MAX_DEALERS = 3
const MAX_TOPICS = 5
/** Maximum wait for the core. After that, the palette shows the options that need no answer. */
const PATIENCE_MS = 400

interface FoundForPalette {
  finds: Omit<PaletteFinds, 'actions' | 'commands'>
  /** True once every answer for the typed text has come. */
  isAnswered: boolean
  /** True once every answer has come, or the wait is over and the options so far are shown. */
  isSettled: boolean
}

/** Results of the palette's searches for a text. */
function usePaletteFinds(query: string): FoundForPalette {
  const suggested = useQuery('lookup.suggest', query ? { query, limit: MAX_KNOWN } : null)
  const recent = useQuery('lookup.recent', query ? null : { limit: FIRST_RECENTS })
  const found = useQuery('cases.find', query ? { text: query, limit: MAX_PROCEDURES } : null)
  const people = useQuery('cases.people', query ? { text: query, limit: MAX_PEOPLE } : null)
  const dealers = useQuery('dealers.list', query ? { text: query, offset: 0, limit: MAX_DEALERS } : null)
  const signers = useQuery('contacts.find', query ? { text: query, limit: MAX_SIGNERS } : null)
  const labels = useQuery('cases.labels', {})
  const topics = useHelpSearch()
  const isLate = useIsLate(query)
  const asked = query ? [suggested, found, people, dealers, signers, labels] : [recent]
  const hasAll = asked.every(({ data, error }) => data !== undefined || error !== undefined)
  const isAnswered = hasAll && (query === '' || topics !== undefined)
  return {
    isAnswered,
    isSettled: isLate || isAnswered,
    finds: {
      known: (query ? suggested.data : recent.data)?.rows ?? [],
      procedures: found.data?.rows ?? [],
      people: people.data?.people ?? [],
      dealers: dealers.data?.rows ?? [],
      signers: signers.data?.rows ?? [],
      labels: labels.data?.labels ?? [],
      topics: (query && topics ? topics(query) : []).slice(0, MAX_TOPICS),
    },
  }
}

function useIsLate(query: string): boolean {
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLate(query), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [query])
  return late === query
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
