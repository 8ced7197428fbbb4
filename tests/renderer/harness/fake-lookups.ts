import { plateReportOf } from '#electron/core/features/complete/complete-report-of.rules.ts'
import type { LookupView, RecentLookup } from '#shared/bridge/lookup.ts'
import { plateVerdict } from '#shared/domain/plate-verdict.ts'
import type { Scene } from './fake-bridge.ts'
import { noComplete } from './no-complete.ts'
import type { ReportsView } from './scene-base.ts'

/** View of a plate, by the core's own rule, from every report of it in the scene. */
export function viewOf(scene: Scene, vrm: string): LookupView {
  const known: ReportsView = scene.views[vrm] ?? {
    vrm,
    latest: null,
    previous: null,
    pending: null,
    failed: null,
  }
  const { latest, failed } = scene.complete[vrm] ?? noComplete(vrm)
  const reduced = [known.previous, known.latest].flatMap((report) => report ?? [])
  const complete = [latest, failed].flatMap((report) => (report ? [plateReportOf(report)] : []))
  return { ...known, verdict: plateVerdict([...reduced, ...complete]) }
}

/** Recent lookup, with its plate's verdict if the scene has one. */
export function recentOf(scene: Scene, row: RecentLookup): RecentLookup {
  const { verdict } = viewOf(scene, row.vrm)
  return verdict ? { ...row, outcome: verdict.outcome, disagrees: verdict.against !== null } : row
}
