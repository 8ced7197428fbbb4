import type { ComponentType } from 'react'
import { FileQuestion, TriangleAlert } from 'lucide-react'
import type { Route } from '#shared/bridge/route.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import {
  addResourceErrors,
  kindText,
  resourcePageText as text,
  resourceWords as words,
} from '#shared/text/resources.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { Outlines } from '../../design/list.tsx'
import { useParts } from '../../replica/use-resource-page.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Page } from '../../app/page.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { Crumb, openList } from './resource-frame.tsx'
import { type Resource, type ResourcePageProps, useResource } from './use-resource.ts'
import './resources.css'

interface RoutePageProps {
  route: Extract<Route, { view: NameableKind }>
  /** Page for a resource that this PC knows. */
  Shown: ComponentType<ResourcePageProps>
}

/** Page of a procedure or a signature, known or not. Novedades, notifications, lists and links lead to it. */
export function ResourcePage({ route, Shown }: RoutePageProps) {
  const { view: kind, id } = route
  const resource = useResource(kind, id)
  const { view, error } = resource
  const isWhole = useParts(kind, id, view?.subject.vrm)
  useShortcuts({ 'resource.up': () => openList(kind, id) })
  if (view && isWhole) return <Shown view={view} resource={resource} />
  const { one, section } = kindText[kind]
  return (
    <Page title={one} section={section} lead={<Crumb kind={kind} id={id} />} landing>
      {!error && <Outlines rows={6} label={words.loading} />}
      {error?.code === 'not-found' && <Unknown kind={kind} id={id} resource={resource} />}
      {error && error.code !== 'not-found' && <Unreadable error={error} />}
    </Page>
  )
}

/** A resource that this PC has never known, reached by a link or a notification. */
function Unknown({
  kind,
  id,
  resource: { task, add },
}: {
  kind: NameableKind
  id: string
  resource: Resource
}) {
  const busy = task.state === 'busy'
  return (
    <Calm
      icon={FileQuestion}
      title={kindText[kind].unknown}
      actions={
        <Button tone="primary" disabled={busy} onClick={() => void add()}>
          {text.unknownAdd}
        </Button>
      }
    >
      <p>{text.unknownBody}</p>
      <p className="quote">{id}</p>
      {busy && <BusyLine words={text.adding} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={addResourceErrors} />}
    </Calm>
  )
}

function Unreadable({ error }: { error: AppError }) {
  return (
    <Calm icon={TriangleAlert} title={text.failed} role="alert">
      <p>
        {errorTexts[error.code].title} {errorTexts[error.code].advice}
      </p>
    </Calm>
  )
}
