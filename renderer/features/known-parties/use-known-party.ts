import { useEffect, useEffectEvent, useState } from 'react'
import type { KnownSource, KnownValue } from '#shared/domain/known-parties.ts'
import { knownText as text } from '#shared/text/app-typed-once.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { fieldSelector } from '../frame/use-focus-after.ts'
import {
  type Filled,
  type PartyProposal,
  type PartySlot,
  partyProposal,
  searchable,
  untouched,
} from './known-fill.ts'

/** Form that known data are filled into. */
export interface KnownForm<F extends string> {
  /** Of the draft or request: it knows nothing from itself. */
  id: string
  fields: Readonly<Record<F, string>>
  /** Present values, with what was typed since the last render. */
  read: () => Readonly<Record<F, string>>
  type: (field: F, value: string) => void
  labels: Readonly<Record<F, string>>
}

export interface KnownParty<F extends string> extends Omit<PartyProposal<F>, 'fills'> {
  /** Filled in, and not changed since. */
  filled: Filled<F> | null
  /** The user types the identifier in this window: others fill in nothing. */
  typed(): void
  /** Puts a known value in its field. `undo` brings back what it had. */
  take(field: F, value: KnownValue): void
  undo(): void
}

const NOTHING = { differs: {}, choices: {} }

/**
 * Fills the empty fields of a party with what this account has of it, once its identifier is typed here. What was
 * filled in for an identifier leaves with it; a field with a value of the user's is never touched.
 * @param starts an identifier already in the form counts as typed
 */
export function useKnownParty<F extends string>(
  form: KnownForm<F>,
  slot: PartySlot<F>,
  starts: boolean,
): KnownParty<F> {
  const { bridge, now } = useClient()
  const [active, setActive] = useState(starts)
  const [answer, setAnswer] = useState<{ taxId: string; sources: readonly KnownSource[] } | null>(null)
  const [filled, setFilled] = useState<Filled<F> | null>(null)
  const number = active ? searchable(form.fields[slot.number]) : null
  const { id, fields } = form

  const putBack = (was: Filled<F>) => {
    for (const [field, before] of untouched(was, form.read())) form.type(field, before)
  }
  const fill = useEffectEvent((sources: readonly KnownSource[]) => {
    // The identifier may have changed while the answer was on its way.
    if (number === null || searchable(form.read()[slot.number]) !== number) return
    const { fills } = partyProposal(sources, slot, form.read())
    const entries = Object.entries(fills) as [F, KnownValue][]
    const [first] = entries
    if (!first) return
    for (const [field, { value }] of entries) form.type(field, value)
    setFilled({
      number,
      values: Object.fromEntries(
        entries.map(([field, known]) => [field, { ...known, before: '' }]),
      ) as Filled<F>['values'],
    })
    selectFocused(entries.map(([field]) => field))
    announce(
      text.announced(
        entries.map(([field]) => form.labels[field]),
        first[1].source,
        now(),
      ),
    )
  })
  const leave = useEffectEvent(() => {
    setAnswer(null)
    if (filled === null || filled.number === number) return
    putBack(filled)
    setFilled(null)
  })

  // Asked each time: an answer kept from before could be of a person erased since.
  useEffect(() => {
    leave()
    if (number === null) return
    let isLatest = true
    void bridge.call('known-parties.get', { taxId: number, except: id }).then((known) => {
      if (!isLatest || !known.ok || known.value.taxId !== number) return
      setAnswer(known.value)
      fill(known.value.sources)
    })
    return () => {
      isLatest = false
    }
  }, [bridge, number, id])

  const proposal = answer?.taxId === number && answer ? partyProposal(answer.sources, slot, fields) : NOTHING
  return {
    differs: proposal.differs,
    choices: proposal.choices,
    filled,
    typed: () => setActive(true),
    take(field, known) {
      const before = form.read()[field]
      form.type(field, known.value)
      setFilled((was) => ({
        number: number ?? '',
        values: { ...was?.values, [field]: { ...known, before } },
      }))
      announce(text.taken(known.value))
    },
    undo() {
      if (filled === null) return
      putBack(filled)
      setFilled(null)
      announce(text.undone)
    },
  }
}

/** A field filled in under the cursor is selected: what is typed next replaces it, and is not added to it. */
function selectFocused(names: readonly string[]) {
  requestAnimationFrame(() => {
    const { activeElement } = document
    const isFilled = names.some((name) => activeElement?.matches(fieldSelector(name)))
    if (isFilled && activeElement instanceof HTMLInputElement) activeElement.select()
  })
}
