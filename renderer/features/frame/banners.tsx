import { CloudOff, FileArchive, KeyRound, Unplug } from 'lucide-react'
import type { Connection, Notice } from '#shared/bridge/slices.ts'
import { bannerText as text } from '#shared/text/app.ts'
import { moment } from '#shared/text/app-dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Banner } from '../../design/notice.tsx'
import { useClient } from '../../replica/client.ts'
import { useLink, useNow, useSlice } from '../../replica/use-replica.ts'
import { openRoute, useRoute } from '../../ui-state/route.ts'

/** Losing the window's link for a moment (a PC that wakes up) is not news. */
const LOST_IS_NEWS_AFTER_MS = 1500

/** What the whole application has to say, most urgent first. */
export function Banners() {
  const connection = useSlice('connection')
  const notices = useSlice('notices')
  const { link, since } = useLink()
  const now = useNow(1000)
  return (
    <>
      {link === 'lost' && now - since >= LOST_IS_NEWS_AFTER_MS && <LostBanner />}
      {connection?.state === 'unauthorized' && <UnauthorizedBanner />}
      {connection?.state === 'down' && <DownBanner connection={connection} now={now} />}
      {notices?.map((notice) => (
        <SetAsideBanner key={notice.id} notice={notice} />
      ))}
    </>
  )
}

function LostBanner() {
  return (
    <Banner tone="warn" icon={<Unplug className="icon" aria-hidden="true" />}>
      <b role="alert">{text.lost}</b> {text.lostAdvice}
    </Banner>
  )
}

function UnauthorizedBanner() {
  const { view } = useRoute()
  return (
    <Banner
      tone="stop"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        view !== 'settings' && (
          <Button size="low" onClick={() => openRoute({ view: 'settings' })}>
            {text.unauthorizedAction}
          </Button>
        )
      }
    >
      <b role="alert">{errorTexts.unauthorized.title}</b> {errorTexts.unauthorized.advice}
    </Banner>
  )
}

function DownBanner({ connection, now }: { connection: Connection; now: number }) {
  const { bridge } = useClient()
  const { since, attempts, nextAttemptAt } = connection
  const seconds = nextAttemptAt === undefined ? 0 : Math.ceil((nextAttemptAt - now) / 1000)
  return (
    <Banner
      tone="stop"
      icon={<CloudOff className="icon" aria-hidden="true" />}
      actions={
        <Button size="low" onClick={() => void bridge.call('connection.retry', {})}>
          {text.tryNow}
        </Button>
      }
    >
      {/* Only the fact interrupts; a countdown read aloud every second would be unbearable. */}
      <b role="alert">{text.downSince(moment(since, now))}</b> {attempts > 0 && text.attempts(attempts)}{' '}
      {seconds > 0 ? text.nextIn(seconds) : text.nextNow}
    </Banner>
  )
}

function SetAsideBanner({ notice }: { notice: Notice }) {
  const { bridge } = useClient()
  return (
    <Banner
      tone="warn"
      icon={<FileArchive className="icon" aria-hidden="true" />}
      actions={
        <Button size="low" onClick={() => void bridge.call('notices.dismiss', { id: notice.id })}>
          {text.understood}
        </Button>
      }
    >
      <b>{text.setAside}</b> {text.setAsideWhere} <span className="second">{notice.path}</span>
    </Banner>
  )
}
