import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { leftWords, relayErrors } from '#shared/text/relay.ts'
import { inviteText as text } from '#shared/text/relay-pairing.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { copyText } from '../resources/copy-text.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { CompareDialog, type Decision } from '../frame/task-dialogs.tsx'
import type { Invitation } from './use-invitation.ts'

/** Gives a code to another PC, and admits it once the words are the same. */
export function InviteDialog({ address, invitation }: { address: string | null; invitation: Invitation }) {
  const { slice, state, task, make, dismiss, close } = invitation
  const shut = <Button onClick={close}>{text.close}</Button>
  const frame = (children: ReactNode, actions: ReactNode) => (
    <TitledDialog title={text.title} dismissable={false} onClose={close} actions={actions}>
      {children}
    </TitledDialog>
  )
  if (task.state === 'busy') return frame(<BusyLine words={text.asking} />, shut)
  if (task.state === 'failed')
    return frame(
      <FailedNotice error={task.error} texts={relayErrors} />,
      <>
        {shut}
        <Button onClick={make}>{text.retry}</Button>
      </>,
    )
  if (!slice) return frame(<BusyLine words={text.asking} />, shut)
  switch (state) {
    case 'claimed':
      return <AdmitDialog invitation={slice} onClose={close} />
    case 'confirmed':
      return frame(
        <Ended sign="ok" title={text.confirmed(slice.name ?? '')} body={text.confirmedBody} />,
        shut,
      )
    case 'refused':
    case 'expired': {
      const body = state === 'refused' ? text.refusedBody : text.expiredBody
      return frame(
        <Ended sign="none" title={text[state]} body={body} />,
        <>
          {shut}
          <Button onClick={make}>{text.other}</Button>
        </>,
      )
    }
    default:
      return frame(
        <Code address={address} code={slice.code} expiresAt={slice.expiresAt} />,
        <>
          <span className="dialog__start">
            <Button
              tone="plain"
              onClick={() => {
                void dismiss()
                close()
              }}
            >
              {text.drop}
            </Button>
          </span>
          {shut}
        </>,
      )
  }
}

function Ended({ sign, title, body }: { sign: SignKind; title: string; body: string }) {
  return (
    <div role="status">
      <Notice icon={<Sign kind={sign} />}>
        <NoticeWords title={title} body={body} />
      </Notice>
    </div>
  )
}

function Code({ address, code, expiresAt }: { address: string | null; code: string; expiresAt: number }) {
  const left = useAt((now) => leftWords(expiresAt - now))
  return (
    <>
      <p className="second">{text.how}</p>
      <dl className="relay-given">
        {address !== null && (
          <>
            <dt>{text.address}</dt>
            <dd>
              <span className="relay-given__value">{address}</span>
              <IconButton
                icon={Copy}
                label={text.copyAddress}
                named
                onClick={() => void copyText(address, text.addressCopied, text.notCopied)}
              />
            </dd>
          </>
        )}
        <dt>{text.code}</dt>
        <dd>
          <span className="relay-code">{code}</span>
          <IconButton
            icon={Copy}
            label={text.copyCode}
            named
            onClick={() => void copyText(code, text.codeCopied, text.notCopied)}
          />
        </dd>
      </dl>
      <p className="small muted figures">{text.expires(left)}</p>
    </>
  )
}

const LABELS = { accept: text.admit, refuse: text.refuse, working: text.working }
const COMMANDS = { accept: 'relay.confirm', refuse: 'relay.refuse' } as const

interface AdmitDialogProps {
  invitation: NonNullable<RelaySlice['invitation']>
  onClose: () => void
}

/** Compares the three words and admits the PC that gave the code, or refuses it. */
function AdmitDialog({ invitation: { id, name = '', words = [] }, onClose }: AdmitDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<Decision>()
  return (
    <CompareDialog
      title={text.compare}
      words={words}
      body={text.compareBody(name)}
      meaning={id}
      labels={LABELS}
      task={task}
      texts={relayErrors}
      // What comes of it is in the slice, which changes this dialog.
      onDecide={(what) => void run(what, () => bridge.call(COMMANDS[what], { id }))}
      onClose={onClose}
    />
  )
}
