import { useState } from 'react'
import type { CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { uncertainText as text } from '#shared/text/app-complete.ts'
import { atMoment, moment } from '#shared/text/app-dates.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { hasVanished } from './request-words.ts'
import { UncertainDialog, type WayOut } from './uncertain-dialog.tsx'

const WAYS: readonly { how: WayOut; title: string; body: string; vanished?: string; action: string }[] = [
  {
    how: 'found',
    title: text.found,
    body: text.foundBody,
    vanished: text.vanishedFoundBody,
    action: text.foundAction,
  },
  {
    how: 'resend',
    title: text.resend,
    body: text.resendBody,
    vanished: text.vanishedResendBody,
    action: text.resendAction,
  },
  { how: 'discard', title: text.discard, body: text.discardBody, action: text.discardAction },
]

export interface UncertainCardProps {
  view: CompleteView
  request: CompleteRequest
}

/** It may have been paid for: what happened, how to know, and the three ways out. None is taken by itself. */
export function UncertainCard({ view, request }: UncertainCardProps) {
  const now = useNow(60_000)
  const account = useSlice('profile')?.name ?? ''
  const [way, setWay] = useState<WayOut | null>(null)
  const vanished = hasVanished(request)
  const at = (vanished ? request.acceptedAt : undefined) ?? request.requestedAt
  return (
    <section className="uncertain" aria-labelledby="uncertain-title">
      <div className="uncertain__head" role="alert">
        <Sign kind="unknown" />
        <div>
          <h2 id="uncertain-title">{vanished ? text.vanishedTitle : text.title}</h2>
          <p>
            {vanished ? text.vanished(atMoment(at, now)) : text.what(atMoment(at, now))} {text.safe}
          </p>
        </div>
      </div>
      <p className="uncertain__check">
        <b>{text.check}.</b> {text.checkBody(account, displayPlate(view.vrm), moment(at, now))}
      </p>
      <ul className="uncertain__ways">
        {WAYS.map(({ how, title, body, vanished: other, action }) => (
          <li key={how}>
            <p>
              <b>{title}.</b> <span className="second">{(vanished && other) || body}</span>
            </p>
            <Button size="low" onClick={() => setWay(how)}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
      {way && <UncertainDialog view={view} request={request} way={way} onClose={() => setWay(null)} />}
    </section>
  )
}
