import { useState, type ReactNode } from 'react'
import { Copy } from 'lucide-react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { RelayDevice } from '#shared/api/relay.ts'
import { deviceLine, devicesText, relayErrors, relayText, leftWords } from '#shared/text/relay.ts'
import { inviteText } from '#shared/text/relay-pairing.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { type KeptRow, SettingItem, SettingItems, SettingRow } from '../../app/setting-rows.tsx'
import { ConfirmTaskDialog, CompareDialog, type Decision } from '../../app/task-dialogs.tsx'
import { copyText } from '../../app/copy-text.ts'
import { ReadFailed, useDevices } from './use-devices.tsx'

export const DEVICE_WORDS = [devicesText.title, devicesText.help, devicesText.revoke, inviteText.action]

/** PCs of the office, with buttons to add and remove one. */
export function DevicesRow({ relay }: { relay: RelaySlice }) {
  const { admin, head } = relay
  const { devices, task, isConnected, read } = useDevices(relay)
  const [asked, setAsked] = useState<RelayDevice | null>(null)
  const invitation = useInvitation(relay.invitation)
  return (
    <>
      <SettingRow words={DEVICE_WORDS} title={devicesText.title} help={devicesText.help}>
        {admin && (
          <Button size="low" disabled={!isConnected && !relay.invitation} onClick={invitation.open}>
            {invitation.action}
          </Button>
        )}
        <p className={invitation.line ? 'small office-wide' : 'visually-hidden'} role="status">
          {invitation.line}
        </p>
        <div className="office-wide">
          {devices === null ? (
            task.state === 'failed' ? null : isConnected ? (
              <BusyLine words={devicesText.reading} />
            ) : (
              <p className="small muted">{devicesText.later}</p>
            )
          ) : devices.length === 0 ? (
            <p className="small muted">{devicesText.none}</p>
          ) : (
            <SettingItems>
              {devices.map((device) => (
                <DeviceItem
                  key={device.id}
                  device={device}
                  head={head}
                  onRevoke={admin && isConnected && !device.self && !device.gone ? setAsked : null}
                />
              ))}
            </SettingItems>
          )}
          {task.state === 'failed' && (
            <ReadFailed error={task.error} retry={devicesText.retry} onRetry={read} />
          )}
        </div>
      </SettingRow>
      {asked && <RevokeDialog device={asked} onDone={() => void read()} onClose={() => setAsked(null)} />}
      {invitation.isOpen && <InviteDialog address={relay.address} invitation={invitation} />}
    </>
  )
}

interface DeviceItemProps {
  device: KeptRow<RelayDevice>
  head: number | null
  /** `null` if this PC cannot remove the device now. */
  onRevoke: ((device: RelayDevice) => void) | null
}

function DeviceItem({ device, head, onRevoke }: DeviceItemProps) {
  const line = useAt((now) => (device.gone ? devicesText.gone : deviceLine(device, head, now)))
  const marks = [device.self && devicesText.self, device.admin && devicesText.admin]
    .filter(Boolean)
    .join(' · ')
  return (
    <SettingItem name={device.name} marks={marks} line={line} gone={device.gone}>
      {onRevoke && (
        <Button size="low" aria-label={devicesText.revokeOf(device.name)} onClick={() => onRevoke(device)}>
          {devicesText.revoke}
        </Button>
      )}
    </SettingItem>
  )
}

interface RevokeDialogProps {
  /** Device when the dialog opened. A later change of the list does not change which device is removed. */
  device: RelayDevice
  onDone: () => void
  onClose: () => void
}

