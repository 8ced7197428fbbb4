import { GitCompareArrows } from 'lucide-react'
import { disagreeText as text } from '#shared/text/app-complete.ts'
import { longAge } from '#shared/text/app-dates.ts'
import { outcomeText } from '#shared/text/app-lookup.ts'
import { Notice } from '../../design/notice.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import type { disagreement } from './complete-face.ts'

/** Two reports of one plate that do not say the same: which is newer, and why that happens. */
export function DisagreeNote({
  found,
  now,
}: {
  found: NonNullable<ReturnType<typeof disagreement>>
  now: number
}) {
  const production = useSlice('profile')?.environment === 'production'
  const { newer, older, newest } = found
  const [first, second] =
    newest === 'complete' ? [text.complete, text.reduced] : [text.reduced, text.complete]
  return (
    <Notice role="note" tone="warn" icon={<GitCompareArrows className="icon" aria-hidden="true" />}>
      <p>
        <b>{text.title}</b>{' '}
        {text.body(
          first,
          outcomeText[newer.outcome].short,
          longAge(newer.checkedAt, now),
          second,
          outcomeText[older.outcome].short,
          longAge(older.checkedAt, now),
        )}{' '}
        {production ? text.why : text.whyDemo}
      </p>
    </Notice>
  )
}
