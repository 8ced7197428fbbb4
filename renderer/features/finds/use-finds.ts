import { type KeyboardEvent, useEffect, useState } from 'react'
import { useCombobox } from '../../design/combobox.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useOnlyHit } from '../../app/lists.tsx'
import { openRoute } from '../../app/route.ts'
import { showCases } from '../cases/feature.ts'
import { keepSignatureRequestState } from '../signature-requests/feature.ts'
import type { Find, OfficeFinds } from './finds.ts'

const MAX_KNOWN = 5
const MAX_PROCEDURES = 5
const MAX_PEOPLE = 4
const MAX_DEALERS = 3
const MAX_SIGNERS = 3

interface FoundInOffice {
  finds: OfficeFinds
  /** True once every answer for the text has come. */
  isAnswered: boolean
  hasFailed: boolean
}

/**
 * Searches the office for a text. An empty text searches nothing.
 * @param isPlate true if the text is a plate, which names no person
 */
export function useOfficeFinds(query: string, isPlate = false): FoundInOffice {
  const name = isPlate ? '' : query
  const known = useQuery('lookup.suggest', query ? { query, limit: MAX_KNOWN } : null)
  const procedures = useQuery('cases.find', query ? { text: query, limit: MAX_PROCEDURES } : null)
  const people = useQuery('cases.people', name ? { text: name, limit: MAX_PEOPLE } : null)
  const dealers = useQuery('dealers.list', name ? { text: name, offset: 0, limit: MAX_DEALERS } : null)
  const signers = useQuery('contacts.find', name ? { text: name, limit: MAX_SIGNERS } : null)
  const asked = [...(query ? [known, procedures] : []), ...(name ? [people, dealers, signers] : [])]
  return {
    finds: {
      known: known.data?.rows ?? [],
      procedures: procedures.data?.rows ?? [],
      people: people.data?.people ?? [],
      dealers: dealers.data?.rows ?? [],
      signers: signers.data?.rows ?? [],
    },
    isAnswered: asked.every(({ data, error }) => data !== undefined || error !== undefined),
    hasFailed: asked.some(({ error }) => error !== undefined),
  }
}

/** Time without an answer after which the core counts as slow. */
const PATIENCE_MS = 400

/** True once the answers for a text have been due for a while. */
export function useIsLate(query: string): boolean {
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLate(query), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [query])
  return late === query
}

export interface FindListProps<I> {
  typed: string
  /** True once every answer for the typed text has come. */
  isAnswered: boolean
  /** True once the items of the typed text are shown. Until then, those of the previous text stay. */
  isSettled: boolean
  /** Items of the typed text. Read once settled. */
  items: () => readonly I[]
  /** Items of the typed text that need no answer. They come first. */
  instant: readonly I[]
  isInstant: (item: I) => boolean
  /** True for an item that Enter picks only after the user has moved to it. */
  isDoubtful: (item: I) => boolean
  onPick: (item: I) => void
  /** Called for an Enter that waited, if its answers bring nothing that Enter picks. */
  onNothing?: () => void
}

/**
 * Combobox whose options come from searches. Until the answers come, the previous options stay, so that no row moves
 * twice. Enter never picks an option of the previous text: it waits for the answers, unless the active option needs
 * none.
 */
export function useFindList<I extends { id: string }>(props: FindListProps<I>) {
  const { typed, isAnswered, isSettled, instant, isInstant, isDoubtful, onPick, onNothing } = props
  const settled = useSettled(isSettled ? props.items() : null)
  const offered = new Set(instant.map(({ id }) => id))
  const items = [...instant, ...settled.filter((item) => !isInstant(item) && !offered.has(item.id))]
  const [top] = items
  const meant = top && !isDoubtful(top) ? top : undefined
  const { active, ...combo } = useCombobox({
    options: items,
    idOf: ({ id }) => id,
    first: meant === undefined ? 'none' : isSettled ? 'seen' : 'meant',
    onPick,
  })
  const early = useOnlyHit<I | null>({
    typed,
    isAnswered,
    only: meant ?? null,
    open: (item) => (item === null ? onNothing?.() : onPick(item)),
    onSeveral: () => {},
    count: items.length,
  })
  const keyDown = (event: KeyboardEvent): boolean => {
    const isOfText = active !== undefined && (isSettled || isInstant(active))
    if (event.key !== 'Enter' || isOfText || isAnswered) {
      const isHandled = combo.keyDown(event)
      // The user has moved to a row since: that row is meant.
      if (isHandled) early.letGo()
      return isHandled
    }
    event.preventDefault()
    if (!event.repeat && !event.nativeEvent.isComposing) early.enter()
    return true
  }
  return { ...combo, active, items, keyDown, enter: early.enter }
}

/** Returns the items of the last text whose answers came. The items are new objects at each render: their ids count. */
function useSettled<I extends { id: string }>(items: readonly I[] | null): readonly I[] {
  const [last, setLast] = useState<{ ids: string; items: readonly I[] }>({ ids: '', items: [] })
  const ids = items?.map(({ id }) => id).join(' ') ?? last.ids
  if (items !== null && ids !== last.ids) setLast({ ids, items })
  return items ?? last.items
}

/** Opens what was found in the office. Plates are opened by *Consulta*. */
export function openFind(find: Exclude<Find, { kind: 'plate' | 'known' }>): void {
  switch (find.kind) {
    case 'procedure':
      return openRoute({ view: 'procedure', id: find.row.id })
    case 'person': {
      const { name, taxId } = find.person
      return showCases({ person: { name, taxId } })
    }
    case 'dealer':
      return openRoute({ view: 'dealer', id: find.dealer.id })
    case 'signer': {
      const { fullname, idNumber } = find.signer.fields
      keepSignatureRequestState({ contactsText: fullname || idNumber })
      return openRoute({ view: 'contacts' })
    }
  }
}
