import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { findTopics } from '#shared/text/help.ts'
import { paletteText as text } from '#shared/text/app-palette.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { OptionGroups } from '../../design/option-groups.tsx'
import { useCombobox } from '../../design/use-combobox.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { openHelp } from '../../ui-state/help.ts'
import { setFilter } from '../../ui-state/procedures-state.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { keepSignatureRequestState } from '../../ui-state/signature-request-state.ts'
import { ALL_VIEW } from '../cases/views.ts'
import { closePanel } from '../../ui-state/panels.ts'
import { currentVisit, openRoute } from '../../ui-state/route.ts'
import { sawSearch } from '../training/use-training-saw.ts'
import { lookUp, showPlate } from '../lookup/lookup-actions.ts'
import { paletteCommands } from './commands.tsx'
import { type PaletteItem, paletteGroups } from './palette-items.ts'
import { PaletteRow } from './palette-row.tsx'
import './palette.css'

const MAX_KNOWN = 5
const FIRST_RECENTS = 3
const MAX_PROCEDURES = 5
const MAX_SIGNERS = 3
const MAX_TOPICS = 5

function showSigner({ fields }: Contact) {
  keepSignatureRequestState({ contactsText: fields.fullname || fields.idNumber })
  openRoute({ view: 'contacts' })
}

function showLabel(label: string) {
  setFilter(ALL_VIEW, { labels: [label] })
  openRoute({ view: 'procedures' })
}

/** Ctrl+K: plates first, then everything else, from one field (ARIA combobox with a listbox). */
export function Palette() {
  const client = useClient()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const suggested = useQuery('lookup.suggest', query ? { query, limit: MAX_KNOWN } : null)
  const recent = useQuery('lookup.recent', query ? null : { limit: FIRST_RECENTS })
  const found = useQuery('cases.find', query ? { text: query, limit: MAX_PROCEDURES } : null)
  const signers = useQuery('contacts.find', query ? { text: query, limit: MAX_SIGNERS } : null)
  const labels = useQuery('cases.labels', {})
  const find = useHelpSearch()
  const commands = useMemo(() => paletteCommands(client), [client])
  // With an empty query the recents come first: no option is active until they have loaded.
  const waits = query === '' && !recent.data && !recent.error
  const groups = waits
    ? []
    : paletteGroups(typed, {
        known: (query ? suggested.data : recent.data)?.rows ?? [],
        procedures: (query && found.data?.rows) || [],
        signers: (query && signers.data?.rows) || [],
        // Not before the procedures, which come first: Enter runs what was shown first.
        labels: (found.data && labels.data?.labels) ?? [],
        commands,
        topics: (find?.(query) ?? []).slice(0, MAX_TOPICS),
      })
  const items = groups.flatMap((group) => group.items)
  const run = (item: PaletteItem) => {
    // Closed first: the focus returns to where it was, and the command may then move it.
    closePanel()
    setTimeout(() => {
      const before = currentVisit()
      if (item.kind === 'plate') lookUp(client, item.vrm)
      else if (item.kind === 'known') showPlate(item.row.vrm)
      else if (item.kind === 'procedure') openRoute({ view: 'procedure', id: item.row.id })
      else if (item.kind === 'signer') showSigner(item.signer)
      else if (item.kind === 'label') showLabel(item.label)
      else if (item.kind === 'setting') openSettings(item.section)
      else if (item.kind === 'topic') openHelp(item.topic.id)
      else item.command.run()
      if (currentVisit() !== before) sawSearch(client)
    })
  }
  // Late options may come before the active one; Enter runs the one that was shown.
  const { active, unmark, ...combo } = useCombobox({
    options: items,
    idOf: ({ id }) => id,
    first: 'seen',
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
          onKeyDown={combo.keyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <OptionGroups
        label={text.results}
        groups={groups.map(({ title, items: options }) => ({ title, options }))}
        as={combo.list}
        idOf={({ id }) => id}
      >
        {(item) => <PaletteRow as={combo.option(item)} item={item} selected={item === active} />}
      </OptionGroups>
      {items.length === 0 && <p className="options__none small muted">{text.nothing}</p>}
      <p className="visually-hidden" role="status">
        {query && text.count(items.length)}
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

/** The search of the help, whose texts load with the palette open. Without them everything else is found. */
function useHelpSearch(): typeof findTopics | null {
  const [search, setSearch] = useState<{ find: typeof findTopics } | null>(null)
  useEffect(() => {
    let wanted = true
    import('#shared/text/help.ts').then(
      (help) => wanted && setSearch({ find: help.findTopics }),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [])
  return search?.find ?? null
}

/** The shortcut that opened it closes it. */
function ClosingKey() {
  useShortcuts({ palette: closePanel })
  return null
}
