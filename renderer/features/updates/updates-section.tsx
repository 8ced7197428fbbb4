import type { UpdatesState } from '#shared/bridge/updates.ts'
import { updateFailures, updateLine, updatesText as text } from '#shared/text/app-updates.ts'
import { CircleAlert, Undo2 } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { OfferRow } from './offer-row.tsx'
import { CHANNEL_WORDS, ChannelRow, FEED_WORDS, FeedRow, MODE_WORDS, ModeRow } from './update-choices.tsx'
import { useUpdateActions } from './use-update-actions.ts'
import './updates-section.css'

const VERSION = [text.version(''), text.look, text.search]
const OFFER = [text.waits, text.download, text.restart, text.search]

/** Ajustes › Actualizaciones: the version that runs, the one that waits, and how they come. */
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
