import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { gateText as text } from '#shared/text/extension.ts'
import { Button } from '#renderer/design/button.tsx'
import type { Words } from '../background/connection-state.ts'
import { useClient } from './client-context.ts'
import { Missing } from './missing.tsx'

export interface ApprovalProps {
  icon: LucideIcon
  words: Words | null
  refused: boolean
}

/** The first time: the words that the application's window shows too. Asked for by a press, as it opens a window. */
export function Approval({ icon, words, refused }: ApprovalProps) {
  const client = useClient()
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [refused])

  const ask = () => {
    if (asking) return
    setAsking(true)
    setFailed(false)
    void client.request('approval.ask', {}).then(({ ok }) => {
      setAsking(false)
      setFailed(!ok)
    })
  }

  if (words !== null)
    return (
      <Missing
        icon={icon}
        title={text.approval}
        meaning={
          <>
            <p>{text.approvalMeaning}</p>
            <p className="gate__code" aria-label={text.approvalWords}>
              {words.join(' · ')}
            </p>
            <p className="tiny muted">{text.approvalWaiting}</p>
          </>
        }
      />
    )
  return (
    <Missing
      icon={icon}
      title={refused ? text.refused : text.approval}
      meaning={
        <>
          <p>{refused ? text.refusedMeaning : text.approvalNotAsked}</p>
          {failed && <p role="alert">{text.approvalFailed}</p>}
        </>
      }
    >
      <Button ref={button} tone="primary" size="low" aria-disabled={asking || undefined} onClick={ask}>
        {refused ? text.approvalAgain : text.approvalAsk}
      </Button>
    </Missing>
  )
}
