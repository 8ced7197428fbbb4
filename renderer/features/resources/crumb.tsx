import type { NameableKind } from '#shared/domain/resource-text.ts'
import { kindText, resourceWords as text } from '#shared/text/resources.ts'
import { openRoute } from '../../ui-state/route.ts'
import { UpCrumb } from '../frame/crumb.tsx'

/** Opens the list one level up. */
export const openList = (kind: NameableKind) =>
  openRoute({ view: kind === 'procedure' ? 'procedures' : 'signatures' })

export function Crumb({ kind }: { kind: NameableKind }) {
  return <UpCrumb name={kindText[kind].section} title={text.crumb} onOpen={() => openList(kind)} />
}
