import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { Result } from '#shared/bridge/result.ts'
import { completeText as text } from '#shared/text/verdict.ts'
import type { Client } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { sayFailed } from '../../app/say-failed.ts'

const HOUR_MS = 3_600_000

/** Complete reports of a plate, and its request. */
export const useComplete = (vrm: string): CompleteView | undefined => useQuery('complete.get', { vrm }).data

/** False until the first answer about the complete report of a plate, also if that is an error. */
export function useIsCompleteRead(vrm: string): boolean {
  const { data, error } = useQuery('complete.get', { vrm })
  return data !== undefined || error !== undefined
}

/** Report recent enough to offer before paying for another, or `null`. */
export function recentReport({ latest, recentHours }: CompleteView, now: number) {
  if (!latest) return null
  return now - latest.checkedAt < recentHours * HOUR_MS ? latest : null
}

/**
 * True if the user may request another report. Not while a request is open or uncertain. Not shortly after the
 * registry answered that there is no such plate: paying again would not change the answer.
 */
export function canAsk(view: CompleteView | undefined, now: number): view is CompleteView {
  if (!view || (view.request !== null && view.request.state !== 'failed')) return false
  const { failed, recentHours } = view
  return failed?.failure !== 'not_registered' || now - failed.checkedAt >= recentHours * HOUR_MS
}

/** Requests a report. The user has accepted the price. */
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

/** Saves the official PDF to the downloads folder. Leaving the page does not stop it. */
export function useSavePdf(reportId: string | undefined) {
  const file = useSaveFile('complete.pdf', text.pdfSaved, 'goes-on')
  return { ...file, save: () => reportId !== undefined && file.save({ reportId }) }
}
