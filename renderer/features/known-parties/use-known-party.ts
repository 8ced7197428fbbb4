import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type KnownSource,
  type KnownValue,
  knownClient,
  knownFacts,
  knownProposal,
  type KnownField,
  type KnownValues,
} from '#shared/domain/parties.ts'
import { knownText as text } from '#shared/text/fields.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import type { Fill, FormFills } from '../../app/forms/fills.ts'
import { fieldSelector } from '../../app/forms/field-line.tsx'

/** Form that receives known data. */
interface KnownForm<F extends string> {
  /** Id of the draft or request. Its own data are excluded from what is known. */
  id: string
  fields: Readonly<Record<F, string>>
  fills: FormFills<F>
  labels: Readonly<Record<F, string>>
  /** True while the fields of the form are on screen. A form under review is not filled in any more. */
  isOpen: boolean
}

export interface KnownParty<F extends string> extends Omit<PartyProposal<F>, 'fills'> {
  /** Source of a value that was filled in here; `null` once the value was changed. */
  sourceOf(field: F): KnownSource | null
  /** Records that the user types the identifier in this window. Other windows fill in nothing. */
  typed(): void
  /** True while the values known for the identifier are being read. */
  isAsking: boolean
  /** Puts a known value in a field. */
  take(field: F, value: KnownValue): void
  /** Undoes the fill that gave this field its value. */
  undo(field: F): void
}

const NOTHING = { differs: {}, choices: {} }

/**
 * Fills the empty fields of a party with what this account knows, once the user types the party's identifier in this
 * window. When the identifier changes, the values filled in for it are removed. A field with a value of the user is
 * never touched.
 * @param starts true if an identifier already in the form counts as typed
 */
export function useKnownParty<F extends string>(
  { id, fields, fills, labels, isOpen }: KnownForm<F>,
  slot: PartySlot<F>,
  starts: boolean,
): KnownParty<F> {
  const { bridge, now } = useClient()
  const [active, setActive] = useState(starts)
  const [answer, setAnswer] = useState<{ taxId: string; sources: readonly KnownSource[] } | null>(null)
  /** Identifier whose values were filled in. A fill that the user undoes is not repeated for the same identifier. */
  const [filledFor, setFilledFor] = useState<string | null>(null)
  const number = active ? searchable(fields[slot.number]) : null
  const of = (taxId: string | null) => `${slot.number} ${taxId ?? ''}`
  const isOurs = (fill: Fill<F>) => fill.of?.startsWith(of(null)) === true

  const fill = useEffectEvent((sources: readonly KnownSource[]) => {
    // The identifier may have changed while the answer was on its way.
    if (number === null || searchable(fills.read()[slot.number]) !== number) return
    if (filledFor === number) return
    setFilledFor(number)
    const known = Object.entries(partyProposal(sources, slot, fills.read()).fills) as [F, KnownValue][]
    // Rendered synchronously, so that no key press comes between a value and its selection.
    const filled = flushSync(() =>
      fills.fillIn(valuesOf(known), { of: of(number), sources: sourcesOf(known) }),
    )
    const [first] = known
    if (!filled || !first) return
    selectFocused(filled.names)
    announce(
      text.announced(
        filled.names.map((field) => labels[field]),
        first[1].source,
        now(),
      ),
    )
  })
  const leave = useEffectEvent(() => {
    setAnswer(null)
    if (filledFor === number) return
    setFilledFor(null)
    for (const one of fills.all.toReversed()) if (isOurs(one) && one.of !== of(number)) fills.drop(one)
  })

  // The core is asked each time: a cached answer could be about a person erased since.
  useEffect(() => {
    if (!isOpen) return
    leave()
    if (number === null) return
    let isLatest = true
    void bridge.call('known-parties.get', { taxId: number, except: id }).then((known) => {
      if (!isLatest) return
      if (!known.ok || known.value.taxId !== number) return setAnswer({ taxId: number, sources: [] })
      setAnswer(known.value)
      fill(known.value.sources)
    })
    return () => {
      isLatest = false
    }
  }, [bridge, number, id, isOpen])

  const proposal = answer?.taxId === number && answer ? partyProposal(answer.sources, slot, fields) : NOTHING
  const holder = (field: F) => {
    const one = fills.holder(field)
    return one && isOurs(one) ? one : null
  }
  return {
    differs: proposal.differs,
    choices: proposal.choices,
    sourceOf: (field) => holder(field)?.sources?.[field] ?? null,
    typed: () => setActive(true),
    isAsking: isOpen && number !== null && answer?.taxId !== number,
    take(field, known) {
      const one: [F, KnownValue][] = [[field, known]]
      if (fills.fillIn(valuesOf(one), { of: of(number), sources: sourcesOf(one) }))
        announce(text.taken(known.value))
    },
    undo(field) {
      const one = holder(field)
      if (one) fills.undo(one)
    },
  }
}

