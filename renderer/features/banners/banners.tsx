import { CircleHelp, FileArchive, FileWarning, KeyRound, LockOpen, Unplug, TriangleAlert } from 'lucide-react'
import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { Trouble } from '#shared/bridge/diagnosis.ts'
import type { Banner as BannerSlice } from '#shared/bridge/slices.ts'
import { TROUBLE_STATES, type TroubleState } from '#shared/domain/health.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { bannerText as text, healthText, healthWords } from '#shared/text/frame.ts'
import { uncertainText } from '#shared/text/verdict.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { Icon } from '../../design/icon.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { Banner } from '../../design/layout.tsx'
import { NotificationPrompt } from '../../notify/notification-prompt.tsx'
import { useClient } from '../../replica/client.ts'
import { useLink, useNow, useSlice } from '../../replica/use-replica.ts'
import { useRoute, useView } from '../../app/route.ts'
import { openSettings } from '../../app/settings-state.ts'
import { ReleaseBanner } from '../help/feature.ts'
import { hasVanished } from '../complete/feature.ts'
import { showPlate } from '../lookup/feature.ts'
import { ServiceBanner, useOutageEnd } from '../outage/feature.ts'
import { TourBanner, useOffersTour } from '../training/feature.ts'

const WaitingBanners = later(async () => (await import('./waiting-banners.tsx')).WaitingBanners)
/** The chunk loads early: one of its banners reports that the files of this window are gone. */
const SOON = [WaitingBanners]

/** A short loss of the window's link (a PC that wakes up) shows no banner. */
const LOST_AFTER_MS = 1500

/** Banners of the whole application, most urgent first. */
export function Banners() {
  const connection = useSlice('connection')
  const notices = useSlice('banners')
  const uncertain = useSlice('uncertain')
  const keychain = useSlice('keychain')
  const unreadable = useSlice('unreadableAccounts')
  const { link, since } = useLink()
  const offersTour = useOffersTour()
  useOutageEnd()
  return (
    <>
      {link === 'lost' && <LostBanner since={since} />}
      {connection?.state === 'unauthorized' && <UnauthorizedBanner />}
      <HealthBanners />
      <ServiceBanner />
      {uncertain && uncertain.length > 0 && <UncertainBanner requests={uncertain} />}
      {keychain?.kind === 'memory' && <MemoryBanner />}
      {unreadable && unreadable.length > 0 && <UnreadableBanner />}
      {notices?.map((notice) => (
        <SetAsideBanner key={notice.id} notice={notice} />
      ))}
      <RareBanners />
      {/* One offer at a time. */}
      {offersTour && <TourBanner />}
      <ReleaseBanner waits={offersTour} />
      <NotificationPrompt />
    </>
  )
}

/** Banners that few windows ever show. Their chunk is rendered only while one of them has something to show. */
function RareBanners() {
  useLoadSoon(SOON)
  const waiting = useSlice('extension')?.waiting.length ?? 0
  const relay = useSlice('relay')
  const isDue = useSlice('backup')?.due ?? false
  const updates = useSlice('updates')
  const isUpdate =
    updates != null && (updates.undone !== null || ['ready', 'waiting', 'restarting'].includes(updates.phase))
  const isManaged = (useSlice('managed')?.sources.length ?? 0) > 0
  const isOfRelay = relay?.invitation?.state === 'claimed' || relay?.gap != null
  const isNeeded = waiting > 0 || isUpdate || isManaged || isOfRelay || isDue
  return <ErrorBoundary resetKey={`${waiting} ${isNeeded}`}>{isNeeded && <WaitingBanners />}</ErrorBoundary>
}

function LostBanner({ since }: { since: number }) {
  const now = useNow(1000)
  if (now - since < LOST_AFTER_MS) return null
  return (
    <Banner tone="warn" icon={<Icon of={Unplug} />}>
      <b role="alert">{text.lost}</b> {text.lostAdvice}
    </Banner>
  )
}

