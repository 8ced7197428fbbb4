import { toPlateReport } from '#electron/core/features/complete/complete.rules.ts'
import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { LookupView, RecentLookup } from '#shared/bridge/lookup.ts'
import type { Result } from '#shared/bridge/result.ts'
import { plateVerdict } from '#shared/domain/plate-verdict.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { clientAnswer, verdictSituation } from '#shared/text/client-answer.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { noComplete } from './no-complete.ts'
import type { Scene } from './scene.ts'
import type { ReportsView } from './scene-base.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

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
  const complete = [latest, failed].flatMap((report) => (report ? [toPlateReport(report)] : []))
  const until = scene.watches?.rows.find((row) => row.vrm === vrm && row.state === 'active')?.until
  const verdict = plateVerdict([...reduced, ...complete])
  const isDemo = scene.slices.profile.environment === 'demo'
  return {
    ...known,
    verdict,
    ...(verdict && {
      answer: clientAnswer(
        displayPlate(vrm),
        verdict,
        latest,
        isDemo,
        scene.clientTexts?.own[verdictSituation(verdict)],
      ),
    }),
    ...(until !== undefined && { watchedUntil: until }),
  }
}

/** Recent lookup, with its plate's verdict if the scene has one. */
function recentOf(scene: Scene, row: RecentLookup): RecentLookup {
  const { verdict, watchedUntil } = viewOf(scene, row.vrm)
  const marked = watchedUntil === undefined ? row : { ...row, watchedUntil }
  return verdict ? { ...marked, outcome: verdict.outcome, disagrees: verdict.against !== null } : marked
}

/** Answers about reduced reports, in memory. `null`: another command. */
export function answerLookup(
  bridge: FakeBridge,
  name: CommandName,
  args: Record<string, never>,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  switch (name) {
    case 'lookup.get':
      return ok(viewOf(scene, args['vrm'] as unknown as string))
    case 'lookup.start':
      return start(bridge, args['vrm'] as unknown as string, now)
    case 'lookup.cancel':
      return cancel(bridge, args['vrm'] as unknown as string)
    case 'lookup.recent':
      return ok({
        rows: scene.recent.slice(0, Number(args['limit'])).map((row) => recentOf(scene, row)),
        today: scene.today,
      })
    case 'lookup.queue':
      return ok({ rows: scene.queue })
    case 'lookup.suggest': {
      const query = String(args['query'])
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
      const rows = query ? scene.recent.filter((row) => row.vrm.includes(query)) : []
      return ok({ rows: rows.slice(0, Number(args['limit'])).map((row) => recentOf(scene, row)) })
    }
    case 'lookup.history':
      return ok(history(bridge, args as never))
    default:
      return null
  }
}

function start(bridge: FakeBridge, vrm: string, now: number): Result<LookupView> {
  const result = bridge.scene.start?.(vrm) ?? {
    ok: true as const,
    value: {
      ...viewOf(bridge.scene, vrm),
      failed: null,
      pending: { vrm, state: 'asking' as const, requestedAt: now },
    },
  }
  if (!result.ok) return result
  bridge.setView(result.value)
  return { ok: true, value: viewOf(bridge.scene, vrm) }
}

function cancel(bridge: FakeBridge, vrm: string): Result<LookupView> {
  const view = { ...viewOf(bridge.scene, vrm), pending: null }
  bridge.scene.queue = bridge.scene.queue.filter((row) => row.vrm !== vrm)
  bridge.setView(view)
  return ok(view) as Result<LookupView>
}

function history(bridge: FakeBridge, { query, before, limit, vrm, scope }: CommandArgs<'lookup.history'>) {
  const wanted = query.toUpperCase().replace(/\s/g, '')
  const found = bridge.scene.history.filter(
    (row) =>
      (vrm === undefined || row.vrm === vrm) &&
      (scope === undefined ||
        (monthOf(row.checkedAt) >= scope.from &&
          monthOf(row.checkedAt) <= scope.to &&
          (scope.outcome === undefined || row.outcome === scope.outcome) &&
          (scope.paid !== true || row.kind === 'complete'))) &&
      `${row.vrm}|${row.vehicle?.brand ?? ''}${row.vehicle?.model ?? ''}|${row.vehicle?.vin ?? ''}`
        .toUpperCase()
        .replace(/\s/g, '')
        .includes(wanted),
  )
  const from = before === undefined ? 0 : found.findIndex((row) => row.checkedAt < before)
  const rows = from < 0 ? [] : found.slice(from, from + limit)
  const last = rows.at(-1)
  return { rows, next: last && found.at(-1) !== last ? last.checkedAt : null }
}
