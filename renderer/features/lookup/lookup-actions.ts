import { classifyPlate, displayPlate } from '#shared/domain/plates/classify.ts'
import { seriesLabels } from '#shared/text/lookup.ts'
import { type PlateUnderstanding, understandPlateAlone } from '#shared/domain/plates/repair.ts'
import { MAX_TEXT, severalLines } from '../../design/plate-field.tsx'
import type { Client } from '../../replica/client.ts'
import {
  clearAttempt,
  focusVerdict,
  lookupState,
  setFieldText,
  setListSource,
  setPick,
  setProblem,
  setRefused,
  setTypedOn,
  wantCopy,
  useLookupState,
} from './lookup-state.ts'
import { currentVisit, openRoute } from '../../app/route.ts'

/** Name of the plate's series, to tell two candidates apart. */
export function seriesOf(vrm: string): string {
  const plate = classifyPlate(vrm)
  return plate ? seriesLabels[plate.series] : ''
}

/** The core returns cached reports within a few milliseconds. Without this wait the screen would render twice. */
const AT_ONCE_MS = 30
let turn = 0

interface LookUp {
  keepText?: boolean
  /** True if the answer is copied to the clipboard once it comes. */
  copies?: boolean
}

/**
 * Prefetches the stored data of the plate in the field, so that Enter can show it at once. Nothing is requested from
 * the service.
 */
export function readTyped({ queries }: Client, typed: string) {
  const understood = understandTyped(typed)
  if (understood.kind !== 'plate') return
  const { vrm } = understood.plate
  void queries.prefetch('lookup.get', { vrm })
  void queries.prefetch('complete.get', { vrm })
}

/** Looks up a plate and opens its verdict, which shows cached data at once. */
export function lookUp(client: Client, vrm: string, options: LookUp = {}) {
  const mine = ++turn
  const visit = currentVisit()
  const { text } = lookupState()
  wantCopy(null)
  const shown = showAsked(client, vrm)
  const asked = startLookup(client, vrm).then((answer) => {
    if (!answer.ok) shown?.takeBack()
    if (!options.copies || mine !== turn || !answer.ok) return
    const { pending, latest } = answer.value
    // The earlier report is not the answer, unless the core answered from the cache.
    wantCopy({ vrm, at: client.now(), known: pending ? latest?.reportId : '' })
  })
  const open = () => {
    // The user may have opened another page meanwhile: that page stays.
    if (mine !== turn || visit !== currentVisit()) return
    // The user may have begun the next plate meanwhile: its text and the focus stay.
    const typedOn = lookupState().text !== text
    setTypedOn(typedOn)
    if (!typedOn) clearAttempt()
    if (!typedOn && !options.keepText) setFieldText(displayPlate(vrm))
    openRoute({ view: 'lookup', vrm })
    if (!typedOn) focusVerdict()
  }
  if (shown) return open()
  const known = Promise.all([asked, client.queries.prefetch('complete.get', { vrm })])
  void Promise.race([known, new Promise((resolve) => setTimeout(resolve, AT_ONCE_MS))]).then(open)
}

/** Shows the stored data of a plate while the service is asked. `null` if the window has not read these data. */
function showAsked({ queries, now }: Client, vrm: string) {
  const read = queries.peek('lookup.get', { vrm })
  if (!read || !queries.peek('complete.get', { vrm })) return null
  const asked = {
    ...read,
    pending: read.pending ?? { vrm, state: 'asking' as const, requestedAt: now() },
    failed: null,
  }
  queries.put('lookup.get', { vrm }, asked)
  return {
    /** Restores the previous data, because the core refused the lookup. */
    takeBack() {
      if (queries.peek('lookup.get', { vrm }) === asked) queries.put('lookup.get', { vrm }, read)
    },
  }
}

/**
 * Asks the service about a plate. The answer, with the data known before, becomes the cached data of the query
 * `lookup.get`.
 */
export async function startLookup(client: Client, vrm: string) {
  setRefused(null)
  const answer = await client.queries.take('lookup.get', { vrm }, () =>
    client.bridge.call('lookup.start', { vrm }),
  )
  if (!answer.ok) setRefused({ vrm, error: answer.error })
  return answer
}

/** Shows a plate without asking the service. For rows of a list, which already show the age of their report. */
export function showPlate(vrm: string) {
  clearAttempt()
  setRefused(null)
  setFieldText(displayPlate(vrm))
  openRoute({ view: 'lookup', vrm })
  focusVerdict()
}

/**
 * Submits the field. Only a valid plate is sent to the service. A suggestion is a different plate from the typed one,
 * so the field never submits it, however often the user presses Enter.
 */
export function submitField(client: Client, copies = false) {
  const { text } = lookupState()
  if (isUnderstood(text)) return submitText(client, text, copies)
  const submit = () => {
    // The text may have changed while the rules loaded.
    if (lookupState().text === text) submitText(client, text, copies)
  }
  // If the rules do not load, a text that is more than one plate is said to be none.
  void PLATE_RULES.load().then(submit, submit)
}

function submitText(client: Client, text: string, copies: boolean) {
  const understood = understandTyped(text)
  switch (understood.kind) {
    case 'plate':
      return lookUp(client, understood.plate.vrm, { keepText: true, copies })
    case 'several':
      return setPick({
        plates: understood.plates.map(({ plate, repaired }) => ({ vrm: plate.vrm, repaired })),
        unread: understood.unread,
        more: text.length >= MAX_TEXT,
        source: text,
      })
    case 'repair':
    case 'invalid':
      return setProblem(understood)
    case 'empty':
      return
  }
}

/** Looks up all plates of a text or a file in Consulta masiva. */
export function openPlateList(source: string | File) {
  setListSource(typeof source === 'string' ? severalLines(source) : source)
  openRoute({ view: 'plate-lists' })
}

export async function cancelLookup({ bridge, queries }: Client, vrm: string) {
  await queries.take('lookup.get', { vrm }, () => bridge.call('lookup.cancel', { vrm }))
}

/**
 * Parser for a text with plates inside; `null` until loaded. Its rules are large, so the first screen does not wait
 * for them.
 */
let understand: typeof understandPlateAlone | null = null
/** Cached result for the latest text: one render reads the field several times. */
let latest: { text: string; by: typeof understandPlateAlone; understood: PlateUnderstanding } | null = null

/** Rules for plates inside a text. They are loaded before they are needed. */
export const PLATE_RULES = {
  load: async () => {
    understand ??= (await import('#shared/domain/plates/understand.ts')).understandPlateInput
  },
}

/** Parses the text of the field. Until the rules are loaded, only a text that is exactly one plate is understood. */
export function understandTyped(text: string): PlateUnderstanding {
  const by = understand ?? understandPlateAlone
  if (latest?.text !== text || latest.by !== by) latest = { text, by, understood: by(text) }
  return latest.understood
}

/** True if `understandTyped` needs no more rules for this text. */
const isUnderstood = (text: string): boolean =>
  understand !== null || understandPlateAlone(text).kind === 'plate'

/**
 * True if the field holds a text that is not the plate whose verdict is on screen. An empty field counts as that
 * plate.
 */
export function isAside(typed: string, vrm: string): boolean {
  const understood = understandTyped(typed)
  if (understood.kind === 'empty') return false
  return understood.kind !== 'plate' || understood.plate.vrm !== vrm
}

/** True if the verdict on screen is not about the plate in the field. No command may then act on it. */
export const useIsAside = (vrm: string): boolean => useLookupState(({ text }) => isAside(text, vrm))
