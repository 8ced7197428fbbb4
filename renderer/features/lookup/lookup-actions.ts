import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { seriesLabels } from '#shared/text/plates.ts'
import type { Client } from '../../replica/client.ts'
import {
  clearAttempt,
  focusVerdict,
  lookupState,
  setFieldText,
  setPick,
  setProblem,
  setRefused,
  setTypedOn,
} from '../../ui-state/lookup-state.ts'
import { currentVisit, openRoute } from '../../ui-state/route.ts'

/** Name of the plate's series, to tell two candidates apart. */
export function seriesOf(vrm: string): string {
  const plate = classifyPlate(vrm)
  return plate ? seriesLabels[plate.series] : ''
}

/** The core returns cached reports within a few milliseconds; without this wait the screen would render twice. */
const AT_ONCE_MS = 30
let turn = 0

/** Looks up a plate and opens its verdict, which shows cached data at once. */
export function lookUp(client: Client, vrm: string, options: { keepText?: boolean } = {}) {
  const mine = ++turn
  const visit = currentVisit()
  const { text } = lookupState()
  const known = Promise.all([startLookup(client, vrm), client.queries.prefetch('complete.get', { vrm })])
  void Promise.race([known, new Promise((resolve) => setTimeout(resolve, AT_ONCE_MS))]).then(() => {
    // The user may have gone elsewhere meanwhile: that wins.
    if (mine !== turn || visit !== currentVisit()) return
    // The next plate may have been begun meanwhile: its text and focus are left alone.
    const typedOn = lookupState().text !== text
    setTypedOn(typedOn)
    if (!typedOn) clearAttempt()
    if (!typedOn && !options.keepText) setFieldText(displayPlate(vrm))
    openRoute({ view: 'lookup', vrm })
    if (!typedOn) focusVerdict()
  })
}

/** Asks the service about a plate. Its data, with what was known, are those of the query `lookup.get`. */
export async function startLookup(client: Client, vrm: string) {
  setRefused(null)
  const answer = await client.queries.take('lookup.get', { vrm }, () =>
    client.bridge.call('lookup.start', { vrm }),
  )
  if (!answer.ok) setRefused({ vrm, error: answer.error })
}

/** Shows a plate without asking the service: from a list, where each row already shows its age. */
export function showPlate(vrm: string) {
  clearAttempt()
  setRefused(null)
  setFieldText(displayPlate(vrm))
  openRoute({ view: 'lookup', vrm })
  focusVerdict()
}

/** Submits the field. Only a valid plate is sent to the service. */
export function submitField(client: Client) {
  const { text, problem } = lookupState()
  // A second Enter takes the suggestion on screen.
  const suggested = problem?.kind === 'repair' ? problem.suggestions[0] : undefined
  if (suggested) return lookUp(client, suggested.plate.vrm)

  const understood = understandPlateInput(text)
  switch (understood.kind) {
    case 'plate':
      return lookUp(client, understood.plate.vrm, { keepText: true })
    case 'several':
      return setPick({
        plates: understood.plates.map(({ plate, repaired }) => ({ vrm: plate.vrm, repaired })),
        unread: understood.unread,
        more: false,
        fromFile: false,
      })
    case 'repair':
    case 'invalid':
      return setProblem(understood)
    case 'empty':
      return
  }
}

export async function cancelLookup({ bridge, queries }: Client, vrm: string) {
  await queries.take('lookup.get', { vrm }, () => bridge.call('lookup.cancel', { vrm }))
}
