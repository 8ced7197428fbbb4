import { Bell, BellOff, Copy, Archive, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import { relativeAge, dateTime } from '#shared/text/dates.ts'
import {
  kindText,
  resourceWords as text,
  stateMeaning,
  stateName,
  refreshErrors,
  resourcePageText,
} from '#shared/text/resources.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { Body } from '#shared/domain/service-body.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { StateChip } from '../../design/state-glyph.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import type { Task } from '../../replica/use-once.ts'
import { openRoute } from '../../app/route.ts'
import { openListOf } from '../cases/feature.ts'
import { Timeline } from '../changes/feature.ts'
import { Page, Section } from '../../app/page.tsx'
import { HelpButton } from '../help/feature.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { UpCrumb } from '../../app/page-parts.tsx'
import { copyText } from '../../app/copy-text.ts'
import type { ResourcePageProps } from './use-resource.ts'

interface ResourceFrameProps extends ResourcePageProps {
  kind: NameableKind
  /** Never a person's name: titles face the counter. */
  title: string
  rail: ReactNode
  children: ReactNode
}

/** Common parts of the procedure and signature pages: header, age, state, timeline and raw body. */
export function ResourceFrame(props: ResourceFrameProps) {
  const { kind, view, resource, title, rail, children } = props
  const { status, statusDescription, subject } = view
  const { task } = resource
  const now = useNow(15_000)
  const hint = useKeyHint()
  const { vrm } = subject
  const MuteIcon = view.muted ? BellOff : Bell
  const copyPlate = () => vrm !== undefined && void copyText(vrm, text.copied.plate)
  useShortcuts({
    'resource.copy-plate': copyPlate,
    'resource.refresh': () => task.state !== 'busy' && void resource.refresh(),
  })
  return (
    <Page
      title={title}
      section={kindText[kind].section}
      name={[kindText[kind].one, vrm === undefined ? '' : displayPlate(vrm)].join(' ').trim()}
      landing
      lead={
        <>
          <Crumb kind={kind} id={view.id} />
          {vrm !== undefined && <Plate vrm={vrm} size="m" />}
        </>
      }
      state={<ResourceState kind={kind} view={view} now={now} />}
      actions={
        <>
          {vrm !== undefined && (
            <Button tone="plain" size="low" icon={Copy} {...hint('resource.copy-plate')} onClick={copyPlate}>
              {text.copyPlate}
            </Button>
          )}
          <Button
            tone="plain"
            size="low"
            className="resource__mute"
            icon={MuteIcon}
            aria-pressed={view.muted}
            title={text.muteHelp}
            disabled={task.state === 'busy' && task.what === 'mute'}
            onClick={() => void resource.mute(!view.muted)}
          >
            {text.mute}
          </Button>
        </>
      }
    >
      <div className="columns resource">
        <div className="resource__main">
          <div className="resource__now">
            <p className="resource__meaning">{stateMeaning(kind, status, statusDescription)}</p>
            <RefreshLine view={view} resource={resource} now={now} />
          </div>
          <ResourceNotices kind={kind} view={view} task={task} age={relativeAge(view.checkedAt ?? 0, now)} />
          {children}
          <Section title={text.activity}>
            <Timeline kind={kind} rows={view.timeline} now={now} />
          </Section>
        </div>
        <aside className="resource__rail" aria-label={text.data} data-region="rail" tabIndex={-1}>
          {rail}
        </aside>
        <RawBody body={view.body} />
      </div>
    </Page>
  )
}

interface ResourceStateProps {
  kind: NameableKind
  view: ResourceView
  now: number
}

/** State in the head of a page, with its help and its start. */
export function ResourceState({ kind, view, now }: ResourceStateProps) {
  const { status, statusDescription, since } = view
  const name = stateName(kind, status, statusDescription)
  return (
    <>
      <StateChip state={status} label={name} />
      <HelpButton topic={`${kind === 'procedure' ? 'state' : kind}:${status}`} name={name} page />
      <span className="second small figures" title={dateTime(since)}>
        {text.since(since, now)}
      </span>
    </>
  )
}

interface ResourceNoticesProps {
  kind: NameableKind
  view: ResourceView
  task: Task<string>
  /** Age of the data on screen. */
  age: string
}

/** Notices about reading the resource. The known data stay on screen below every notice. */
export function ResourceNotices({ kind, view: { gone, error, checkedAt }, task, age }: ResourceNoticesProps) {
  const quote = error ? serviceQuote(error) : null
  return (
    <>
      {task.state === 'busy' && task.what === 'refresh' && <BusyLine words={text.refreshing} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={refreshErrors} />}
      {gone && (
        <Notice role="note" icon={<Icon of={Archive} />}>
          <NoticeWords title={kindText[kind].gone} body={resourcePageText.goneBody} />
        </Notice>
      )}
      {error && !gone && task.state !== 'failed' && (
        <Notice role="note" icon={<Sign kind="unknown" />}>
          <NoticeWords
            title={checkedAt === null ? text.neverRead : text.notRead(age)}
            body={errorTexts[error.code].title}
          />
          {quote !== null && <p className="quote">{quote}</p>}
        </Notice>
      )}
    </>
  )
}

interface RefreshLineProps extends ResourcePageProps {
  now: number
  children?: ReactNode
}

/** Age of the data on screen, and a button that refreshes them. */
export function RefreshLine({ view, resource, now, children }: RefreshLineProps) {
  const { task, refresh } = resource
  const hint = useKeyHint()
  return (
    <div className="resource__fresh">
      {/* The button comes first, so that the growing age does not move it. */}
      <Actions>
        <Button
          size="low"
          icon={RefreshCw}
          {...hint('resource.refresh')}
          disabled={task.state === 'busy' && task.what === 'refresh'}
          onClick={() => task.state !== 'busy' && void refresh()}
        >
          {text.refresh}
        </Button>
      </Actions>
      <Freshness view={view} now={now} />
      {children}
    </div>
  )
}

/** Age of the data on screen, and time of the next check. */
function Freshness({ view, now }: { view: ResourceView; now: number }) {
  const { checkedAt, nextCheckAt, gone } = view
  const connection = useSlice('connection')?.state
  const next =
    nextCheckAt === null
      ? text.nextNever(gone)
      : connection === 'unauthorized'
        ? text.nextNoKey
        : connection === 'down'
          ? text.nextWhenBack
          : text.next(nextCheckAt, now)
  return (
    <p className="small muted">
      {checkedAt === null ? (
        text.neverSeen
      ) : (
        <span title={dateTime(checkedAt)}>{text.seen(relativeAge(checkedAt, now))}</span>
      )}{' '}
      · {next}
    </p>
  )
}

/** Unchanged body for support, with the fields that no card shows. */
export function RawBody({ body }: { body: Body }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="raw-body" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.raw}</summary>
      {/* Serialized only when opened: a body may be long. */}
      {open && <Open body={body} />}
    </details>
  )
}

function Open({ body }: { body: Body }) {
  if (Object.keys(body).length === 0) return <p className="small muted">{text.rawEmpty}</p>
  const json = JSON.stringify(body, null, 2)
  return (
    <>
      <div className="raw-body__head">
        <p className="small muted">{text.rawHelp}</p>
        <Button size="low" icon={Copy} onClick={() => void copyText(json, text.copied.body)}>
          {text.rawCopy}
        </Button>
      </div>
      {/* Long content scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={text.raw}>
        {json}
      </pre>
    </>
  )
}

/** Opens the list one level up. */
export const openList = (kind: NameableKind, id: string) =>
  kind === 'procedure' ? openListOf(id) : openRoute({ view: 'signatures' })

export function Crumb({ kind, id }: { kind: NameableKind; id: string }) {
  return <UpCrumb name={kindText[kind].section} title={text.crumb} onOpen={() => openList(kind, id)} />
}
