import type { CommandName } from '#shared/bridge/contract.ts'
import type { UpdatesState } from '#shared/bridge/updates.ts'
import { updateFailures, updateLine, updatesText as text } from '#shared/text/about.ts'
import { CircleAlert, Undo2 } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { doneWhen } from '#shared/text/dates.ts'
import { Segments } from '../../design/choices.tsx'
import { useSettings } from '../../app/use-settings.ts'
import '../../app/setting-sections.css'

const VERSION = [text.version(''), text.look, text.search]
const OFFER = [text.waits, text.download, text.restart, text.search]

/** Ajustes › Actualizaciones: the running version, the waiting version, and the source of updates. */
export function UpdatesSection() {
  const state = useSlice('updates')
  return state && <Updates state={state} />
}

function Updates({ state }: { state: UpdatesState }) {
  const now = useNow(60_000)
  const actions = useUpdateActions()
  const { owner, phase, failure, undone } = state
  const isOurs = owner === 'self'
  const isManagedOff = state.mode === 'off' && state.fixed.includes('mode')
  const hasOffer = state.offer !== null || phase === 'ready' || phase === 'waiting' || phase === 'restarting'
  const isFixedFeed = state.fixed.includes('feed')
  const words = [
    VERSION,
    ...(hasOffer ? [OFFER] : []),
    ...(isOurs ? [MODE_WORDS, CHANNEL_WORDS] : []),
    ...(isOurs && isFixedFeed ? [FEED_WORDS] : []),
  ]
  return (
    <SettingsSection id="updates" rows={words}>
      {undone && (
        <Notice
          tone="warn"
          icon={<Icon of={Undo2} />}
          actions={
            <Button size="low" onClick={actions.dismissUndone}>
              {text.understood}
            </Button>
          }
        >
          <NoticeWords title={text.undone(undone.version)} body={text.undoneBody(state.version)} />
        </Notice>
      )}
      {failure && (
        <Notice
          tone="warn"
          icon={<Icon of={CircleAlert} />}
          role="note"
          actions={
            <Button
              size="low"
              onClick={
                phase === 'ready' ? actions.restart : phase === 'found' ? actions.download : actions.look
              }
            >
              {text.retry}
            </Button>
          }
        >
          <NoticeWords
            {...{ title: updateFailures[failure.code].title, body: updateFailures[failure.code].advice }}
          />
        </Notice>
      )}
      <ul className="setting-rows">
        <SettingRow
          words={VERSION}
          title={text.version(state.version)}
          help={<span role="status">{updateLine(state, now)}</span>}
        >
          {isOurs && !isManagedOff && (phase === 'idle' || phase === 'found' || phase === 'looking') && (
            <Button size="low" aria-disabled={phase === 'looking'} onClick={actions.look}>
              {text.look}
            </Button>
          )}
        </SettingRow>
        {hasOffer && <OfferRow words={OFFER} state={state} now={now} />}
        {isOurs && (
          <>
            <ModeRow state={state} />
            <ChannelRow state={state} />
            {isFixedFeed && <FeedRow feed={state.feed} />}
          </>
        )}
      </ul>
    </SettingsSection>
  )
}

interface OfferRowProps {
  words: readonly string[]
  state: UpdatesState
  now: number
}

