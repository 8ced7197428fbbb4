import type { LookupView } from '#shared/bridge/lookup.ts'

/** Help on what the card says; none while it says nothing, nor for a word that this version does not know. */
export function verdictTopic(view: LookupView | undefined): string | undefined {
  const verdict = view?.verdict
  if (!verdict || verdict.outcome === 'unrecognised') return undefined
  if (verdict.outcome === 'error') return `failure:${verdict.report.failure ?? 'unknown'}`
  return `verdict:${verdict.outcome}`
}
