import { Eye, History, ListChecks } from 'lucide-react'
import { useLayoutEffect, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { lookupText, dropText } from '#shared/text/lookup.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { ActionPlace } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { oneLine } from '../../design/plate-field.tsx'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import {
  clearAttempt,
  focusField,
  lookupState,
  setFieldText,
  setTypedOn,
  typeInField,
  useLookupState,
  setPick,
} from './lookup-state.ts'
import { openRoute, useVisit } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { type DroppedFiles, isStillThere } from '../../design/dropped-files.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { useClient } from '../../replica/client.ts'
import type { TransferProgress } from '../../bridge.ts'
import { Page } from '../../app/page.tsx'
import { usePasteOutside } from '../pasted-text/feature.ts'
import type { Reading } from './plate-answers.tsx'
import { FieldAnswers, PlateEntry, PlateExamples } from './plate-entry.tsx'
import { PLATE_PARTS } from './plate-parts.tsx'
import { RecentRail } from './recent-rail.tsx'
import { openPlateList, understandTyped } from './lookup-actions.ts'
import './lookup.css'

const Correction = later(async () => (await import('./plate-answers.tsx')).Correction)
const PickList = later(async () => (await import('./plate-answers.tsx')).PickList)
const PlateRail = later(async () => (await import('./plate-rail.tsx')).PlateRail)
const QueueList = later(async () => (await import('./plate-answers.tsx')).QueueList)
const Sentinels = later(async () => (await import('./sentinels.tsx')).Sentinels)
const VerdictView = later(async () => (await import('./verdict-view.tsx')).VerdictView)
/** Parts that the first keys may show. The empty page does not wait for these parts. */
const AFTER_KEYS = [FieldAnswers, VerdictView, PlateRail, Correction, PickList, QueueList]

const HELP_ID = 'plate-help'

/** Consulta: field, verdict, and recent plates at the side. */
export function LookupPage({ route }: { route: Extract<Route, { view: 'lookup' }> }) {
  const { vrm } = route
  const problem = useLookupState((state) => state.problem)
  const pick = useLookupState((state) => state.pick)
  useFieldFollowsRoute(vrm)
  useLoadSoon(AFTER_KEYS, 0)
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
        // The palette has commands for these pages.
        <ActionPlace value={null}>
          <Button
            tone="plain"
            size="low"
            icon={ListChecks}
            onClick={() => openRoute({ view: 'plate-lists' })}
          >
            {lookupText.lists}
          </Button>
          <Button tone="plain" size="low" icon={Eye} onClick={() => openRoute({ view: 'watches' })}>
            {lookupText.watches}
          </Button>
          <Button
            tone="plain"
            size="low"
            icon={History}
            onClick={() => openRoute({ view: 'lookup-history' })}
          >
            {lookupText.history}
          </Button>
        </ActionPlace>
      }
    >
      <DropArea>
        <div className="columns">
          <div className="stack">
            <div className="lookup__entry">
              <PlateEntry vrm={vrm} {...(empty ? { describedBy: HELP_ID } : {})} />
              {empty && (
                <p className="small muted" id={HELP_ID}>
                  {lookupText.help}
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

/**
 * Recent plates at the side. They stay as they are when the plate changes. The parts of a complete report, if any,
 * come above them.
 */
function Rail({ vrm }: { vrm: string | undefined }) {
  const report = useQuery('complete.get', vrm === undefined ? null : { vrm }).data?.latest
  return vrm !== undefined && report ? <PlateRail vrm={vrm} report={report} /> : <RecentRail />
}

/** Empty page: test plates if the service has them, otherwise plate formats. */
function NoCases() {
  const environment = useSlice('profile')?.environment
  if (environment === undefined) return null
  return (
    <div className="lookup__empty">
      {environment === 'production' ? <PlateExamples /> : <Sentinels environment={environment} />}
    </div>
  )
}

/** Shows the plate of the route in the field after back, forward, reload or a press on a row. */
function useFieldFollowsRoute(vrm: string | undefined) {
  const visit = useVisit()
  // Before paint: otherwise this verdict would be dimmed for a moment, because the field still has another plate.
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
  // The first action on this page is to type a plate. Before paint, so that the field is rendered once, with the
  // focus.
  useLayoutEffect(() => {
    if (isFocusNowhere() && vrm === undefined) focusField()
  }, [vrm])
}

const ReadingOfFile = later(async () => (await import('./plate-answers.tsx')).ReadingOfFile)

/** Names of plain text files. Consulta masiva reads workbooks, mails and archives, with their sheets and columns. */
const PLAIN_TEXT = /\.(?:txt|csv|tsv|tab)$/i
/**
 * Errors of the core, which reads only plain texts whole. On these errors Consulta masiva reads the file as a list,
 * or says what is wrong with it.
 */
const NOT_PLAIN: ReadonlySet<string> = new Set(['file-unreadable', 'file-too-large'])

/**
 * Drop target over the whole page. It finds the plates in a dropped text or CSV file, and gives any other file to
 * Consulta masiva.
 */
function DropArea({ children }: { children: ReactNode }) {
  const { bridge } = useClient()
  const [reading, setReading] = useState<Reading | { state: 'idle' }>({ state: 'idle' })
  const latest = useRef<AbortController | null>(null)

  useEffect(() => () => latest.current?.abort(), [])

  const read = async (file: File) => {
    const abort = new AbortController()
    latest.current = abort
    const { name } = file
    const show = (progress: TransferProgress) => setReading({ state: 'reading', name, progress, abort })
    show({ loaded: 0, total: file.size })
    const answer = await bridge.send('lookup.plates-in-file', {}, file, {
      signal: abort.signal,
      onProgress: show,
    })
    if (latest.current !== abort) return
    if (answer.ok) {
      setPick({ ...answer.value, source: file })
      return setReading({ state: 'idle' })
    }
    const { code } = answer.error
    if (code === 'cancelled') return setReading({ state: 'idle' })
    if (NOT_PLAIN.has(code) || !(await isStillThere(file))) return openPlateList(file)
    if (latest.current === abort) setReading({ state: 'failed', name, why: code })
  }
  const drop = ({ files: [file, ...others], folders: [folder] }: DroppedFiles) => {
    // Only the last drop counts: a late answer to an earlier drop would replace its message.
    latest.current?.abort()
    latest.current = null
    if (folder !== undefined) return setReading({ state: 'failed', name: folder, why: 'folder' })
    if (others.length > 0) return setReading({ state: 'failed', name: '', why: 'several' })
    if (file) return PLAIN_TEXT.test(file.name) ? void read(file) : openPlateList(file)
  }

  return (
    <FileDrop title={dropText.drop} detail={dropText.kinds} onDrop={drop}>
      {reading.state !== 'idle' && <ReadingOfFile reading={reading} />}
      {children}
    </FileDrop>
  )
}