/** The offered version: its changes, its download, and the restart. */
function OfferRow({ words, state, now }: OfferRowProps) {
  const { offer, replacedBy } = state
  const version = replacedBy ?? offer?.version
  return (
    <SettingRow
      words={words}
      title={version === undefined ? text.waits : text.offer(version)}
      help={phaseLine(state, now)}
      under={
        offer && replacedBy === null && offer.notes.length > 0 ? (
          <ul className="small update-notes">
            {offer.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : undefined
      }
    >
      <OfferActions state={state} />
    </SettingRow>
  )
}

function phaseLine({ offer, phase, replacedBy }: UpdatesState, now: number): string {
  if (phase === 'unpacking') return text.unpacking
  if (phase === 'ready') return `${replacedBy === null ? text.ready : text.replacedBody} ${text.restartHelp}`
  if (phase === 'waiting') return text.waiting
  if (phase === 'restarting') return text.restarting
  if (!offer) return ''
  return text.offerOf(offer.releasedAt === null ? '' : doneWhen(offer.releasedAt, now), offer.bytes)
}

function OfferActions({ state: { phase, offer, received, undone } }: { state: UpdatesState }) {
  const { download, cancel, restart, stay } = useUpdateActions()
  if (phase === 'found' || phase === 'idle')
    return (
      <Button size="low" onClick={download}>
        {undone?.version === offer?.version ? text.downloadAgain : text.download}
      </Button>
    )
  if (phase === 'downloading' && offer)
    return (
      <TransferBar
        label={text.downloading(received, offer.bytes)}
        progress={{ loaded: received, total: offer.bytes }}
        cancelLabel={text.cancel}
        onCancel={cancel}
      />
    )
  if (phase === 'ready')
    return (
      <Button size="low" onClick={restart}>
        {text.restart}
      </Button>
    )
  if (phase === 'waiting')
    return (
      <Button size="low" onClick={stay}>
        {text.stay}
      </Button>
    )
  return null
}

const MODE_WORDS = [text.mode, ...Object.values(text.modes), text.search]
const CHANNEL_WORDS = [text.channel, ...Object.values(text.channels), text.search]
const FEED_WORDS = [text.feed, text.search]

const options = <T extends string>(words: Readonly<Record<T, string>>) =>
  (Object.keys(words) as T[]).map((value) => ({ value, label: words[value] }))

interface RowProps {
  state: UpdatesState
}

/** Mode of updates. A value that an administrator fixed is shown, but cannot be changed. */
function ModeRow({ state: { mode, fixed } }: RowProps) {
  const { update } = useSettings()
  const isFixed = fixed.includes('mode')
  return (
    <SettingRow words={MODE_WORDS} title={text.mode} help={help(text.modeHelp[mode], isFixed)}>
      {isFixed ? (
        <b>{text.modes[mode]}</b>
      ) : (
        <Segments
          label={text.mode}
          options={options(text.modes)}
          value={mode}
          onChange={(value) => update({ updates: { mode: value } })}
        />
      )}
    </SettingRow>
  )
}

function ChannelRow({ state: { channel, fixed } }: RowProps) {
  const { update } = useSettings()
  const isFixed = fixed.includes('channel')
  return (
    <SettingRow words={CHANNEL_WORDS} title={text.channel} help={help(text.channelHelp[channel], isFixed)}>
      {isFixed ? (
        <b>{text.channels[channel]}</b>
      ) : (
        <Segments
          label={text.channel}
          options={options(text.channels)}
          value={channel}
          onChange={(value) => update({ updates: { channel: value } })}
        />
      )}
    </SettingRow>
  )
}

/** Address of updates that an administrator fixed. */
const FeedRow = ({ feed }: { feed: string }) => (
  <SettingRow words={FEED_WORDS} title={text.feed} help={text.fixed}>
    <span className="small second update-feed">{feed}</span>
  </SettingRow>
)

const help = (words: string, isFixed: boolean) => (isFixed ? `${words} ${text.fixed}` : words)

/** Actions of updates. The slice shows their outcomes. */
function useUpdateActions() {
  const { bridge } = useClient()
  const action = (name: Extract<CommandName, `updates.${string}`>) => () =>
    void bridge.call(name, {}).then((answer) => {
      // A restart closes the bridge, so this error is expected.
      if (!answer.ok && answer.error.code !== 'bridge-lost') sayFailed(answer.error)
    })
  return {
    look: action('updates.look'),
    download: action('updates.download'),
    cancel: action('updates.cancel'),
    restart: action('updates.restart'),
    stay: action('updates.stay'),
    dismissUndone: action('updates.dismiss-undone'),
  }
}
