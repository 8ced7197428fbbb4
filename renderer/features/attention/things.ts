import {
  BellRing,
  CircleHelp,
  CloudAlert,
  CloudOff,
  DatabaseBackup,
  FileArchive,
  FileWarning,
  GraduationCap,
  KeyRound,
  ListX,
  LockOpen,
  type LucideIcon,
  MonitorUp,
  Puzzle,
  RefreshCw,
  Sparkles,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import type { CommandName } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import { TROUBLE_STATES, type TroubleState } from '#shared/domain/health.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { updateFailures, updatesText } from '#shared/text/about.ts'
import { moment } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import {
  attentionText as text,
  claimText,
  currentVersion,
  gapText,
  healthText,
  healthWords,
  outageText,
  releaseText,
  trainingText,
  waitingLine,
  waitingText,
} from '#shared/text/frame.ts'
import { managedText } from '#shared/text/managed.ts'
import { notifyText } from '#shared/text/sidebar.ts'
import { uncertainText } from '#shared/text/verdict.ts'
import { announce } from '../../app/announcer.tsx'
import { takeOffer, useOffers } from '../../app/managed.tsx'
import { openPanel } from '../../app/panel-state.ts'
import { useRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { addAccount, openSettings } from '../../app/settings-state.ts'
import { showToast } from '../../app/toasts.ts'
import { askPermission } from '../../notify/ask-permission.ts'
import { useNotificationPermission } from '../../notify/notification-permission.ts'
import { useClient } from '../../replica/client.ts'
import { useAt, useLink, useSlice } from '../../replica/use-replica.ts'
import { hasVanished } from '../complete/feature.ts'
import { openApproval, requestKey, useSetAside } from '../extension/feature.ts'
import { showPlate } from '../lookup/feature.ts'
import { serviceTrouble } from '../outage/feature.ts'
import { startTraining } from '../training/feature.ts'
import { type RankedThing, sortThings } from './attention-order.ts'
import { attentionNow, dismissThing, setAsking, useAttention } from './attention-state.ts'

interface ThingAction {
  label: string
  run: () => void
  /** True if the action opens no other place, so that the list stays open. */
  stays?: boolean
}

/** Something that needs the user's attention. */
export interface Thing extends RankedThing {
  icon: LucideIcon
  /** Sentence that names the cause. */
  title: string
  /** Sentence that gives the consequence or the next step. Empty if the title gives it. */
  advice: string
  /** More about it, only in the list. */
  detail?: string
  /** `alert` interrupts a screen reader. */
  role?: 'alert' | 'status'
  actions: readonly ThingAction[]
  /** True if a record of the failed attempts can be saved. */
  hasRecord?: boolean
  /** Ends the thing for good. The answers say whether the core agreed. */
  dismissal?: { label: string; calls: () => readonly Promise<Result<unknown>>[] }
}

/** A thing, or a value that stands for none. */
type Maybe = Thing | false | null | undefined

const present = (things: readonly Maybe[]): Thing[] => things.filter((thing) => !!thing)

/** Maximum length of a key, as in the setting that stores what the user put off. */
const MAX_KEY_LENGTH = 200

/** Everything that needs the user's attention, most urgent first. */
export function useThings(): readonly Thing[] {
  const failures = useFailures()
  const things = [...failures, ...useRisks(), ...useDecisions(), ...useVersions(), ...useOffered()].map(
    (thing) => ({ ...thing, key: thing.key.slice(0, MAX_KEY_LENGTH) }),
  )
  const dismissed = useAttention((state) => state.dismissed)
  return sortThings(things.filter(({ key }) => !dismissed.includes(key)))
}

/** A short loss of the window's link (a PC that wakes up) is not reported. */
const LOST_AFTER_MS = 1500

/** States of past failures, which the user dismisses. */
const OVER: ReadonlySet<TroubleState> = new Set(['restarted', 'emptied', 'unexpected'])

/** Failures of the window, the key, the parts of Ventanilla and the service. */
function useFailures(): Thing[] {
  const { bridge } = useClient()
  const { link, since: lostSince } = useLink()
  const connection = useSlice('connection')
  const trouble = serviceTrouble(connection, useSlice('outage'))
  const troubles = useSlice('health')?.troubles ?? []
  const { isLost, since, seconds } = useAt((now) => ({
    isLost: link === 'lost' && now - lostSince >= LOST_AFTER_MS,
    since: trouble ? moment(trouble.since, now) : '',
    seconds:
      trouble?.kind === 'down' && trouble.nextAttemptAt !== undefined
        ? Math.max(0, Math.ceil((trouble.nextAttemptAt - now) / 1000))
        : 0,
  }))
  const stops = { severity: 'stops', canWait: false, role: 'alert' } as const
  const parts = TROUBLE_STATES.map((state): Maybe => {
    const same = troubles.filter((one) => one.state === state)
    if (same.length === 0) return null
    const isOver = OVER.has(state)
    const calls = (command: 'health.dismiss' | 'health.restart') =>
      same.map(({ part }) => bridge.call(command, { part }))
    return {
      ...stops,
      ...healthWords(state, same),
      key: `health ${state} ${isOver ? Math.max(...same.map(({ at }) => at)) : ''}`,
      severity: isOver ? 'risks' : 'stops',
      icon: TriangleAlert,
      actions:
        state === 'stopped'
          ? [{ label: healthText.startAgain, run: () => void calls('health.restart'), stays: true }]
          : [],
      ...(isOver && { dismissal: { label: text.understood, calls: () => calls('health.dismiss') } }),
    }
  })
  return present([
    isLost && {
      ...stops,
      key: 'lost',
      icon: Unplug,
      title: text.lost,
      advice: text.lostAdvice,
      actions: [],
    },
    connection?.state === 'unauthorized' && {
      ...stops,
      ...errorTexts.unauthorized,
      key: 'unauthorized',
      icon: KeyRound,
      actions: [{ label: text.unauthorizedAction, run: () => openSettings('accounts') }],
    },
    ...parts,
    trouble?.kind === 'down' && {
      ...stops,
      key: 'down',
      icon: CloudOff,
      title: trouble.limited ? text.limited : text.downSince(since),
      advice: seconds > 0 ? text.nextIn(seconds) : text.nextNow,
      ...(trouble.attempts > 0 && { detail: text.attempts(trouble.attempts) }),
      actions: [{ label: text.tryNow, run: () => void bridge.call('connection.retry', {}), stays: true }],
      hasRecord: trouble.recorded,
    },
    trouble?.kind === 'failing' && {
      ...stops,
      key: `failing ${trouble.since}`,
      icon: CloudAlert,
      title: outageText.since(since),
      advice: `${text.attempts(trouble.failures)} ${outageText.some}`,
      actions: [],
      hasRecord: true,
      dismissal: { label: text.understood, calls: () => [bridge.call('outage.dismiss', {})] },
    },
  ])
}

/** Risks for money and data. */
function useRisks(): Thing[] {
  const { bridge } = useClient()
  const route = useRoute()
  const account = useSlice('profile')?.id ?? ''
  const uncertain = useSlice('uncertain') ?? []
  const keychain = useSlice('keychain')
  const unreadable = useSlice('unreadableAccounts') ?? []
  const setAside = useSlice('banners') ?? []
  const gap = useSlice('relay')?.gap
  const backup = useSlice('backup')
  const isInSettings = route.view === 'settings'
  const risk = { severity: 'risks', canWait: true } as const
  return present([
    // Only the user can find out whether the service charged.
    ...uncertain.map((request): Thing => {
      const { id, vrm } = request
      const title = uncertainText.elsewhere(displayPlate(vrm), hasVanished(request))
      return {
        ...risk,
        key: `uncertain ${id} ${hasVanished(request)}`,
        isOnPage: route.view === 'lookup' && route.vrm === vrm,
        icon: CircleHelp,
        title,
        advice: uncertainText.elsewhereAdvice,
        role: 'alert',
        actions: [{ label: uncertainText.elsewhereAction, run: () => showPlate(vrm) }],
      }
    }),
    keychain?.kind === 'memory' && {
      ...risk,
      key: 'memory',
      isOnPage: isInSettings,
      icon: LockOpen,
      title: text.memory,
      advice: text.memoryAdvice,
      actions: [{ label: text.memoryAction, run: () => openSettings('accounts') }],
    },
    unreadable.length > 0 && {
      ...risk,
      key: `unreadable ${unreadable.map(({ key }) => key).join(' ')}`,
      isOnPage: isInSettings,
      icon: FileWarning,
      title: text.unreadable,
      advice: text.unreadableBody,
      role: 'alert',
      actions: [{ label: text.unreadableAction, run: () => openSettings('accounts') }],
    },
    ...setAside.map(({ id, at, path }): Thing => ({
      ...risk,
      key: `set-aside ${at}`,
      icon: FileArchive,
      title: text.setAside,
      advice: text.setAsideBody,
      detail: path,
      actions: [{ label: text.setAsideRestore, run: () => openSettings('backup') }],
      dismissal: { label: text.understood, calls: () => [bridge.call('banners.dismiss', { id })] },
    })),
    gap && {
      ...risk,
      key: `gap ${gap.at} ${gap.from}`,
      isOnPage: isInSettings,
      icon: ListX,
      title: gapText.title(gap),
      advice: gapText.looked(gap.looked),
      role: 'alert',
      actions: [{ label: gapText.see, run: () => openSettings('relay') }],
      dismissal: { label: text.understood, calls: () => [bridge.call('relay.dismiss-gap', {})] },
    },
    backup?.due &&
      !backup.running && {
        ...risk,
        key: `backup ${account} ${backup.lastAt}`,
        isOnPage: isInSettings,
        icon: DatabaseBackup,
        title: backup.lastAt === null ? text.copyNever : text.copyDue,
        advice: text.copyBody,
        actions: [{ label: text.copyAction, run: () => openSettings('backup') }],
      },
  ])
}

/** Things that need the user's decision: a PC or an extension that asks for access, and settings of an administrator. */
function useDecisions(): Thing[] {
  const isInSettings = useRoute().view === 'settings'
  const invitation = useSlice('relay')?.invitation
  const aside = useSetAside()
  const problems = useSlice('managed')?.problems.length ?? 0
  const offers = useOffers()
  const isNone = useSlice('profile')?.id === 'none'
  const accounts = useSlice('accounts') ?? []
  const isWithoutAccount = accounts.every(({ environment }) => environment === 'demo')
  const [request] = aside
  const [offer] = offers
  // The person at the other screen cannot go on without an answer, and the request expires after a few minutes.
  const waiting = { severity: 'stops', canWait: false, role: 'status' } as const
  const decision = { severity: 'decides', canWait: true, isOnPage: isInSettings } as const
  return present([
    invitation?.state === 'claimed' && {
      ...waiting,
      key: `claim ${invitation.name ?? ''}`,
      isOnPage: isInSettings,
      icon: MonitorUp,
      title: claimText.title(invitation.name ?? ''),
      advice: claimText.advice,
      actions: [{ label: gapText.see, run: () => openSettings('relay') }],
    },
    request && {
      ...waiting,
      key: `extension ${aside.map(requestKey).join(' ')}`,
      icon: Puzzle,
      title: waitingLine(aside.map(({ browser }) => browser)),
      advice: waitingText.advice,
      actions: [{ label: waitingText.see, run: () => openApproval(requestKey(request)) }],
    },
    problems > 0 && {
      ...decision,
      key: `managed ${problems}`,
      icon: FileWarning,
      title: managedText.wrong(problems),
      advice: managedText.wrongAdvice,
      role: 'alert',
      actions: [{ label: managedText.see, run: () => openSettings('managed') }],
    },
    isWithoutAccount &&
      isNone &&
      !offer && {
        ...decision,
        key: 'no-account',
        severity: 'stops',
        canWait: false,
        icon: KeyRound,
        title: managedText.noAccount,
        advice: managedText.noAccountBody,
        role: 'status',
        actions: [{ label: managedText.add, run: () => addAccount() }],
      },
    isWithoutAccount &&
      offer && {
        ...decision,
        key: `offers ${offers.map(({ name }) => name).join(' ')}`,
        icon: KeyRound,
        title: managedText.offered(offers.map(({ name }) => name)),
        advice: managedText.offeredBody,
        role: 'status',
        actions: [
          {
            label: managedText.setKey,
            run: () => (offers.length === 1 ? takeOffer(offer) : openSettings('accounts')),
          },
        ],
      },
  ])
}

/** A version that is ready or was undone. Ajustes shows the details. */
function useVersions(): Thing[] {
  const { bridge } = useClient()
  const isInSettings = useRoute().view === 'settings'
  const updates = useSlice('updates')
  if (!updates) return []
  const { phase, replacedBy, undone, failure, offer, version } = updates
  const run = (name: Extract<CommandName, `updates.${string}`>) => () =>
    void bridge.call(name, {}).then((answer) => {
      // A restart closes the bridge, so this error is expected.
      if (!answer.ok && answer.error.code !== 'bridge-lost') sayFailed(answer.error)
    })
  const update = { severity: 'decides', isOnPage: isInSettings, icon: RefreshCw, role: 'status' } as const
  const isLeaving = phase === 'waiting' || phase === 'restarting'
  return present([
    isLeaving && {
      ...update,
      key: `update ${phase}`,
      canWait: false,
      title: updatesText[phase],
      advice: '',
      actions:
        phase === 'waiting' ? [{ label: updatesText.stay, run: run('updates.stay'), stays: true }] : [],
    },
    phase === 'ready' && {
      ...update,
      key: `update ${replacedBy ?? offer?.version} ${failure?.code}`,
      canWait: true,
      // The update was tried, but could not replace this version.
      ...(failure
        ? {
            title: updateFailures[failure.code].title,
            advice: updatesText.failedAdvice,
            detail: updateFailures[failure.code].advice,
          }
        : replacedBy !== null
          ? { title: updatesText.replaced(replacedBy), advice: updatesText.replacedBody }
          : { title: updatesText.readyTitle(offer?.version), advice: updatesText.readyBody }),
      actions: [{ label: updatesText.restart, run: run('updates.restart'), stays: true }],
    },
    !isLeaving &&
      phase !== 'ready' &&
      undone && {
        ...update,
        key: `undone ${undone.version} ${undone.at}`,
        canWait: false,
        title: updatesText.undone(undone.version),
        advice: updatesText.undoneAdvice(version),
        actions: [],
        dismissal: {
          label: updatesText.understood,
          calls: () => [bridge.call('updates.dismiss-undone', {})],
        },
      },
  ])
}

const NOTIFICATIONS = 'notifications'
const RELEASE = `release ${currentVersion}`

/** Offers, each made once. */
function useOffered(): Thing[] {
  const client = useClient()
  const { bridge } = client
  const isInSettings = useRoute().view === 'settings'
  const settings = useSlice('settings')
  const seen = settings?.seenVersion
  const isDemo = useSlice('profile')?.environment === 'demo'
  const isTraining = useSlice('training') !== null
  const permission = useNotificationPermission()
  const hasOpen = (useSlice('sweep')?.open ?? 0) > 0
  const notifications = useSlice('notificationSettings')
  const isAsking = useAttention((state) => state.isAsking)
  const offer = { severity: 'offers', canWait: false } as const
  const noteOffered = () => bridge.call('settings.update', { tourOffered: true })
  const noteSeen = () => bridge.call('settings.update', { seenVersion: currentVersion })
  const decline = () => bridge.call('notification-settings.update', { declined: true })

  const ask = async () => {
    if (attentionNow().isAsking) return
    setAsking(true)
    announce(notifyText.asking)
    const given = await askPermission()
    setAsking(false)
    void dismissThing(NOTIFICATIONS, given === 'denied' ? [decline()] : [])
    if (given === 'granted') showToast(notifyText.granted)
    if (given === 'denied') showToast(notifyText.denied, 'failed')
  }
  return present([
    isDemo &&
      settings?.tourOffered === false &&
      !isTraining && {
        ...offer,
        key: 'tour',
        icon: GraduationCap,
        title: trainingText.offer.title,
        advice: trainingText.offer.body,
        actions: [
          {
            label: trainingText.offer.take,
            run: () => {
              void dismissThing('tour', [noteOffered()])
              void startTraining(client, TOUR_ID)
            },
          },
        ],
        dismissal: { label: trainingText.offer.leave, calls: () => [noteOffered()] },
      },
    !!seen &&
      seen !== currentVersion && {
        ...offer,
        key: RELEASE,
        icon: Sparkles,
        title: releaseText.updated,
        advice: releaseText.to(currentVersion),
        actions: [
          {
            label: releaseText.see,
            run: () => {
              void dismissThing(RELEASE, [noteSeen()])
              openPanel('releases')
            },
          },
        ],
        dismissal: { label: releaseText.later, calls: () => [noteSeen()] },
      },
    // The browser's own prompt appears only after the user accepts here. The web host has a new address in each run,
    // so the browser forgets the permission.
    permission === 'default' &&
      hasOpen &&
      notifications?.enabled === true &&
      !notifications.declined && {
        ...offer,
        key: NOTIFICATIONS,
        isOnPage: isInSettings,
        icon: BellRing,
        title: notifyText.question,
        advice: isAsking ? notifyText.asking : notifyText.what,
        actions: [{ label: notifyText.accept, run: () => void ask(), stays: true }],
        dismissal: { label: notifyText.later, calls: () => [decline()] },
      },
  ])
}
