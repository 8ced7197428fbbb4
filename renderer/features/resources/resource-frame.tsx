import { Bell, BellOff, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import { relativeAge } from '#shared/domain/age.ts'
import { kindText, resourceWords as text, stateMeaning } from '#shared/text/resources.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../shortcuts/handlers.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { Timeline } from '../changes/timeline.tsx'
import { Page, Section } from '../frame/page.tsx'
import { copyText } from './copy-text.ts'
import { Crumb } from './crumb.tsx'
import { RawBody } from './raw-body.tsx'
import { RefreshLine } from './refresh-line.tsx'
import { ResourceState } from './resource-state.tsx'
import type { ResourcePageProps } from './use-resource.ts'
import { ResourceNotices } from './resource-notices.tsx'

export interface ResourceFrameProps extends ResourcePageProps {
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
      landing
      lead={
        <>
          <Crumb kind={kind} />
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
