import { useFastNow } from '../../replica/use-replica.ts'

/** Below this a counter would only flash. */
const SHOW_AFTER_MS = 400

/** Duration of an open lookup. Not announced: the verdict will be. */
export function Elapsed({ since }: { since: number }) {
  const now = useFastNow(100)
  const ms = now - since
  if (ms < SHOW_AFTER_MS) return null
  return (
    <span className="verdict__elapsed figures" aria-hidden="true">
      {elapsedWords(ms)}
    </span>
  )
}

/** «0,4 s», «12 s», «1 min 05 s». */
export function elapsedWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1).replace('.', ',')} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}
