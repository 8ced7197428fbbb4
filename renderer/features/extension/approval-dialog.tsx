import { CarFront, EyeOff, Search } from 'lucide-react'
import { useState } from 'react'
import { APPROVAL_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'
import { approvalErrors, approvalText as text } from '#shared/text/extension.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import {
  type ApprovalRequest,
  approvalsNow,
  noteAnswer,
  putApprovalAside,
  requestKey,
} from './extension-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { CompareDialog, type Decision } from '../../app/task-dialogs.tsx'
import './extension.css'

const LABELS = { accept: text.approve, refuse: text.refuse, working: text.working }
const ANSWERS = { accept: 'approve', refuse: 'refuse' } as const
const CAN = [CarFront, Search]

export interface ApprovalDialogProps {
  request: ApprovalRequest
  /** Other requests, which wait until this one is decided. */
  others: readonly ApprovalRequest[]
}

/** The user compares the three words with those of the extension, and approves or refuses it. */
export function ApprovalDialog({ request, others }: ApprovalDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<Decision>()
  const [isDecided, setIsDecided] = useState(false)
  const { id, browser, words } = request
  const key = requestKey(request)
  const send = async (answer: (typeof ANSWERS)[Decision]) => {
    noteAnswer(key, answer)
    const result = await bridge.call(`extension.${answer}`, { id })
    // The dialog that would show the failure has closed, and the request still waits.
    if (!result.ok && approvalsNow().open !== key)
      sayFailed(result.error, (code) => approvalErrors[code] ?? errorTexts[code])
    return result
  }
  const decide = async (decision: Decision) => {
    // The result arrives in the slice, which closes this dialog. Until then the buttons stay disabled.
    if (await run(decision, () => send(ANSWERS[decision]))) setIsDecided(true)
  }
  return (
    <CompareDialog
      title={text.title(browser)}
      words={words}
      body={text.compare}
      meaning={key}
      labels={LABELS}
      start={
        <Button tone="plain" onClick={() => putApprovalAside(key)}>
          {text.later}
        </Button>
      }
      task={task}
      isDecided={isDecided}
      texts={approvalErrors}
      onDecide={(decision) => void decide(decision)}
      onClose={() => putApprovalAside(key)}
    >
      <ul className="approval-abilities" aria-label={text.abilities}>
        {text.can.map((line, index) => (
          <li key={line}>
            <Icon of={CAN[index] ?? Search} />
            {line}
          </li>
        ))}
        <li>
          <Icon of={EyeOff} />
          {text.cannot}
        </li>
      </ul>
      <p className="small muted">
        {text.until(request.askedAt + APPROVAL_TIMEOUT_MS)}{' '}
        {others.length > 0 ? text.others(others.map((other) => other.browser)) : text.takeBack}
      </p>
    </CompareDialog>
  )
}
