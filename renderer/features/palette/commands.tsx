import {
  ArrowLeftRight,
  BookOpen,
  CheckCheck,
  CircleHelp,
  DatabaseBackup,
  DoorOpen,
  Footprints,
  GraduationCap,
  Info,
  KeyRound,
  Link,
  LockKeyhole,
  type LucideIcon,
  Monitor,
  MonitorUp,
  Moon,
  Power,
  PlugZap,
  Puzzle,
  RadioTower,
  Rows2,
  Rows3,
  Route,
  Signature,
  Sparkles,
  Stethoscope,
  Sun,
  UserPlus,
  Zap,
} from 'lucide-react'
import { type View, VIEW_NAMES } from '#shared/bridge/routes.ts'
import type { Settings } from '#shared/bridge/settings.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { environmentText } from '#shared/text/app.ts'
import { switcherText } from '#shared/text/sidebar.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import { commandText } from '#shared/text/shortcuts.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { Client } from '../../replica/client.ts'
import { openHelp, openPanel } from '../../app/panel-state.ts'
import { openRelayCheck, addAccount, openSettings } from '../../app/settings-state.ts'
import { openSection } from '../../app/route.ts'
import { DESTINATIONS, VIEWS } from '../../app/routes.ts'
import { drawnKeys } from '../../app/key-hints.tsx'
import { SHORTCUTS, type ShortcutId } from '../../app/shortcut-table.ts'
import { askTraining, wantTraining, isTour, shownTraining, startTraining } from '../training/feature.ts'
import { showToast } from '../../app/toasts.ts'
import { activateAccount } from '../../app/activate-account.ts'
import { lockNow } from '../lock/feature.ts'
import { startSignatureRequest } from '../signature-requests/feature.ts'
import { KIND_ICONS, startDraft } from '../new-draft/feature.ts'
import { finishInbox } from '../inbox/feature.ts'

export interface PaletteCommand {
  id: string
  title: string
  /** Additional search terms. */
  also: string
  Icon: LucideIcon
  keys?: readonly string[]
  run: () => void
}

type Known = Omit<PaletteCommand, 'id' | 'title' | 'also'> & { id: keyof typeof commandText }

const keysOf = (id: ShortcutId) => drawnKeys(SHORTCUTS[id])
/** Command that opens a section. Its shortcut is the position of the section in the sidebar. */
function wayTo(view: View): Known {
  const place = String(DESTINATIONS.indexOf(view) + 1)
  return {
    id: view,
    Icon: VIEWS[view].Icon,
    ...(place !== '0' && { keys: drawnKeys({ ...SHORTCUTS.sections, keys: [place], drawn: place }) }),
    run: () => openSection(view),
  }
}

/** All commands of the palette besides plates. Each command is also somewhere on screen. */
export function paletteCommands(client: Client): readonly PaletteCommand[] {
  const { bridge } = client
  const set = async (change: Partial<Settings>) => {
    const answer = await bridge.call('settings.update', change)
    if (!answer.ok) showToast(errorTexts[answer.error.code].title, 'failed')
  }
  /** Commands that are listed after the command of their section. */
  const within: Partial<Record<View, readonly PaletteCommand[]>> = {
    signatures: withTexts([
      { id: 'newSignatureRequest', Icon: Signature, run: () => void startSignatureRequest(client) },
    ]),
    contacts: [
      ...draftCommands(client),
      ...withTexts([{ id: 'addResource', Icon: Link, run: () => openPanel('add-resource') }]),
    ],
    inbox: withTexts([
      {
        id: 'finishInbox',
        Icon: CheckCheck,
        // The inbox page asks for the confirmation.
        run: () => {
          openSection('inbox')
          void finishInbox(client, 'all', null)
        },
      },
    ]),
  }
  const known: readonly Known[] = [
    { id: 'themeLight', Icon: Sun, run: () => void set({ theme: 'light' }) },
    { id: 'themeDark', Icon: Moon, run: () => void set({ theme: 'dark' }) },
    { id: 'themeSystem', Icon: Monitor, run: () => void set({ theme: 'system' }) },
    { id: 'densityComfortable', Icon: Rows2, run: () => void set({ density: 'comfortable' }) },
    { id: 'densityCompact', Icon: Rows3, run: () => void set({ density: 'compact' }) },
    { id: 'quickLookup', Icon: Zap, keys: keysOf('quick.toggle'), run: () => openPanel('quick-lookup') },
    { id: 'retry', Icon: PlugZap, run: () => void bridge.call('connection.retry', {}) },
    { id: 'shortcuts', Icon: CircleHelp, keys: keysOf('sheet'), run: () => openPanel('shortcuts') },
    { id: 'help', Icon: BookOpen, keys: keysOf('help'), run: () => openHelp(null) },
    ...demoCommands(client),
    { id: 'releases', Icon: Sparkles, run: () => openPanel('releases') },
    ...accountCommands(client),
    { id: 'diagnosis', Icon: Stethoscope, run: () => openSettings('diagnosis') },
    { id: 'about', Icon: Info, run: () => openSettings('about') },
    { id: 'relay', Icon: RadioTower, run: () => openSettings('relay') },
    ...relayCommands(client),
    { id: 'extension', Icon: Puzzle, run: () => openSettings('extension') },
    { id: 'backup', Icon: DatabaseBackup, run: () => openSettings('backup') },
    { id: 'lock', Icon: LockKeyhole, keys: keysOf('lock'), run: () => void lockNow(client) },
    { id: 'quit', Icon: Power, run: () => void bridge.call('app.quit', {}) },
  ]
  return [
    ...VIEW_NAMES.flatMap((view) => [...withTexts([wayTo(view)]), ...(within[view] ?? [])]),
    ...withTexts(known),
    ...switches(client),
  ]
}

