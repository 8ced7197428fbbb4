import type { UpdatesState } from '#shared/bridge/updates.ts'
import { updatesText as text } from '#shared/text/app-updates.ts'
import { Segments } from '../../design/segments.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { useSettings } from '../settings/use-settings.ts'

export const MODE_WORDS = [text.mode, ...Object.values(text.modes), text.search]
export const CHANNEL_WORDS = [text.channel, ...Object.values(text.channels), text.search]
export const FEED_WORDS = [text.feed, text.search]

const options = <T extends string>(words: Readonly<Record<T, string>>) =>
  (Object.keys(words) as T[]).map((value) => ({ value, label: words[value] }))

interface RowProps {
  state: UpdatesState
}

/** How new versions come. What an administrator has set is shown, and not offered. */
export function ModeRow({ state: { mode, fixed } }: RowProps) {
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

export function ChannelRow({ state: { channel, fixed } }: RowProps) {
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

/** Another address than the application's own. */
export const FeedRow = ({ feed }: { feed: string }) => (
  <SettingRow words={FEED_WORDS} title={text.feed} help={text.fixed}>
    <span className="small second update-feed">{feed}</span>
  </SettingRow>
)

const help = (words: string, isFixed: boolean) => (isFixed ? `${words} ${text.fixed}` : words)
