import type { Ref } from 'react'
import type { InboxRow, TimelineRow } from '#shared/bridge/inbox.ts'
import { dateTime } from '#shared/text/dates.ts'
import { isAsking, detailWithoutNames } from '#shared/domain/inbox.ts'
import { inboxText as text, reportName, reportOutcome, said, groupWords } from '#shared/text/inbox.ts'
import { timelineText } from '#shared/text/resources.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Plate, RowPlate } from '../../design/plate.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { openRoute } from '../../app/route.ts'
import { ChangeGlyph } from '../../design/change-glyph.tsx'
import { Timeline } from '../changes/feature.ts'
import { Section } from '../../app/page.tsx'
import { awayWords, fileOf, type InboxItem, itemName, changeRoute } from './inbox-items.ts'
import './inbox.css'

/**
 * Number of events shown. A line with more changes shows all of them up to the maximum. The resource's page shows the
 * rest.
 */
const LATEST = 6
const MAX_LATEST = 20
/** Maximum number of reports of one item. The lookup history shows the rest. */
const MAX_REPORTS = 100

export interface InboxDetailProps {
  item: InboxItem
  now: number
  /** True if the keyboard has stopped here: missing data of the row may be requested. */
  steady: boolean
  /** True if notifications of the resource are muted; undefined for a resource that this PC does not track. */
  muted: boolean | undefined
  snoozeButton: Ref<HTMLButtonElement>
  onOpen: () => void
  onDone: () => void
  onSnooze: () => void
  onMute: () => void
}

/** Details of the row with the keyboard: the change, the next step, and the latest events of the same resource. */
export function InboxDetail({ snoozeButton, ...props }: InboxDetailProps) {
  const { item, now } = props
  const hint = useKeyHint()
  const [row] = item.rows
  const file = fileOf(item.rows)
  const several = file === null
  const hidesNames = useHidesNames()
  const { who, fact, more, step } = groupWords(item.rows, hidesNames)
  const name = itemName(item, hidesNames)
  const place = several ? null : changeRoute(row)
  const { vrm, vin } = row.subject
  const done = item.rows.every(({ state }) => state === 'done')
  const away = awayWords(item.rows, now)
  return (
    <aside className="inbox-detail" aria-label={text.detail} data-region="rail" tabIndex={-1}>
      <header>
        {!several && (vrm === undefined ? <RowPlate vin={vin} /> : <Plate vrm={vrm} size="l" />)}
        {who && <p className="medium">{who}</p>}
        <h2>{fact}</h2>
        <p className="small muted" title={timelineText.when(dateTime(row.at), dateTime(row.seenAt))}>
          {more && `${more} · `}
          <span className="figures">{said(row.at, now)}</span>
          {away && ` · ${away}`}
        </p>
      </header>
      {step !== '' && <NextStep actionable={item.rows.some(isAsking)} step={step} />}
      {/* Above the events, which come later. */}
      <div className="inbox-detail__actions">
        <Actions of={name}>
          {place && (
            <Button tone="primary" {...hint('list.open')} onClick={props.onOpen}>
              {text.open[row.kind === 'certificate' ? 'report' : row.kind]}
            </Button>
          )}
          <Button size="low" {...hint('inbox.done')} onClick={props.onDone}>
            {done ? text.putBack : text.doIt}
          </Button>
          <Button
            ref={snoozeButton}
            size="low"
            aria-haspopup="menu"
            {...hint('inbox.snooze')}
            onClick={props.onSnooze}
          >
            {text.snooze}
          </Button>
          {props.muted !== undefined && (
            <Button
              tone="plain"
              size="low"
              aria-pressed={props.muted}
              title={text.muteHelp}
              {...hint('inbox.mute')}
              onClick={props.onMute}
            >
              {text.mute}
            </Button>
          )}
        </Actions>
      </div>
      {several ? (
        <Reports rows={item.rows} />
      ) : (
        <Latest
          key={`${row.kind} ${row.id}`}
          row={row}
          most={Math.min(Math.max(LATEST, item.rows.length), MAX_LATEST)}
          now={now}
          steady={props.steady}
        />
      )}
    </aside>
  )
}

function NextStep({ actionable, step }: { actionable: boolean; step: string }) {
  if (!actionable) return <p className="small">{step}</p>
  return (
    <Notice tone="stop" role="note" icon={<Sign kind="stop" />}>
      <NoticeWords title={text.mineBadge} body={step} />
    </Notice>
  )
}

/** Reports that finished together, each with a link to its verdict. */
function Reports({ rows }: { rows: readonly InboxRow[] }) {
  return (
    <Section title={text.reports}>
      <Rows label={text.reports} kind="ruled">
        {rows.slice(0, MAX_REPORTS).map((row) => {
          const place = changeRoute(row)
          return (
            <li key={row.seq}>
              <button
                type="button"
                className="row inbox-detail__report"
                disabled={place === null}
                onClick={() => place && openRoute(place)}
              >
                {row.subject.vrm === undefined ? (
                  <span className="clip">{reportName(row)}</span>
                ) : (
                  <Plate vrm={row.subject.vrm} size="s" />
                )}
                <ChangeGlyph change={row} />
                <span className="clip">{reportOutcome(row)}</span>
              </button>
            </li>
          )
        })}
      </Rows>
      {rows.length > MAX_REPORTS && (
        <p className="small muted">{text.moreReports(rows.length - MAX_REPORTS)}</p>
      )}
    </Section>
  )
}

/** Timeline of a resource tracked by this PC; otherwise, its rows in Novedades. */
function Latest({
  row: { kind, id },
  most,
  now,
  steady,
}: {
  row: InboxRow
  most: number
  now: number
  steady: boolean
}) {
  const hidesNames = useHidesNames()
  const { data: view, error } = useQuery('changes.get', { kind, id }, steady)
  const unknown = view === undefined && error !== undefined
  const { data: inbox } = useQuery(
    'inbox.list',
    unknown ? { filter: 'all', kind, id, limit: most } : null,
    steady,
  )
  const rows: readonly TimelineRow[] | undefined = view?.timeline ?? inbox?.rows
  if (!rows) return null
  const latest = rows.slice(0, most)
  const shown = hidesNames
    ? latest.map((row) => ({ ...row, detail: detailWithoutNames(row.detail) }))
    : latest
  return (
    <Section title={text.latest[kind]}>
      {view?.gone && <p className="small inbox-detail__gone">{text.goneNow}</p>}
      <Timeline kind={kind} rows={shown} now={now} />
    </Section>
  )
}
