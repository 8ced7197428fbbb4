import type { ResourceView } from '#shared/bridge/inbox.ts'
import { dateTime } from '#shared/domain/age.ts'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import { resourceWords as text, stateName } from '#shared/text/resources.ts'
import { StateChip } from '../../design/state-glyph.tsx'
import { HelpButton } from '../help/help-button.tsx'

export interface ResourceStateProps {
  kind: NameableKind
  view: ResourceView
  now: number
}

/** State in the head of a page, with its help and since when. */
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