const withTexts = (known: readonly Known[]): PaletteCommand[] =>
  known.map((command) => ({ ...command, ...commandText[command.id] }))

/** A new procedure of each type. A transfer is the most frequent, so it goes first. */
const draftCommands = (client: Client): PaletteCommand[] =>
  DRAFT_KINDS.toSorted((a, b) => Number(b === 'transfer') - Number(a === 'transfer')).map((kind) => ({
    id: `new-${kind}`,
    title: `${procedureKindTexts[kind].newTitle}…`,
    also: procedureKindTexts[kind].searchWords,
    Icon: KIND_ICONS[kind],
    run: () => void startDraft(client, kind),
  }))

/** The second PC of the demonstration has no other account. */
const accountCommands = (client: Client): readonly Known[] =>
  client.replica.getState().slices?.profile.isSecondPc
    ? []
    : [
        { id: 'accounts', Icon: KeyRound, run: () => openSettings('accounts') },
        { id: 'addAccount', Icon: UserPlus, run: () => addAccount() },
      ]

/** Commands of the relay. Without a relay there is nothing to check. */
function relayCommands(client: Client): readonly Known[] {
  const hasRelay = client.replica.getState().slices?.relay.state !== 'none'
  return hasRelay ? [{ id: 'relayCheck', Icon: Route, run: openRelayCheck }] : []
}

/** Commands of the demonstration. Only its first PC has them. */
function demoCommands(client: Client): readonly Known[] {
  const { slices } = client.replica.getState()
  if (slices?.profile.environment !== 'demo' || slices.profile.isSecondPc) return []
  const { training } = slices
  const tour = training && isTour(training) && training.state !== 'finished' ? 'tourGoOn' : 'tourStart'
  return [
    {
      id: tour,
      Icon: Footprints,
      run: () => {
        const shown = shownTraining(client)
        // Training that is already on screen only takes the focus. A scenario is left from *Ajustes*, which asks for
        // confirmation.
        if (shown?.apart) openSettings('training')
        else if (shown && shown.state !== 'finished') wantTraining()
        else void startTraining(client, TOUR_ID)
      },
    },
    { id: 'secondPc', Icon: MonitorUp, run: () => openSettings('demo') },
    { id: 'scenarios', Icon: GraduationCap, run: () => openSettings('training') },
    ...(training?.apart
      ? [
          {
            id: 'endScenario',
            Icon: DoorOpen,
            run: () => askTraining({ what: 'end', id: training.id }),
          } as const,
        ]
      : []),
  ]
}

/** Commands «Cambiar a …», one for each inactive account. */
function switches(client: Client): PaletteCommand[] {
  const { slices } = client.replica.getState()
  return (slices?.accounts ?? [])
    .filter(({ id }) => id !== slices?.profile.id)
    .map((account) => ({
      id: `switch-${account.id}`,
      title: switcherText.switchTo(account.name),
      also: `${environmentText[account.environment].name} cuenta entorno ${account.name}`,
      Icon: ArrowLeftRight,
      run: () => void activateAccount(client, account),
    }))
}
