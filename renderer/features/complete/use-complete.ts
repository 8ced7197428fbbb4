import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { Result } from '#shared/bridge/result.ts'
import { completeText as text } from '#shared/text/app-complete.ts'
import type { Client } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

const HOUR_MS = 3_600_000

/** Everything known of the complete reports of a plate. */
export const useComplete = (vrm: string): CompleteView | undefined => useQuery('complete.get', { vrm }).data

/** Whether there is a report new enough to offer it before paying for another. */
export function recentReport({ latest, recentHours }: CompleteView, now: number) {
  if (!latest) return null
  return now - latest.checkedAt < recentHours * HOUR_MS ? latest : null
}

/**
 * Whether another can be asked for: not while one is on its way or in doubt, nor when the registry has just said that
 * there is no such plate, which paying again does not change.
 */
export function canAsk(view: CompleteView | undefined, now: number): view is CompleteView {
  if (!view || (view.request !== null && view.request.state !== 'failed')) return false
  const { failed, recentHours } = view
  return failed?.failure !== 'not_registered' || now - failed.checkedAt >= recentHours * HOUR_MS
}

/** Asks for one. The person was told the price. */
export async function requestComplete(
  { bridge, queries }: Client,
  args: CommandArgs<'complete.request'>,
): Promise<Result<CompleteView>> {
  const answer = await bridge.call('complete.request', args)
  if (answer.ok) queries.put('complete.get', { vrm: args.vrm }, answer.value)
  return answer
}

export async function stopComplete({ bridge, queries }: Client, id: string): Promise<Result<CompleteView>> {
  const answer = await bridge.call('complete.stop', { id })
  if (answer.ok) queries.put('complete.get', { vrm: answer.value.vrm }, answer.value)
  else sayFailed(answer.error)
  return answer
}

export async function resolveComplete(
  { bridge, queries }: Client,
  resolution: CommandArgs<'complete.resolve'>,
): Promise<Result<CompleteView>> {
  const answer = await bridge.call('complete.resolve', resolution)
  if (answer.ok) queries.put('complete.get', { vrm: answer.value.vrm }, answer.value)
  return answer
}

/** Keeps the official PDF where the person keeps files. Whoever leaves gets it all the same. */
export function useSavePdf(reportId: string | undefined) {
  const file = useSaveFile('complete.pdf', text.pdfSaved, 'goes-on')
  return { ...file, save: () => reportId !== undefined && file.save({ reportId }) }
}
