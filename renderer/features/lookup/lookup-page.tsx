import { Eye, History, ListChecks } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { lookupText as text } from '#shared/text/app-lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Button } from '../../design/button.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { oneLine } from '../../design/one-line.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import {
  clearAttempt,
  focusField,
  lookupState,
  setFieldText,
  setTypedOn,
  typeInField,
  useLookupState,
} from '../../ui-state/lookup-state.ts'
import { openRoute, useVisit } from '../../ui-state/route.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { Page } from '../frame/page.tsx'
import { usePasteOutside } from '../pasted-text/use-paste-outside.ts'
import { DropArea } from './drop-area.tsx'
import { PlateEntry } from './plate-entry.tsx'
import { PlateExamples } from './plate-examples.tsx'
import { PLATE_PARTS } from './plate-parts.tsx'
import { RecentRail } from './recent-rail.tsx'
import { Sentinels } from './sentinels.tsx'
import { PLATE_RULES, understandTyped } from './understand-typed.ts'
import './lookup-page.css'

const Correction = later(async () => (await import('./correction.tsx')).Correction)
const PickList = later(async () => (await import('./pick-list.tsx')).PickList)
const PlateRail = later(async () => (await import('./plate-rail.tsx')).PlateRail)
const QueueList = later(async () => (await import('./queue-list.tsx')).QueueList)
const VerdictView = later(async () => (await import('./verdict-view.tsx')).VerdictView)
/** What Enter shows: the empty page, with its field, does not wait for it. */
const AFTER_ENTER = [VerdictView, PlateRail, Correction, PickList, QueueList, PLATE_RULES]

const HELP_ID = 'plate-help'

/** Consulta: field, verdict, and recent plates at the side. */
export function LookupPage({ route }: { route: Extract<Route, { view: 'lookup' }> }) {
  const { vrm } = route
  const problem = useLookupState((state) => state.problem)
  const pick = useLookupState((state) => state.pick)
  useFieldFollowsRoute(vrm)
  useLoadSoon(AFTER_ENTER, 0)
  useLoadSoon(PLATE_PARTS)
  useShortcuts({ 'lookup.field': () => focusField() })
  usePasteOutside((given) => {
    typeInField(oneLine(given))
    focusField(false)
  })

  const empty = !problem && !pick && vrm === undefined
  return (
    <Page
      title={viewTitles.lookup}
      actions={
        <>
          <Button
            tone="plain"
            size="low"
            icon={ListChecks}
            onClick={() => openRoute({ view: 'plate-lists' })}
          >
            {text.lists}
          </Button>
          <Button tone="plain" size="low" icon={Eye} onClick={() => openRoute({ view: 'watches' })}>
            {text.watches}
          </Button>
          <Button
            tone="plain"
            size="low"
            icon={History}
            onClick={() => openRoute({ view: 'lookup-history' })}
          >
            {text.history}
          </Button>
        </>
      }
    >
      <DropArea>
        <div className="columns">
          <div className="stack">
            <div className="lookup__entry">
              <PlateEntry {...(empty ? { describedBy: HELP_ID } : {})} />
              {empty && (
                <p className="small muted" id={HELP_ID}>
                  {text.help}
                </p>
              )}
            </div>
            {problem && <Correction problem={problem} />}
            {pick && <PickList pick={pick} />}
            {!problem && !pick && vrm !== undefined && <VerdictView key={vrm} vrm={vrm} />}
            {empty && <NoCases />}
            {!problem && !pick && <QueueList />}
          </div>
          <Rail vrm={problem || pick ? undefined : vrm} />
        </div>
      </DropArea>
    </Page>
  )
}

/** Recent plates, which stay as they are from one plate to the next; under the side of its complete report, if any. */
function Rail({ vrm }: { vrm: string | undefined }) {
  const report = useQuery('complete.get', vrm === undefined ? null : { vrm }).data?.latest
  return vrm !== undefined && report ? <PlateRail vrm={vrm} report={report} /> : <RecentRail />
}

/** Empty page: plates to try where the service has them, or else plate formats. */
function NoCases() {
  const environment = useSlice('profile')?.environment
  if (environment === undefined) return null
  return (
    <div className="lookup__empty">
      {environment === 'production' ? <PlateExamples /> : <Sentinels environment={environment} />}
    </div>
  )
}

/** Back, forward, reload or a row change the plate: the field shows it. */
function useFieldFollowsRoute(vrm: string | undefined) {
  const visit = useVisit()
  // Before paint: with another plate's text, this verdict would be dimmed for a moment.
  useLayoutEffect(() => {
    const { text: typed, typedOn } = lookupState()
    setTypedOn(false)
    if (typedOn) return
    const understood = understandTyped(typed)
    const already = understood.kind === 'plate' ? understood.plate.vrm : undefined
    if (already === vrm) return
    setFieldText(vrm === undefined ? '' : displayPlate(vrm))
    clearAttempt()
  }, [vrm, visit])
  // The first action here is typing a plate. Before paint: the field is drawn once, with the focus.
  useLayoutEffect(() => {
    if (isFocusNowhere() && vrm === undefined) focusField()
  }, [vrm])
}
