import type { CaseFacets, CaseFilter } from '#shared/bridge/cases.ts'
import { isSamePerson } from '#shared/domain/mentions.ts'
import { personTail } from '#shared/domain/parties.ts'
import {
  caseSearchText as searchText,
  casesText as text,
  casePastText as pastText,
} from '#shared/text/cases.ts'
import { periodName } from '#shared/text/dates.ts'
import { stateName } from '#shared/text/resources.ts'
import { incidentLabels, procedureName } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { nameWords } from './row-words.ts'
import { tidyFilter } from './views.ts'

type ListCondition = 'statuses' | 'types' | 'labels'

/** States that the office filters by all day: always visible. The other states are under «Más» until chosen. */
const FIRST_STATES = ['BLOCKED', 'ON_HOLD', 'PENDING', 'IN_PROGRESS'] as const

/** Condition that a press adds or removes. */
export interface Chip {
  id: string
  name: string
  /** State that the chip draws. */
  state?: string
  on: boolean
  /** Number of rows that meet the condition; `undefined` until known. */
  n?: number | undefined
  /** Filter after a press on the chip. */
  next: CaseFilter
}

function toggledIn(filter: CaseFilter, condition: ListCondition, value: string): CaseFilter {
  const values = filter[condition] ?? []
  const without = values.filter((one) => one !== value)
  return tidyFilter({ ...filter, [condition]: without.length < values.length ? without : [...values, value] })
}

const without = (filter: CaseFilter, condition: keyof CaseFilter): CaseFilter => {
  const { [condition]: _gone, ...others } = filter
  return others
}

const stateChip = (filter: CaseFilter, state: string, n: number | undefined): Chip => ({
  id: `state-${state}`,
  name: stateName('procedure', state),
  state,
  on: filter.statuses?.includes(state) ?? false,
  n,
  next: toggledIn(filter, 'statuses', state),
})

const typeChip = (filter: CaseFilter, type: string, n: number | undefined): Chip => ({
  id: `type-${type}`,
  name: procedureName(type),
  on: filter.types?.includes(type) ?? false,
  n,
  next: toggledIn(filter, 'types', type),
})

const labelChip = (filter: CaseFilter, label: string, n: number | undefined): Chip => ({
  id: `label-${label}`,
  name: label,
  on: filter.labels?.includes(label) ?? false,
  n,
  next: toggledIn(filter, 'labels', label),
})

type Assigned = NonNullable<CaseFilter['assigned']>

const isSameAssigned = (a: Assigned, b: Assigned): boolean =>
  'name' in a ? 'name' in b && isSamePerson(a.name, b.name) : 'to' in b && a.to === b.to

/** Chips of the person who has a case: the user, nobody, and every other person with a case. */
function personChips(filter: CaseFilter, facets: CaseFacets | undefined): readonly Chip[] {
  const chip = (id: string, name: string, assigned: Assigned, n?: number): Chip => {
    const on = filter.assigned !== undefined && isSameAssigned(filter.assigned, assigned)
    return {
      id: `assigned-${id}`,
      name,
      on,
      n,
      next: on ? without(filter, 'assigned') : { ...filter, assigned },
    }
  }
  const count = (person: string) => facets?.people.find(({ value }) => value === person)?.n
  const names = (facets?.people ?? []).flatMap(({ value }) => (value === '' ? [] : [value]))
  const chosen = filter.assigned && 'name' in filter.assigned ? filter.assigned.name : ''
  // A saved view may name somebody who has no case now.
  if (chosen !== '' && !names.some((name) => isSamePerson(name, chosen))) names.unshift(chosen)
  return [
    chip('me', text.mine, { to: 'me' }),
    chip('nobody', text.unassigned, { to: 'nobody' }, count('')),
    ...names.slice(0, MAX_PEOPLE).map((name) => chip(name, text.carriedBy(name), { name }, count(name))),
  ]
}

/** On/off conditions, by name. */
function plainChips(filter: CaseFilter, hidesNames: boolean): readonly Chip[] {
  const { marked, ended, quietDays, endedToday, deadlineDays, person } = filter
  const { client, began, closed, left, incident } = filter
  const chip = (id: keyof CaseFilter, name: string, on: boolean, put: CaseFilter): Chip => ({
    id,
    name,
    on,
    next: on ? without(filter, id) : { ...filter, ...put },
  })
  return [
    ...(person === undefined
      ? []
      : [
          chip(
            'person',
            searchText.person(
              nameWords(person.name, personTail(person.taxId), { hidesNames, withTails: true }),
            ),
            true,
            {},
          ),
        ]),
    ...(client === undefined
      ? []
      : [chip('client', pastText.client(hidesNames ? searchText.hidden : client), true, {})]),
    ...(began === undefined ? [] : [chip('began', pastText.began(periodName(began)), true, {})]),
    ...(closed === undefined ? [] : [chip('closed', pastText.closed(periodName(closed)), true, {})]),
    ...(left === undefined
      ? []
      : [chip('left', pastText.left(stateName('procedure', left.status), periodName(left)), true, {})]),
    ...(incident === undefined
      ? []
      : [
          chip(
            'incident',
            pastText.incident(
              labelOf(incidentLabels, incident.type, unknownNames.incident),
              incident.state,
              periodName(incident),
            ),
            true,
            {},
          ),
        ]),
    chip('marked', text.marked, marked === true, { marked: true }),
    chip('ended', ended === true ? text.ended : text.open, ended !== undefined, { ended: false }),
    ...(quietDays === undefined ? [] : [chip('quietDays', text.quiet(quietDays), true, {})]),
    ...(endedToday === undefined ? [] : [chip('endedToday', text.endedToday, true, {})]),
    ...(deadlineDays === undefined ? [] : [chip('deadlineDays', text.deadline(deadlineDays), true, {})]),
  ]
}

export interface Chips {
  /** Chips in the row: the usual states, and any other condition that is on. */
  shown: readonly Chip[]
  /** Chips under «Más», by groups. */
  more: readonly (readonly Chip[])[]
}

const MAX_LABELS = 12
const MAX_PEOPLE = 12

/** @param facets row counts, if known */
export function chipsOf(filter: CaseFilter, facets: CaseFacets | undefined, hidesNames: boolean): Chips {
  const amount = (list: ListCondition, value: string) =>
    facets === undefined ? undefined : (facets[list].find((one) => one.value === value)?.n ?? 0)
  const valuesOf = (list: ListCondition) => [
    ...new Set([...(filter[list] ?? []), ...(facets?.[list] ?? []).map(({ value }) => value)]),
  ]
  const states = [...new Set([...FIRST_STATES, ...valuesOf('statuses')])].map((state) =>
    stateChip(filter, state, amount('statuses', state)),
  )
  const types = valuesOf('types').map((type) => typeChip(filter, type, amount('types', type)))
  const labels = valuesOf('labels')
    .slice(0, MAX_LABELS)
    .map((label) => labelChip(filter, label, amount('labels', label)))
  const people = personChips(filter, facets)
  const plain = plainChips(filter, hidesNames)
  const first = states.slice(0, FIRST_STATES.length)
  const others = states.slice(FIRST_STATES.length)
  return {
    shown: [...first, ...[...others, ...types, ...labels, ...people, ...plain].filter(({ on }) => on)],
    more: [others, types, people, plain, labels].filter((group) => group.length > 0),
  }
}

/** Conditions that could be dropped when the filter finds nothing, each with the remaining filter. */
export const droppable = (filter: CaseFilter, hidesNames: boolean): readonly Chip[] =>
  chipsOf(filter, undefined, hidesNames).shown.filter(({ on }) => on)