const valuesOf = <F extends string>(known: readonly (readonly [F, KnownValue])[]) =>
  Object.fromEntries(known.map(([field, { value }]) => [field, value])) as { [N in F]?: string }
const sourcesOf = <F extends string>(known: readonly (readonly [F, KnownValue])[]) =>
  Object.fromEntries(known.map(([field, { source }]) => [field, source])) as { [N in F]?: KnownSource }

/** Selects the focused field if it was filled in, so that typing replaces the value instead of extending it. */
function selectFocused(names: readonly string[]) {
  const { activeElement } = document
  const isFilled = names.some((name) => activeElement?.matches(fieldSelector(name)))
  if (isFilled && activeElement instanceof HTMLInputElement) activeElement.select()
}

/** Fields of a form about one party. */
export interface PartySlot<F extends string> {
  number: F
  names: { readonly [K in KnownField]?: F }
  /** Field of the client. It is filled in only if every recent procedure of the party had the same client. */
  client?: F
}

type ByField<F extends string, V> = { readonly [N in F]?: V }

interface PartyProposal<F extends string> {
  fills: ByField<F, KnownValue>
  differs: ByField<F, KnownValue>
  choices: ByField<F, readonly KnownValue[]>
}

/**
 * Returns the identifier to look up, or `null` until it is valid: a number with a wrong letter may be another
 * person's.
 */
export function searchable(typed: string): string | null {
  const check = checkTaxId(typed)
  if (check.status === 'unrecognised') return null
  return check.status === 'wrong-control' && !check.mayContinue ? null : check.id
}

/** Decides which fields of a form to fill, from the records about its party. */
export function partyProposal<F extends string>(
  sources: readonly KnownSource[],
  { names, client }: PartySlot<F>,
  fields: Readonly<Record<F, string>>,
): PartyProposal<F> {
  const known = Object.entries(names) as [KnownField, F][]
  const values: KnownValues = Object.fromEntries(known.map(([name, field]) => [name, fields[field]]))
  const { fills, differs, choices } = knownProposal(knownFacts(sources), values)
  const usual = client !== undefined && fields[client].trim() === '' ? knownClient(sources) : null
  return {
    fills: {
      ...renamed(known, fills),
      ...(client !== undefined && usual && ({ [client]: usual } as ByField<F, KnownValue>)),
    },
    differs: renamed(known, differs),
    choices: renamed(known, choices),
  }
}

const renamed = <F extends string, V>(
  names: readonly [KnownField, F][],
  values: { readonly [K in KnownField]?: V },
): ByField<F, V> =>
  Object.fromEntries(
    names.flatMap(([name, field]) => (values[name] === undefined ? [] : [[field, values[name]]])),
  ) as ByField<F, V>

/** Name of the form field that has the focus, or that contains the focused control. */
const fieldWithFocus = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null

/**
 * Returns an action that applies the known value of the focused field, or else of the first field that differs.
 * @returns `null` when no field differs
 */
export function takeKnown<F extends string>(parties: readonly KnownParty<F>[]): (() => void) | null {
  const differing = parties.flatMap((party) =>
    (Object.entries(party.differs) as [F, KnownValue][]).map(([name, value]) => ({ party, name, value })),
  )
  if (differing.length === 0) return null
  return () => {
    const focused = fieldWithFocus()
    const one = differing.find(({ name }) => name === focused) ?? differing[0]
    one?.party.take(one.name, one.value)
  }
}
