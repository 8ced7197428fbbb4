import { useMemo, useState } from 'react'
import type { FieldChanges, FieldName } from '#shared/domain/procedures/fields.ts'
import type { Finding } from '#shared/domain/pasted-text/finding.ts'
import { markedAtFirst, otherVehicle } from '#shared/domain/pasted-text/marks.ts'
import {
  type Candidate,
  type FieldProposal,
  isSameValue,
  proposalsFor,
} from '#shared/domain/pasted-text/proposals.ts'
import { useClient } from '../../replica/client.ts'
import type { Wizard } from '../wizard/use-wizard.ts'

export interface Offer extends FieldProposal {
  /** Text of the field now. */
  now: string
  chosen: Candidate
  marked: boolean
  /** The field has that value already. */
  isSame: boolean
}

interface Decision {
  value?: string
  marked?: boolean
  /** Text of the field when it was decided: another one asks again. */
  over: string
}

/** What a text offers for each field of the draft, and what was decided on it. */
export function useOffers({ draft }: Wizard, findings: readonly Finding[]) {
  const { now } = useClient()
  const [decisions, setDecisions] = useState<Partial<Record<FieldName, Decision>>>({})
  const [seen, setSeen] = useState<ReadonlySet<FieldName>>(new Set())
  const proposals = useMemo(() => proposalsFor(draft.kind, findings), [draft.kind, findings])
  const marks = markedAtFirst(proposals, draft, now())
  const offers = proposals.map((proposal): Offer => {
    const { field, candidates } = proposal
    const current = draft.fields[field]
    const decided = decisions[field]
    const decision = decided?.over === current ? decided : undefined
    const chosen = candidates.find(({ value }) => value === decided?.value) ?? candidates[0]
    const isSame = isSameValue(draft.kind, field, chosen.value, current, now())
    const marked = !isSame && (decision?.marked ?? (decided === undefined && marks.has(field)))
    return { ...proposal, now: current, chosen, marked, isSame }
  })
  const decide = ({ field, now: over }: Offer, change: Omit<Decision, 'over'>) =>
    setDecisions((before) => ({ ...before, [field]: { ...before[field], ...change, over } }))
  const marked = offers.filter((offer) => offer.marked)
  const taken = marked.filter(({ field }) => seen.has(field))
  return {
    offers,
    /** Vehicle of a text that is not about the draft's: nothing of it is marked. */
    otherVehicle: otherVehicle(proposals, draft, now()),
    mark: (offer: Offer, isMarked: boolean) => decide(offer, { marked: isMarked, value: offer.chosen.value }),
    /** Choosing a value is wanting it. */
    choose: (offer: Offer, value: string) => decide(offer, { value, marked: true }),
    see: (field: FieldName) =>
      setSeen((before) => (before.has(field) ? before : new Set([...before, field]))),
    /** Marked and seen on screen: what is taken. */
    values: Object.fromEntries(taken.map(({ field, chosen }) => [field, chosen.value])) as FieldChanges,
    count: taken.length,
    unseen: marked.length - taken.length,
  }
}

export type Offers = ReturnType<typeof useOffers>