function UnauthorizedBanner() {
  const view = useView()
  return (
    <Banner
      tone="stop"
      icon={<Icon of={KeyRound} />}
      actions={
        view !== 'settings' && (
          <Button size="low" onClick={() => openSettings('accounts')}>
            {text.unauthorizedAction}
          </Button>
        )
      }
    >
      <b role="alert">{errorTexts.unauthorized.title}</b> {errorTexts.unauthorized.advice}
    </Banner>
  )
}

/**
 * Requests for complete reports with an unknown outcome: only the user can find out whether the service charged.
 * Leaves out the plate on screen, whose page explains its request in full.
 */
function UncertainBanner({ requests }: { requests: readonly CompleteRequest[] }) {
  const route = useRoute()
  const here = route.view === 'lookup' ? route.vrm : undefined
  const others = requests.filter((request) => request.vrm !== here)
  const first = others[0]
  if (!first) return null
  return (
    <Banner
      tone="warn"
      icon={<Icon of={CircleHelp} />}
      actions={
        <Button size="low" onClick={() => showPlate(first.vrm)}>
          {uncertainText.bannerAction}
        </Button>
      }
    >
      <b role="alert">{uncertainText.banner(displayPlate(first.vrm), hasVanished(first), others.length)}</b>{' '}
      {uncertainText.bannerBody}
    </Banner>
  )
}

function MemoryBanner() {
  const view = useView()
  // A card in Ajustes already shows the problem and its remedy.
  if (view === 'settings') return null
  return (
    <Banner
      tone="warn"
      icon={<Icon of={LockOpen} />}
      actions={
        <Button size="low" onClick={() => openSettings('accounts')}>
          {text.memoryAction}
        </Button>
      }
    >
      <b>{text.memory}</b> {text.memoryBody}
    </Banner>
  )
}

function UnreadableBanner() {
  const view = useView()
  // Ajustes already shows each unreadable account and its remedy.
  if (view === 'settings') return null
  return (
    <Banner
      tone="warn"
      icon={<Icon of={FileWarning} />}
      actions={
        <Button size="low" onClick={() => openSettings('accounts')}>
          {text.unreadableAction}
        </Button>
      }
    >
      <b role="alert">{text.unreadable}</b> {text.unreadableBody}
    </Banner>
  )
}

function SetAsideBanner({ notice }: { notice: BannerSlice }) {
  const { bridge } = useClient()
  return (
    <Banner
      tone="warn"
      icon={<Icon of={FileArchive} />}
      actions={
        <>
          <Button size="low" onClick={() => openSettings('backup')}>
            {text.setAsideRestore}
          </Button>
          <Button
            size="low"
            tone="plain"
            onClick={() => void bridge.call('banners.dismiss', { id: notice.id })}
          >
            {text.understood}
          </Button>
        </>
      }
    >
      <b>{text.setAside}</b> {text.setAsideWhere} <span className="second">{notice.path}</span>
    </Banner>
  )
}

/** States of past failures, which the user dismisses. */
const OVER: ReadonlySet<TroubleState> = new Set(['restarted', 'emptied', 'unexpected'])

/** Internal failures, one banner for each kind. */
function HealthBanners() {
  const troubles = useSlice('health')?.troubles ?? []
  return TROUBLE_STATES.map((state) => {
    const same = troubles.filter((trouble) => trouble.state === state)
    return same.length > 0 && <HealthBanner key={state} state={state} troubles={same} />
  })
}

function HealthBanner({ state, troubles }: { state: TroubleState; troubles: readonly Trouble[] }) {
  const { bridge } = useClient()
  const { title, advice } = healthWords(state, troubles)
  const each = (command: 'health.dismiss' | 'health.restart') => {
    for (const { part } of troubles) void bridge.call(command, { part })
  }
  return (
    <Banner
      tone={state === 'stopped' ? 'stop' : 'warn'}
      icon={<Icon of={TriangleAlert} />}
      actions={
        OVER.has(state) ? (
          <Button size="low" onClick={() => each('health.dismiss')}>
            {healthText.understood}
          </Button>
        ) : (
          state === 'stopped' && (
            <Button size="low" onClick={() => each('health.restart')}>
              {healthText.startAgain}
            </Button>
          )
        )
      }
    >
      <b role="alert">{title}</b> {advice}
    </Banner>
  )
}
