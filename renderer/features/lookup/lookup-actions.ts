import { classifyPlate, displayPlate } from '#shared/domain/plates/classify.ts'
import { seriesLabels } from '#shared/text/lookup.ts'
import { type PlateUnderstanding, understandPlateAlone } from '#shared/domain/plates/repair.ts'
import { MAX_TEXT } from '../../design/plate-field.tsx'
import { topDialog } from '../../design/layers.ts'
import type { Client } from '../../replica/client.ts'
import {
  clearAttempt,
  focusVerdict,
  type LookupState,
  lookupState,
  setFieldText,
  setPick,
  setProblem,
  setRefused,
  setTypedOn,
  wantCopy,
  useLookupState,
} from './lookup-state.ts'
import { openPanel } from '../../app/panel-state.ts'
import { currentVisit, openRoute } from '../../app/route.ts'

/** Name of the plate's series, to tell two candidates apart. */
export function seriesOf(vrm: string): string {
  const plate = classifyPlate(vrm)
  return plate ? seriesLabels[plate.series] : ''
}

/** The core returns cached reports within a few milliseconds; without this wait the screen would render twice. */
const AT_ONCE_MS = 30
let turn = 0

interface LookUp {
  keepText?: boolean
  /** The answer goes to the clipboard once it comes. */
  copies?: boolean
}

/** Reads what is known of the plate that is being typed, so that Enter can show it at once. Asks the service nothing. */
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
    // The earlier report is not the answer, unless nothing was asked.
    wantCopy({ vrm, at: client.now(), known: pending ? latest?.reportId : '' })
  })
  const open = () => {
    // The user may have gone elsewhere meanwhile: that wins.
    if (mine !== turn || visit !== currentVisit()) return
    // The next plate may have been begun meanwhile: its text and focus are left alone.
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

/** Shows the stored data of a plate while the service is asked; `null` if they were not read. */
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
    /** It was not asked. */
    takeBack() {
      if (queries.peek('lookup.get', { vrm }) === asked) queries.put('lookup.get', { vrm }, read)
    },
  }
}

/** Asks the service about a plate. Its data, with what was known, are those of the query `lookup.get`. */
export async function startLookup(client: Client, vrm: string) {
  setRefused(null)
  const answer = await client.queries.take('lookup.get', { vrm }, () =>
    client.bridge.call('lookup.start', { vrm }),
  )
  if (!answer.ok) setRefused({ vrm, error: answer.error })
  return answer
}

/** Shows a plate without asking the service: from a list, where each row already shows its age. */
export function showPlate(vrm: string) {
  clearAttempt()
  setRefused(null)
  setFieldText(displayPlate(vrm))
  openRoute({ view: 'lookup', vrm })
  focusVerdict()
}

/**
 * Submits the field. Only a valid plate is sent to the service; the office is searched for any other text. A suggestion
 * is another plate than the typed one, so the field never submits it, however often Enter is pressed.
 */
export function submitField(client: Client, copies = false) {
  const { text } = lookupState()
  if (isUnderstood(text)) return submitText(client, text, copies)
  const submit = () => {
    // Another text may have been typed meanwhile.
    if (lookupState().text === text) submitText(client, text, copies)
  }
  // Without its rules, a text with more than a plate is searched for in the office.
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
      return setProblem(understood)
    case 'invalid':
      return void findInOffice(client, understood)
    case 'empty':
      return
  }
}

/** After this time without an answer a message says that the text is no plate. The search goes on. */
const PATIENCE_MS = 400
const MAX_SEARCH = 200

/**
 * Searches the office for a text that is no plate, such as a name or a vehicle. Opens the only case found, or shows all
 * results in the palette.
 */
async function findInOffice({ bridge }: Client, problem: NonNullable<LookupState['problem']>) {
  const mine = ++turn
  const visit = currentVisit()
  const { text: typed } = lookupState()
  const text = typed.trim()
  if (text.length > MAX_SEARCH) return setProblem(problem)
  let { problem: shown } = lookupState()
  let isLate = false
  const isMeant = () =>
    mine === turn &&
    visit === currentVisit() &&
    lookupState().text === typed &&
    lookupState().problem === shown
  const patience = setTimeout(() => {
    if (!isMeant()) return
    isLate = true
    shown = { ...problem, search: 'running' }
    setProblem(shown)
  }, PATIENCE_MS)
  const answer = await bridge.call('cases.find', { text, limit: 2 })
  clearTimeout(patience)
  if (!isMeant()) return
  const [only, ...more] = answer.ok ? answer.value.rows : []
  if (!only) return setProblem(answer.ok ? { ...problem, search: 'found-nothing' } : problem)
  // A late answer takes nobody out of a dialog.
  if (isLate && topDialog()) return setProblem(problem)
  setFieldText('')
  if (more.length > 0) openPanel('palette', text)
  else openRoute({ view: 'procedure', id: only.id })
}

export async function cancelLookup({ bridge, queries }: Client, vrm: string) {
  await queries.take('lookup.get', { vrm }, () => bridge.call('lookup.cancel', { vrm }))
}

/** Understanding of a text with plates inside. Its rules are large, so the first screen does not wait for them. */
let understand: typeof understandPlateAlone | null = null
/** Understanding of the latest text: a render reads the field several times. */
let latest: { text: string; by: typeof understandPlateAlone; understood: PlateUnderstanding } | null = null

/** Rules of plates inside a text, to be loaded before they are needed. */
export const PLATE_RULES = {
  load: async () => {
    understand ??= (await import('#shared/domain/plates/understand.ts')).understandPlateInput
  },
}

/** Understanding of the text of the field. Until the rules are loaded, only a text that is one plate is understood. */
export function understandTyped(text: string): PlateUnderstanding {
  const by = understand ?? understandPlateAlone
  if (latest?.text !== text || latest.by !== by) latest = { text, by, understood: by(text) }
  return latest.understood
}

/** True if `understandTyped` finds all that there is in the text. */
const isUnderstood = (text: string): boolean =>
  understand !== null || understandPlateAlone(text).kind === 'plate'

/** True if the field holds anything but the plate whose verdict is on screen. */
export function isAside(typed: string, vrm: string): boolean {
  const understood = understandTyped(typed)
  if (understood.kind === 'empty') return false
  return understood.kind !== 'plate' || understood.plate.vrm !== vrm
}

/** True if the verdict on screen is not about the plate in the field: no command may act on it. */
export const useIsAside = (vrm: string): boolean => useLookupState(({ text }) => isAside(text, vrm))