function RevokeDialog({ device: { id, name }, onDone, onClose }: RevokeDialogProps) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={devicesText.askRevoke(name)}
      body={devicesText.revokeBody}
      keep={relayText.keep}
      submit={devicesText.submit}
      meaning={id}
      working={devicesText.revoking}
      done={devicesText.revoked(name)}
      texts={relayErrors}
      run={() => bridge.call('relay.revoke', { id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** Shows a code for another PC, and admits that PC once the user has compared the words. */
function InviteDialog({ address, invitation }: { address: string | null; invitation: Invitation }) {
  const { slice, state, task, make, dismiss, close } = invitation
  const shut = <Button onClick={close}>{inviteText.close}</Button>
  const frame = (children: ReactNode, actions: ReactNode) => (
    <TitledDialog title={inviteText.title} dismissable={false} onClose={close} actions={actions}>
      {children}
    </TitledDialog>
  )
  if (task.state === 'busy') return frame(<BusyLine words={inviteText.asking} />, shut)
  if (task.state === 'failed')
    return frame(
      <FailedNotice error={task.error} texts={relayErrors} />,
      <>
        {shut}
        <Button onClick={make}>{inviteText.retry}</Button>
      </>,
    )
  if (!slice) return frame(<BusyLine words={inviteText.asking} />, shut)
  switch (state) {
    case 'claimed':
      return <AdmitDialog invitation={slice} onClose={close} />
    case 'confirmed':
      return frame(
        <Ended sign="ok" title={inviteText.confirmed(slice.name ?? '')} body={inviteText.confirmedBody} />,
        shut,
      )
    case 'refused':
    case 'expired': {
      const body = state === 'refused' ? inviteText.refusedBody : inviteText.expiredBody
      return frame(
        <Ended sign="none" title={inviteText[state]} body={body} />,
        <>
          {shut}
          <Button onClick={make}>{inviteText.other}</Button>
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
              {inviteText.drop}
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
      <p className="second">{inviteText.how}</p>
      <dl className="relay-given">
        {address !== null && (
          <>
            <dt>{inviteText.address}</dt>
            <dd>
              <span className="relay-given__value">{address}</span>
              <IconButton
                icon={Copy}
                label={inviteText.copyAddress}
                named
                onClick={() => void copyText(address, inviteText.addressCopied, inviteText.notCopied)}
              />
            </dd>
          </>
        )}
        <dt>{inviteText.code}</dt>
        <dd>
          <span className="relay-code">{code}</span>
          <IconButton
            icon={Copy}
            label={inviteText.copyCode}
            named
            onClick={() => void copyText(code, inviteText.codeCopied, inviteText.notCopied)}
          />
        </dd>
      </dl>
      <p className="small muted figures">{inviteText.expires(left)}</p>
    </>
  )
}

const LABELS = { accept: inviteText.admit, refuse: inviteText.refuse, working: inviteText.working }
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
      title={inviteText.compare}
      words={words}
      body={inviteText.compareBody(name)}
      meaning={id}
      labels={LABELS}
      task={task}
      texts={relayErrors}
      // The result arrives in the slice, which changes this dialog.
      onDecide={(what) => void run(what, () => bridge.call(COMMANDS[what], { id }))}
      onClose={onClose}
    />
  )
}

type Slice = RelaySlice['invitation']

/**
 * The code given to another PC, and the dialog that shows it. The core holds the invitation. The user can close and
 * reopen the dialog, and another window shows the same invitation.
 */
function useInvitation(slice: Slice) {
  const { bridge } = useClient()
  const [isOpen, setOpen] = useState(false)
  const { task, run, forget } = useOnce<'invite'>()
  // This PC's clock decides too, so that an expired code disappears before the core notices.
  const hasExpired = useAt((now) => slice !== null && slice.state === 'waiting' && slice.expiresAt <= now)
  const state = hasExpired ? ('expired' as const) : slice?.state
  const isPending = state === 'waiting' || state === 'claimed'
  const name = slice?.name ?? ''

  const dismiss = () => bridge.call('relay.dismiss-invitation', {})
  const make = () => void run('invite', () => bridge.call('relay.invite', {}))
  return {
    slice,
    state,
    task,
    isOpen,
    make,
    dismiss,
    /** Label of the button. */
    action:
      state === 'claimed'
        ? inviteText.seeWords
        : state === 'waiting'
          ? inviteText.seeCode
          : inviteText.action,
    line: isOpen
      ? ''
      : state === 'claimed'
        ? inviteText.claims(name)
        : state === 'waiting'
          ? inviteText.pending
          : '',
    open: () => {
      setOpen(true)
      // Only one invitation at a time. Opening the dialog of a pending invitation makes no new one.
      if (!isPending) make()
    },
    /** Closing keeps a pending invitation. An ended invitation is dismissed, because the user has read the result. */
    close: () => {
      setOpen(false)
      forget()
      if (slice && !isPending) void dismiss()
    },
  }
}

type Invitation = ReturnType<typeof useInvitation>
